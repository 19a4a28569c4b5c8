import { spawn } from 'node:child_process'
import { createServer as createSocket } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'vite'
import { root } from './prepare.mjs'

/** Paths that the server handles. Vite serves all others. */
const serverPaths = ['^/(api|oidc|dev-login|health)(/|\\?|$)', '^/config\\.json(\\?|$)']

/** Serves the app with vite on PORT, and the server behind it on another port. A signal stops both. */
export async function serveForDevelopment() {
  const port = Number(process.env.PORT || 8080)
  const host = process.env.HOST || 'localhost'
  const serverPort = await freePort()
  const publicHost = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host
  const publicUrl = process.env.PUBLIC_URL || `http://${publicHost}:${port}`

  const vite = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    server: {
      port,
      host,
      strictPort: true,
      proxy: Object.fromEntries(
        serverPaths.map((path) => [
          path,
          { target: `http://127.0.0.1:${serverPort}`, xfwd: true, changeOrigin: false },
        ]),
      ),
    },
  })
  try {
    await vite.listen()
  } catch {
    console.error(`Port ${port} is taken by another program: end that one, or choose another port with PORT.`)
    process.exitCode = 1
    await vite.close()
    return
  }

  const server = spawn(
    process.execPath,
    [join(root, 'node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'src/server/boot/main.ts'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PORT: String(serverPort), HOST: '127.0.0.1', PUBLIC_URL: publicUrl },
    },
  )
  const stop = () => server.kill('SIGTERM')
  process.once('SIGINT', stop).once('SIGTERM', stop)
  server.once('exit', (code) => {
    process.exitCode = code ?? 0
    void vite.close()
  })
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const socket = createSocket().once('error', reject)
    socket.listen(0, '127.0.0.1', () => {
      const address = socket.address()
      socket.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
