/** A generic static file server: index.html for unknown paths, headers from the folder's headers.txt. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export interface StaticServer {
  readonly origin: string
  /** Sets the folder to serve. */
  readonly serve: (folder: string) => void
  readonly close: () => void
}

/** Opens the server on a free port, with no folder yet. */
export async function openStaticServer(): Promise<StaticServer> {
  let folder = ''
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    // A page requests files until it closes; its folder may be deleted before that.
    if (!existsSync(join(folder, 'headers.txt'))) {
      response.statusCode = 404
      response.end()
      return
    }
    const requested = join(folder, pathname)
    const path =
      existsSync(requested) && statSync(requested).isFile() ? requested : join(folder, 'index.html')
    for (const line of readFileSync(join(folder, 'headers.txt'), 'utf8').trim().split('\n')) {
      const [name = '', ...value] = line.split(': ')
      response.setHeader(name, value.join(': '))
    }
    response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream')
    response.end(readFileSync(path))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? (address satisfies AddressInfo).port : 0
  return {
    origin: `http://localhost:${port}`,
    serve: (next) => {
      folder = next
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
