import { connect } from 'node:net'

/** A raw answer from the wire. */
export interface RawAnswer {
  readonly status: number
  readonly head: string
  readonly body: string
}

/**
 * Sends a request byte for byte (latin1) on a separate connection, since `fetch` normalises paths and
 * headers. Status 0: the connection was closed without an answer.
 */
export function rawRequest(port: number, lines: readonly string[], body = ''): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const parts: Buffer[] = []
    socket.on('data', (part) => parts.push(part))
    socket.on('error', (error) =>
      'code' in error && error.code === 'ECONNRESET' ? undefined : reject(error),
    )
    socket.on('close', () => {
      const text = Buffer.concat(parts).toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      const head = end < 0 ? text : text.slice(0, end)
      resolve({
        status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0),
        head,
        body: end < 0 ? '' : text.slice(end + 4),
      })
    })
    socket.write(Buffer.from(`${lines.join('\r\n')}\r\nconnection: close\r\n\r\n${body}`, 'latin1'))
  })
}
