import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type Listener, listen, type RequestHandler } from './listener.ts'

let listener: Listener | undefined
afterEach(() => listener?.close(0))

// Milliseconds within which a part of the body must arrive.
const windowMs = 1_000

const receive: RequestHandler = (request, response) => {
  let size = 0
  request.on('data', (part: Buffer) => {
    size += part.length
  })
  request.on('end', () => response.end(`received ${size}`))
  request.on('error', () => {})
}

async function open(handler: RequestHandler = receive): Promise<number> {
  const opened = await listen({
    host: '127.0.0.1',
    port: 0,
    tls: undefined,
    bodyWindow: { milliseconds: windowMs, minBytes: 1_000 },
  })
  if (!opened.ok) throw new Error('The port did not open')
  listener = opened.value
  opened.value.serve(handler)
  return opened.value.port
}

// Sends a body in parts, with a pause before each. Returns everything that the server sent.
async function send(port: number, size: number, part: number, milliseconds: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes.toString()
  })
  socket.on('error', () => {})
  socket.write(`POST / HTTP/1.1\r\nhost: test\r\nconnection: close\r\ncontent-length: ${size}\r\n\r\n`)
  for (let sent = 0; sent < size && !socket.closed; sent += part) {
    await sleep(milliseconds)
    if (!socket.closed) socket.write(Buffer.alloc(Math.min(part, size - sent), 'a'))
  }
  if (!socket.closed) await once(socket, 'close')
  return answer
}

test('receives a whole body over a slow line', async () => {
  const answer = await send(await open(), 200_000, 1_000, windowMs / 100)
  expect(answer).toContain('received 200000')
})

test.each([
  ['stalls', 40_000, 5_000, windowMs * 3],
  ['arrives byte by byte', 40_000, 1, 5],
])('aborts a body that %s', async (_, size, part, milliseconds) => {
  const answer = await send(await open(), size, part, milliseconds)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
})

test('does not abort a body that the server reads late', async () => {
  const port = await open((request, response) => {
    setTimeout(() => {
      request.resume()
      request.on('end', () => response.end('late'))
    }, windowMs * 3)
  })
  expect(await send(port, 2_000_000, 2_000_000, 0)).toContain('late')
})
