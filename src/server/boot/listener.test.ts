import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type Listener, listen, type RequestHandler } from './listener.ts'

let listener: Listener | undefined
afterEach(() => listener?.close(0))

// Milliseconds: a body must arrive in part within each.
const window = 1_000

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
    bodyWindow: { milliseconds: window, leastBytes: 1_000 },
  })
  if (!opened.ok) throw new Error('The port did not open')
  listener = opened.value
  opened.value.serve(handler)
  return opened.value.port
}

// Sends a body of this size in parts, one after each pause, and returns all that the server sent until it
// closed.
async function send(port: number, size: number, part: number, milliseconds: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes.toString()
  })
  socket.on('error', () => {})
  socket.write(`POST / HTTP/1.1\r\nhost: test\r\nconnection: close\r\ncontent-length: ${size}\r\n\r\n`)
  for (let sent = 0; sent < size && !socket.closed; sent += part) {
    await pause(milliseconds)
    if (!socket.closed) socket.write(Buffer.alloc(Math.min(part, size - sent), 'a'))
  }
  if (!socket.closed) await once(socket, 'close')
  return answer
}

test('a body on a slow line arrives whole, however long it takes', async () => {
  const answer = await send(await open(), 200_000, 1_000, window / 100)
  expect(answer).toContain('received 200000')
})

test.each([
  ['stops', 40_000, 5_000, window * 3],
  ['comes byte by byte, for ever', 40_000, 1, 5],
])('a body that %s is given up', async (_, size, part, milliseconds) => {
  const answer = await send(await open(), size, part, milliseconds)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
})

test('a server that reads late is waited for', async () => {
  const port = await open((request, response) => {
    setTimeout(() => {
      request.resume()
      request.on('end', () => response.end('late'))
    }, window * 3)
  })
  expect(await send(port, 2_000_000, 2_000_000, 0)).toContain('late')
})
