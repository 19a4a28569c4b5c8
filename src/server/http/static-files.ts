import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { getMimeType } from 'hono/utils/mime'
import { filePolicy, type HeaderOptions, securityHeaders } from './security-headers.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const compressible = /^(text\/|application\/(json|manifest|wasm)|image\/svg)/

/** The placeholder of vite's `html.cspNonce` setting. Each page gets its own nonce. */
export const noncePlaceholder = '__CSP_NONCE__'

type Encoding = 'br' | 'gzip'
interface StaticFile {
  readonly content: Buffer<ArrayBuffer>
  readonly type: string
  readonly etag: string
  readonly immutable: boolean
  readonly compressed: Map<Encoding, Promise<Buffer<ArrayBuffer>>>
}

/**
 * Serves the built app from `directory`, which is read once. Content-hashed assets are cached forever; all
 * other files are revalidated. Navigations to unknown paths get `index.html`; other paths return undefined.
 */
export function createStaticFiles(directory: string, headers: () => Promise<HeaderOptions>) {
  const files = readFiles(directory)
  const index = files.get('/index.html')

  return async (request: Request): Promise<Response | undefined> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const path = pathOf(request)
    const file = path === '/index.html' ? undefined : files.get(path)
    if (file) return sendFile(file, request)
    if (path !== '/' && path !== '/index.html' && !isNavigation(request, path)) return undefined
    return index ? sendPage(index, request, await headers()) : notBuilt()
  }
}

function readFiles(directory: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  const entries = new Set(listFiles(directory))
  for (const entry of entries) {
    const path = `/${relative(directory, entry).split(sep).join('/')}`
    if (path.startsWith('/.')) continue // the build's manifest is not public
    if (entry.endsWith('.br')) continue
    const content = readFileSync(entry)
    const compressed = `${entry}.br`
    files.set(path, {
      content,
      type: getMimeType(path) ?? 'application/octet-stream',
      etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
      immutable: path.startsWith('/assets/'),
      compressed: new Map(entries.has(compressed) ? [['br', Promise.resolve(readFileSync(compressed))]] : []),
    })
  }
  return files
}

function listFiles(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  } catch {
    return [] // not built yet
  }
}

function pathOf(request: Request): string {
  const { pathname } = new URL(request.url)
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

function isNavigation(request: Request, path: string): boolean {
  return (request.headers.get('accept') ?? '').includes('text/html') && extname(path) === ''
}

async function sendFile(file: StaticFile, request: Request): Promise<Response> {
  const cache = file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache'
  const common = {
    etag: file.etag,
    'cache-control': cache,
    vary: 'accept-encoding',
    ...(file.immutable && { 'content-security-policy': filePolicy }),
  }
  if (request.headers.get('if-none-match')?.includes(file.etag)) {
    return new Response(null, { status: 304, headers: common })
  }
  const encoding = encodingFor(file, request)
  const content = encoding ? await compress(file, encoding) : file.content
  return new Response(request.method === 'HEAD' ? null : content, {
    headers: {
      ...common,
      'content-type': file.type,
      'content-length': String(content.byteLength),
      ...(encoding && { 'content-encoding': encoding }),
    },
  })
}

function encodingFor(file: StaticFile, request: Request): Encoding | undefined {
  if (!compressible.test(file.type) || file.content.byteLength < 1024) return undefined
  const accepted = request.headers.get('accept-encoding') ?? ''
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}

// Compresses once, at the first request, unless the build did. Runs off the main thread.
function compress(file: StaticFile, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  const known = file.compressed.get(encoding)
  if (known) return known
  const compressing =
    encoding === 'br'
      ? compressBrotli(file.content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
      : compressGzip(file.content, { level: 9 })
  file.compressed.set(encoding, compressing)
  return compressing
}

function sendPage(index: StaticFile, request: Request, headers: HeaderOptions): Response {
  const nonce = randomBytes(16).toString('base64url')
  const page = index.content.toString('utf8').replaceAll(noncePlaceholder, nonce)
  return new Response(request.method === 'HEAD' ? null : page, {
    headers: {
      ...securityHeaders(headers, nonce),
      'content-type': index.type,
      'cache-control': 'no-cache',
    },
  })
}

function notBuilt(): Response {
  return new Response('The app has not been built yet: run "npm start".\n', {
    status: 503,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
