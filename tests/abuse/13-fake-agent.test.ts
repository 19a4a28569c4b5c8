import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { addressOf } from '#app/api/print-agent/address.ts'
import { type AgentSocket, printOnAgent } from '#app/api/print-agent/print-on-agent.ts'
import type { PrintOutcome, PrintProgress } from '#app/api/print-agent/printing.ts'
import { addFigure } from '#tests/support/figure.ts'

// A fake agent listens on the agent's port. Only the answer to the sent request counts as 'printed', and each
// sheet is sent once.

const servers: WebSocketServer[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    for (const client of server.clients) client.terminate()
    server.close()
  }
})

const sheet = (id: string) => ({ id, content: 'JVBERi0=', format: 'PDF', copies: 1 }) as const
type AgentBehaviour = (socket: WebSocket, request: { readonly id: string } | undefined) => void

// Prints two sheets on a server that calls `behave` on connection (without a request) and on each request.
// Returns the outcome, the ids that the server received, and the number of 'printed' reports.
async function print(behave: AgentBehaviour, more: { readonly answer?: number } = {}) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  servers.push(server)
  await once(server, 'listening')
  const received: string[] = []
  server.on('connection', (socket) => {
    socket.on('error', () => {})
    behave(socket, undefined)
    socket.on('message', (data) => {
      const request = JSON.parse((data as Buffer).toString()) as { id: string }
      received.push(request.id)
      behave(socket, request)
    })
  })
  const { port } = server.address() as AddressInfo
  const address = addressOf({ host: '127.0.0.1', port: String(port), scheme: 'ws', token: '' })
  if (!address.ok) throw new Error(address.error)
  const reports: PrintProgress[] = []
  const outcome: PrintOutcome = await printOnAgent(
    address.value,
    { printer: 'Dock', counts: [1, 1] },
    {
      prepare: async (n) => sheet(n === 0 ? 'one' : 'two'),
      timeouts: { answer: more.answer ?? 300, connection: 5_000, retries: [], listening: 50 },
      openSocket: (url) => new WebSocket(url, { maxPayload: 1_000_000 }) as unknown as AgentSocket,
      onProgress: (progress) => reports.push(progress),
    },
  )
  return { outcome, received, printed: reports.filter(({ type }) => type === 'printed').length }
}
const successAnswer = (id: unknown, more: object = {}) =>
  JSON.stringify({ success: true, status: 0, id, ...more })

const tricks: Readonly<Record<string, AgentBehaviour>> = {
  // The app's ids are random, so the server can only guess them.
  'says yes before it was asked': (socket, request) => {
    if (!request) for (const id of ['1', '', null, 'guess']) socket.send(successAnswer(id))
  },
  'answers with another id': (socket, request) => request && socket.send(successAnswer(`${request.id}x`)),
  'answers with the id of the next sheet': (socket, request) =>
    request && socket.send(successAnswer(request.id === 'one' ? 'two' : 'one')),
  'answers with a list of ids': (socket, request) => request && socket.send(successAnswer([request.id])),
  'answers with nearly a yes': (socket, request) => {
    if (!request) return
    for (const success of ['true', 1, 'yes', {}, null])
      socket.send(JSON.stringify({ success, id: request.id }))
    for (const status of ['0', false, null, 200]) socket.send(JSON.stringify({ status, id: request.id }))
  },
  'answers what is no JSON': (socket, request) => {
    if (request)
      for (const text of [
        '',
        'ok',
        '{',
        '[]',
        'null',
        `{"__proto__":{"success":true,"id":"${request.id}"}}`,
        '['.repeat(50_000),
      ])
        socket.send(text)
  },
  'answers bytes': (socket, request) =>
    request && socket.send(Buffer.from(successAnswer(request.id)), { binary: true }),
  'sends more than anybody reads': (socket, request) => request && socket.send('x'.repeat(3_000_000)),
  closes: (socket, request) => request && socket.close(),
  'closes with a made-up reason': (socket, request) => request && socket.close(4_999, 'success'),
  'breaks off': (socket, request) => request && socket.terminate(),
  'echoes the request': (socket, request) => request && socket.send(JSON.stringify(request)),
  'says nothing': () => {},
}

describe('Abuse 13: fake agent', () => {
  test.each(Object.keys(tricks))(
    'an agent that %s prints nothing, and gets each sheet at most once',
    async (name) => {
      const { outcome, received, printed } = await print(tricks[name] ?? (() => {}))
      expect(outcome.type).not.toBe('printed')
      expect(printed).toBe(0)
      expect(new Set(received).size).toBe(received.length)
    },
  )

  test('a flood of answers with other ids is ignored, and the right answer counts', async () => {
    const { outcome, received } = await print(
      (socket, request) => {
        if (!request) return
        for (let at = 0; at < 5_000; at += 1) socket.send(successAnswer(`other-${at}`))
        socket.send(successAnswer(request.id))
      },
      { answer: 20_000 },
    )
    expect(outcome).toEqual({ type: 'printed' })
    expect(received).toEqual(['one', 'two'])
  })

  test('the reason of a refusal is shown as text of a limited length', async (context) => {
    const message = `\u202e\u0007${'no '.repeat(100_000)}`
    const { outcome } = await print(
      (socket, request) =>
        request && socket.send(JSON.stringify({ success: false, id: request.id, message })),
    )
    expect(outcome.type).toBe('refused')
    const shownReason = outcome.type === 'refused' && 'message' in outcome ? outcome.message : ''
    expect(shownReason.length).toBeLessThanOrEqual(500)
    expect(shownReason).not.toMatch(/[\p{Cc}\u202e]/u)
    addFigure(context, `kinds of fake answers: ${Object.keys(tricks).length + 2}; taken for printed: 0`)
  })
})
