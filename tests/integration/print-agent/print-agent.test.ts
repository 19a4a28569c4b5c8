// The agent client against agents of both dialects, over real websockets. The agents do what the test says;
// nothing waits for a clock but where a silence is what is tested, and then for as long as the test's
// patience says.
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
// A job, and its sheets as they are prepared.
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

// Forever, as far as a test is concerned: only the agent's word or the end of its connection ends a wait.
const patient = { answer: 60_000, connection: 60_000, retries: [], listening: 60_000 }
const open = (url: string, ca?: string) => new WebSocket(url, { ...(ca && { ca }) }) as unknown as AgentSocket

const print = (address: AgentAddress, job: Job, options: Partial<PrintOptions> = {}) => {
  const told: PrintProgress[] = []
  const outcome = printOnAgent(address, job, {
    prepare: async (n) => job.sheets[n],
    patience: patient,
    openSocket: open,
    onProgress: (progress) => told.push(progress),
    ...options,
  })
  return { outcome, told }
}

describe.each<Dialect>(['early', 'late'])('an agent that speaks the %s dialect', (dialect) => {
  it('prints a report, so many copies, and says so', async () => {
    const agent = await start({ dialect })
    const { outcome, told } = print(at(agent), report)
    expect(await outcome).toEqual({ type: 'printed' })
    expect(agent.printed).toEqual([
      { printer: 'Dock', id: sheet(1).id, copies: 2, format: 'PDF', bytes: Buffer.from(pdf, 'base64') },
    ])
    expect(told).toEqual([{ type: 'printed', done: 2, total: 2 }])
  })

  it('sends ZPL to the printer as it is', async () => {
    const agent = await start({ dialect })
    const zpl = '^XA^FO20,20^FDB123456789^FS^XZ'
    const content = Buffer.from(zpl).toString('base64')
    const { outcome } = print(at(agent), jobOf([sheet(1, { content, format: 'ZPL' })]))
    expect(await outcome).toEqual({ type: 'printed' })
    expect(agent.printed.map(({ format, bytes }) => [format, bytes.toString()])).toEqual([['ZPL', zpl]])
  })

  it('prints ZPL once whatever number of copies the message has: they are the file’s', async () => {
    const agent = await start({ dialect })
    const content = Buffer.from('^XA^PQ3^XZ').toString('base64')
    const { outcome } = print(at(agent), jobOf([sheet(1, { content, format: 'ZPL', copies: 3 })], [3]))
    expect(await outcome).toEqual({ type: 'printed' })
    expect(JSON.parse(agent.received[0] ?? '')).toMatchObject({ qty: 3 })
    expect(agent.printed.map(({ copies }) => copies)).toEqual([1])
  })

  it('sends the next sheet after the answer to the one before', async () => {
    const agent = await start({ dialect })
    agent.hold()
    const { outcome, told } = print(at(agent), jobOf(labels.sheets.slice(0, 3)))
    for (const done of [1, 2, 3]) {
      const job = await agent.nextJob()
      expect(agent.received).toHaveLength(done)
      job.finish()
    }
    expect(await outcome).toEqual({ type: 'printed' })
    expect(told).toEqual([1, 2, 3].map((done) => ({ type: 'printed', done, total: 3 })))
  })

  it('lets answers about the jobs of others pass, and what is no answer', async () => {
    const agent = await start({ dialect })
    agent.hold()
    const { outcome, told } = print(at(agent), report)
    const job = await agent.nextJob()
    agent.tellAll('somebody-elses', true)
    agent.tellAll('somebody-elses', false, 'No matched printer: Elsewhere')
    agent.sayAll('hello')
    agent.sayAll('{"success":true,"status":0}')
    job.finish()
    expect(await outcome).toEqual({ type: 'printed' })
    expect(told).toHaveLength(1)
  })

  it('has no such printer', async () => {
    const agent = await start({ dialect, printers: [] })
    const { outcome } = print(at(agent), report)
    expect(await outcome).toMatchObject({ type: 'refused', cause: 'noMapping', next: 0 })
    expect(agent.printed).toEqual([])
  })

  it('refuses without a word', async () => {
    const agent = await start({ dialect })
    agent.hold()
    const { outcome } = print(at(agent), report)
    ;(await agent.nextJob()).refuse(null)
    expect(await outcome).toEqual({ type: 'refused', cause: 'refused', message: '', next: 0 })
  })

  it('refuses what is no base64, in its own words', async () => {
    const agent = await start({ dialect })
    const { outcome } = print(at(agent), jobOf([sheet(1, { content: '?' })]))
    expect(await outcome).toMatchObject({
      type: 'refused',
      cause: 'refused',
      message: 'Illegal base64 character',
    })
  })

  it('takes the right token and no other', async () => {
    const agent = await start({ dialect, token: 'green' })
    expect(await print(at(agent, 'green'), report).outcome).toEqual({ type: 'printed' })
    expect(await print(at(agent, 'brown'), report).outcome).toMatchObject({ type: 'refused', cause: 'token' })
    expect(await print(at(agent), report).outcome).toMatchObject({ type: 'refused', cause: 'token', next: 0 })
    expect(agent.printed).toHaveLength(1)
  })

  it('drops the connection once it has printed: nobody knows, and nothing is printed twice', async () => {
    const agent = await start({ dialect })
    agent.hold()
    const { outcome, told } = print(at(agent), report, {
      patience: { ...patient, retries: [0, 0, 0], listening: 50 },
    })
    const job = await agent.nextJob()
    job.finishSilently()
    job.drop()
    expect(await outcome).toEqual({ type: 'unknown', why: 'lost', next: 0 })
    expect(told).toEqual([])
    expect(agent.received).toHaveLength(1)
    expect(agent.printed).toHaveLength(1)
  })

  it('drops the connection while it prints, and tells the outcome to who is connected then: nothing is in doubt', async () => {
    const agent = await start({ dialect })
    agent.hold()
    const { outcome, told } = print(at(agent), jobOf(labels.sheets.slice(0, 2)))
    const job = await agent.nextJob()
    const again = agent.nextClient()
    job.drop()
    await again
    job.finish()
    ;(await agent.nextJob()).finish()
    expect(await outcome).toEqual({ type: 'printed' })
    expect(told).toHaveLength(2)
    expect(agent.printed.map(({ id }) => id)).toEqual([sheet(1).id, sheet(2).id])
  })

  it('is stopped in the middle: what is under way is waited for, and nothing more is sent', async () => {
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

  it('prints and stays silent: nobody knows, and nothing is printed twice', async () => {
    const agent = await start({ dialect })
    agent.hold()
    const { outcome } = print(at(agent), report, { patience: { ...patient, answer: 50, retries: [0] } })
    ;(await agent.nextJob()).finishSilently()
    expect(await outcome).toEqual({ type: 'unknown', why: 'silence', next: 0 })
    expect(agent.printed).toHaveLength(1)
    expect(agent.received).toHaveLength(1)
  })

  it('is not running: a few tries, then the news that nothing was sent', async () => {
    const agent = await start({ dialect })
    const address = at(agent)
    await agent.stop()
    const { outcome, told } = print(address, report, { patience: { ...patient, retries: [0, 0] } })
    expect(await outcome).toEqual({ type: 'unreachable', blocked: false, next: 0 })
    expect(told).toEqual([
      { type: 'retrying', attempt: 1 },
      { type: 'retrying', attempt: 2 },
    ])
    await agent.startAgain()
    expect(agent.received).toEqual([])
  })

  it('starts while it is tried again', async () => {
    const agent = await start({ dialect })
    const address = at(agent)
    await agent.stop()
    let begun: Promise<void> | undefined
    const { outcome } = print(address, report, {
      patience: { ...patient, retries: Array.from({ length: 200 }, () => 10) },
      onProgress: ({ type }) => {
        if (type === 'retrying') begun ??= agent.startAgain()
      },
    })
    expect(await outcome).toEqual({ type: 'printed' })
    expect(agent.printed).toHaveLength(1)
  })

  it('is restarted in the middle of 40 labels: each is printed once', async () => {
    const agent = await start({ dialect })
    agent.hold()
    const first = print(at(agent), labels)
    for (let done = 0; done < 15; done += 1) (await agent.nextJob()).finish()
    const lost = await agent.nextJob()
    lost.finishSilently()
    await agent.stop()
    expect(await first.outcome).toEqual({ type: 'unknown', why: 'lost', next: 15 })
    expect(first.told.at(-1)).toEqual({ type: 'printed', done: 15, total: 40 })

    await agent.startAgain()
    // The person has looked at the printer: it printed.
    const second = print(at(agent), labels, { from: 16 })
    for (let done = 16; done < 40; done += 1) (await agent.nextJob()).finish()
    expect(await second.outcome).toEqual({ type: 'printed' })
    expect(second.told.at(-1)).toEqual({ type: 'printed', done: 40, total: 40 })
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

  it('is not reached where it is not trusted, and nothing is sent', async () => {
    const agent = await start({ certificate: makeCertificate() })
    const { outcome } = print(at(agent, '', 'wss'), report)
    expect(await outcome).toEqual({ type: 'unreachable', blocked: false, next: 0 })
    expect(agent.received).toEqual([])
  })
})

it('a browser that will not open the address ends it at once', async () => {
  const agent = await start()
  const { outcome } = print(at(agent), report, {
    patience: { ...patient, retries: [0, 0] },
    openSocket: () => {
      throw new DOMException('An insecure WebSocket connection may not be initiated', 'SecurityError')
    },
  })
  expect(await outcome).toEqual({ type: 'unreachable', blocked: true, next: 0 })
})

it('the late dialect answers a message with a strange field as it does in the field: not at all', async () => {
  const agent = await start({ dialect: 'late' })
  const socket = new WebSocket(at(agent).url)
  await new Promise((opened) => socket.once('open', opened))
  const heard: string[] = []
  socket.on('message', (data) => heard.push(textOf(data)))
  const request = { type: 'Dock', url: 'a.pdf', file_content: pdf, id: 'strange' }
  socket.send(JSON.stringify({ ...request, printer: 'Dock' }))
  socket.send(JSON.stringify({ ...request, id: 'plain' }))
  await new Promise((answered) => socket.once('message', answered))
  expect(heard.map((text) => JSON.parse(text).id)).toEqual(['plain'])
  socket.close()
})
