// Tests the print client against agents of both dialects, over real websockets. The test controls the agents.
// Only tests about missing answers wait for a clock, as long as their timeout.
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type AgentAddress, addressOf } from '#app/api/print-agent/address.ts'
import { type AgentSocket, type PrintOptions, printOnAgent } from '#app/api/print-agent/print-on-agent.ts'
import type { PrintJob, PrintProgress } from '#app/api/print-agent/printing.ts'
import type { PrintSheet } from '#app/api/print-agent/protocol.ts'
import { makeCertificate } from '#tests/support/certificate.ts'
import { type Dialect, PrintAgent, type PrintAgentOptions, textOf } from '#tests/support/print-agent.ts'

const started: PrintAgent[] = []
const start = async (options: PrintAgentOptions = {}) => {
  const agent = await PrintAgent.start({ printers: ['Dock'], ...options })
  started.push(agent)
  return agent
}
afterEach(async () => {
  await Promise.all(started.splice(0).map((agent) => agent.stop()))
})

const at = (agent: PrintAgent, token = '', scheme: 'ws' | 'wss' = 'ws'): AgentAddress => {
  const address = addressOf({ host: '127.0.0.1', port: String(agent.port), scheme, token })
  if (!address.ok) throw new Error(address.error)
  return address.value
}

const pdf = Buffer.from('%PDF-1.7 report').toString('base64')
const sheet = (number: number, more: Partial<PrintSheet> = {}): PrintSheet => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  content: pdf,
  format: 'PDF',
  copies: 1,
  ...more,
})
// A job with its prepared sheets.
interface Job extends PrintJob {
  readonly sheets: readonly PrintSheet[]
}
const jobOf = (sheets: readonly PrintSheet[], counts = sheets.map(() => 1)): Job => ({
  printer: 'Dock',
  counts,
  sheets,
})
const report = jobOf([sheet(1, { copies: 2 })], [2])
const labels = jobOf(Array.from({ length: 40 }, (_, n) => sheet(n + 1)))

// Timeouts longer than any test: only the agent's answer or the end of its connection ends a wait.
const patient = { answer: 60_000, connection: 60_000, retries: [], listening: 60_000 }
const open = (url: string, ca?: string) => new WebSocket(url, { ...(ca && { ca }) }) as unknown as AgentSocket

const print = (address: AgentAddress, job: Job, options: Partial<PrintOptions> = {}) => {
  const reported: PrintProgress[] = []
  const outcome = printOnAgent(address, job, {
    prepare: async (n) => job.sheets[n],
    timeouts: patient,
    openSocket: open,
    onProgress: (progress) => reported.push(progress),
    ...options,
  })
  return { outcome, reported }
}

describe.each<Dialect>(['early', 'late'])('an agent that speaks the %s dialect', (dialect) => {
  it('prints a report with its copies and confirms it', async () => {
    const agent = await start({ dialect })
    const { outcome, reported } = print(at(agent), report)
    expect(await outcome).toEqual({ type: 'printed' })
    expect(agent.printed).toEqual([
      { printer: 'Dock', id: sheet(1).id, copies: 2, format: 'PDF', bytes: Buffer.from(pdf, 'base64') },
    ])
    expect(reported).toEqual([{ type: 'printed', done: 2, total: 2 }])
  })

  it('sends ZPL to the printer unchanged', async () => {
    const agent = await start({ dialect })
    const zpl = '^XA^FO20,20^FDB123456789^FS^XZ'
    const content = Buffer.from(zpl).toString('base64')
    const { outcome } = print(at(agent), jobOf([sheet(1, { content, format: 'ZPL' })]))
    expect(await outcome).toEqual({ type: 'printed' })
    expect(agent.printed.map(({ format, bytes }) => [format, bytes.toString()])).toEqual([['ZPL', zpl]])
  })

  it('prints ZPL once, whatever the number of copies in the message: the file has its copies', async () => {
    const agent = await start({ dialect })
    const content = Buffer.from('^XA^PQ3^XZ').toString('base64')
    const { outcome } = print(at(agent), jobOf([sheet(1, { content, format: 'ZPL', copies: 3 })], [3]))
    expect(await outcome).toEqual({ type: 'printed' })
    expect(JSON.parse(agent.received[0] ?? '')).toMatchObject({ qty: 3 })
    expect(agent.printed.map(({ copies }) => copies)).toEqual([1])
  })

  it('sends the next sheet after the answer to the sheet before', async () => {
    const agent = await start({ dialect })
    agent.hold()
    const { outcome, reported } = print(at(agent), jobOf(labels.sheets.slice(0, 3)))
    for (const done of [1, 2, 3]) {
      const job = await agent.nextJob()
      expect(agent.received).toHaveLength(done)
      job.finish()
    }
    expect(await outcome).toEqual({ type: 'printed' })
    expect(reported).toEqual([1, 2, 3].map((done) => ({ type: 'printed', done, total: 3 })))
  })

  it('ignores answers about other jobs and invalid answers', async () => {
    const agent = await start({ dialect })
    agent.hold()
    const { outcome, reported } = print(at(agent), report)
    const job = await agent.nextJob()
    agent.answerAll('somebody-elses', true)
    agent.answerAll('somebody-elses', false, 'No matched printer: Elsewhere')
    agent.sendToAll('hello')
    agent.sendToAll('{"success":true,"status":0}')
    job.finish()
    expect(await outcome).toEqual({ type: 'printed' })
    expect(reported).toHaveLength(1)
  })

  it('has no such printer', async () => {
    const agent = await start({ dialect, printers: [] })
    const { outcome } = print(at(agent), report)
    expect(await outcome).toMatchObject({ type: 'refused', cause: 'noMapping', next: 0 })
    expect(agent.printed).toEqual([])
  })

  it('refuses without a reason', async () => {
    const agent = await start({ dialect })
    agent.hold()
    const { outcome } = print(at(agent), report)
    ;(await agent.nextJob()).refuse(null)
    expect(await outcome).toEqual({ type: 'refused', cause: 'refused', message: '', next: 0 })
  })

  it('refuses invalid base64 with its own message', async () => {
    const agent = await start({ dialect })
    const { outcome } = print(at(agent), jobOf([sheet(1, { content: '?' })]))
    expect(await outcome).toMatchObject({
      type: 'refused',
      cause: 'refused',
      message: 'Illegal base64 character',
    })
  })

  it('accepts only the right token', async () => {
    const agent = await start({ dialect, token: 'green' })
    expect(await print(at(agent, 'green'), report).outcome).toEqual({ type: 'printed' })
    expect(await print(at(agent, 'brown'), report).outcome).toMatchObject({ type: 'refused', cause: 'token' })
    expect(await print(at(agent), report).outcome).toMatchObject({ type: 'refused', cause: 'token', next: 0 })
    expect(agent.printed).toHaveLength(1)
  })

  it('drops the connection after it has printed: the result is unknown, and nothing is printed twice', async () => {
    const agent = await start({ dialect })
    agent.hold()
    const { outcome, reported } = print(at(agent), report, {
      timeouts: { ...patient, retries: [0, 0, 0], listening: 50 },
    })
    const job = await agent.nextJob()
    job.finishSilently()
    job.drop()
    expect(await outcome).toEqual({ type: 'unknown', why: 'lost', next: 0 })
    expect(reported).toEqual([])
    expect(agent.received).toHaveLength(1)
    expect(agent.printed).toHaveLength(1)
  })

  it('drops the connection while it prints, and reports the outcome to the connected client: nothing is uncertain', async () => {
    const agent = await start({ dialect })
    agent.hold()
    const { outcome, reported } = print(at(agent), jobOf(labels.sheets.slice(0, 2)))
    const job = await agent.nextJob()
    const again = agent.nextClient()
    job.drop()
    await again
    job.finish()
    ;(await agent.nextJob()).finish()
    expect(await outcome).toEqual({ type: 'printed' })
    expect(reported).toHaveLength(2)
    expect(agent.printed.map(({ id }) => id)).toEqual([sheet(1).id, sheet(2).id])
  })

  it('is cancelled during a job: waits for the sheet in progress and sends no more', async () => {
    const agent = await start({ dialect })
    agent.hold()
    const controller = new AbortController()
    const { outcome } = print(at(agent), labels, { signal: controller.signal })
    ;(await agent.nextJob()).finish()
    const last = await agent.nextJob()
    controller.abort()
    last.finish()
    expect(await outcome).toEqual({ type: 'stopped', next: 2 })
    expect(agent.received).toHaveLength(2)
  })

  it('prints and sends no answer: the result is unknown, and nothing is printed twice', async () => {
    const agent = await start({ dialect })
    agent.hold()
    const { outcome } = print(at(agent), report, { timeouts: { ...patient, answer: 50, retries: [0] } })
    ;(await agent.nextJob()).finishSilently()
    expect(await outcome).toEqual({ type: 'unknown', why: 'silence', next: 0 })
    expect(agent.printed).toHaveLength(1)
    expect(agent.received).toHaveLength(1)
  })

  it('is not running: after a few tries the app reports that nothing was sent', async () => {
    const agent = await start({ dialect })
    const address = at(agent)
    await agent.stop()
    const { outcome, reported } = print(address, report, { timeouts: { ...patient, retries: [0, 0] } })
    expect(await outcome).toEqual({ type: 'unreachable', blocked: false, next: 0 })
    expect(reported).toEqual([
      { type: 'retrying', attempt: 1 },
      { type: 'retrying', attempt: 2 },
    ])
    await agent.startAgain()
    expect(agent.received).toEqual([])
  })

  it('starts during the retries', async () => {
    const agent = await start({ dialect })
    const address = at(agent)
    await agent.stop()
    let begun: Promise<void> | undefined
    const { outcome } = print(address, report, {
      timeouts: { ...patient, retries: Array.from({ length: 200 }, () => 10) },
      onProgress: ({ type }) => {
        if (type === 'retrying') begun ??= agent.startAgain()
      },
    })
    expect(await outcome).toEqual({ type: 'printed' })
    expect(agent.printed).toHaveLength(1)
  })

  it('is restarted during a job of 40 labels: each is printed once', async () => {
    const agent = await start({ dialect })
    agent.hold()
    const first = print(at(agent), labels)
    for (let done = 0; done < 15; done += 1) (await agent.nextJob()).finish()
    const lost = await agent.nextJob()
    lost.finishSilently()
    await agent.stop()
    expect(await first.outcome).toEqual({ type: 'unknown', why: 'lost', next: 15 })
    expect(first.reported.at(-1)).toEqual({ type: 'printed', done: 15, total: 40 })

    await agent.startAgain()
    // The person has looked at the printer: the label was printed.
    const second = print(at(agent), labels, { from: 16 })
    for (let done = 16; done < 40; done += 1) (await agent.nextJob()).finish()
    expect(await second.outcome).toEqual({ type: 'printed' })
    expect(second.reported.at(-1)).toEqual({ type: 'printed', done: 40, total: 40 })
    expect(agent.printed.map(({ id }) => id)).toEqual(labels.sheets.map(({ id }) => id))
  })
})

describe('an agent behind a certificate', () => {
  it('prints over wss where the certificate is trusted', async () => {
    const certificate = makeCertificate()
    const agent = await start({ certificate })
    const { outcome } = print(at(agent, '', 'wss'), report, {
      openSocket: (url) => open(url, certificate.cert),
    })
    expect(await outcome).toEqual({ type: 'printed' })
  })

  it('is not reached if the certificate is not trusted, and nothing is sent', async () => {
    const agent = await start({ certificate: makeCertificate() })
    const { outcome } = print(at(agent, '', 'wss'), report)
    expect(await outcome).toEqual({ type: 'unreachable', blocked: false, next: 0 })
    expect(agent.received).toEqual([])
  })
})

it('a browser that refuses the address ends the job immediately', async () => {
  const agent = await start()
  const { outcome } = print(at(agent), report, {
    timeouts: { ...patient, retries: [0, 0] },
    openSocket: () => {
      throw new DOMException('An insecure WebSocket connection may not be initiated', 'SecurityError')
    },
  })
  expect(await outcome).toEqual({ type: 'unreachable', blocked: true, next: 0 })
})

it('the late dialect sends no answer to a message with an unknown field, like the real agent', async () => {
  const agent = await start({ dialect: 'late' })
  const socket = new WebSocket(at(agent).url)
  await new Promise((opened) => socket.once('open', opened))
  const received: string[] = []
  socket.on('message', (data) => received.push(textOf(data)))
  const request = { type: 'Dock', url: 'a.pdf', file_content: pdf, id: 'strange' }
  socket.send(JSON.stringify({ ...request, printer: 'Dock' }))
  socket.send(JSON.stringify({ ...request, id: 'plain' }))
  await new Promise((answered) => socket.once('message', answered))
  expect(received.map((text) => JSON.parse(text).id)).toEqual(['plain'])
  socket.close()
})
