import { createServer } from 'node:net'

/** Returns a free port of the loopback address. */
export function freePort(): Promise<number> {
  return new Promise((settle) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => settle(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
