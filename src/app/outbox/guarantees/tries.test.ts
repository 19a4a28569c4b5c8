import { beforeEach, describe, expect, it } from 'vitest'
import { Device, LANE } from '#tests/support/outbox-device.ts'
import { type Fault, loseRequest, OutboxServer, onChanges, problem } from '#tests/support/outbox-server.ts'

const OTHER = 'issuance 10000002'
let server: OutboxServer
let device: Device
beforeEach(() => {
  server = new OutboxServer()
  server.issuance('10000001', 'B000000001', 'B000000002', 'B000000003')
  server.issuance('10000002', 'B000000004')
  device = new Device({ server })
})
const DONE = ['pia: 10000001 B000000001 PICKED 40']

// The browser's events are in installed.test.ts.
describe('4. Sending is retried on append, on becoming the leader tab, on `online`, `visibilitychange` and `pageshow`, and by a timer that never ends.', () => {
  it('sends an appended operation without waiting for a failed one', async () => {
    const page = device.open()
    server.fault = loseRequest
    await page.pick('B000000001')
    await device.waitUntilIdle()
    server.fault = undefined
    await page.pick('B000000004', { lane: OTHER })
    await device.waitUntilIdle()
    expect(server.effects).toEqual(['pia: 10000002 B000000004 PICKED 40'])
  })

  it('when the tab becomes the leader tab', async () => {
    server.fault = loseRequest
    const sender = device.open()
    device.open()
    await sender.pick('B000000001')
    await device.waitUntilIdle()
    server.fault = undefined
    sender.kill()
    await device.waitUntilIdle()
    expect(server.effects).toEqual(DONE)
  })

  it('when a retry may succeed now', async () => {
    const page = device.open()
    server.fault = loseRequest
    await page.pick('B000000001')
    await device.advance(100_000)
    server.fault = undefined
    page.box.retryNow()
    await device.waitUntilIdle()
    expect(server.effects).toEqual(DONE)
  })

  it('by a timer of at most half a minute, also after a long outage', async () => {
    const page = device.open()
    server.fault = loseRequest
    await page.pick('B000000001')
    for (const ms of [60_000, 30 * 60_000]) {
      const before = server.received.length
      await device.advance(ms)
      expect(server.received.length - before).toBeGreaterThanOrEqual(Math.floor(ms / 31_000))
    }
    server.fault = undefined
    await device.advance(31_000)
    expect(server.effects).toEqual(DONE)
  })

  it.each([-3, 3, -100_000])('by a timer, even if the device’s clock is changed by %i h', async (hours) => {
    const page = device.open()
    server.fault = loseRequest
    await page.pick('B000000001')
    await device.advance(120_000)
    device.clockOffsetMs = hours * 3_600_000
    server.fault = undefined
    await device.advance(31_000)
    expect(server.effects).toEqual(DONE)
    await page.pick('B000000002')
    await device.waitUntilIdle()
    expect(server.effects).toHaveLength(2)
  })

  it.each([0.2, 0.3, 0.4])(
    'by a timer that fires early, with %f ms between two reads of the clock',
    async (looks) => {
      device.early = { timers: 0.5, looks }
      const page = device.open()
      server.fault = loseRequest
      await page.pick('B000000001')
      await device.advance(120_000)
      server.fault = undefined
      await device.advance(31_000)
      expect(server.effects).toEqual(DONE)
    },
  )

  it('immediately when a page that is not the leader tab reports that a retry may succeed', async () => {
    const sender = device.open()
    const other = device.open()
    server.fault = loseRequest
    await sender.pick('B000000001')
    await device.advance(100_000)
    server.fault = undefined
    other.box.retryNow()
    await device.waitUntilIdle()
    expect(server.effects).toEqual(DONE)
  })

  it('by a separate timer for each document', async () => {
    const page = device.open()
    server.fault = loseRequest
    await page.pick('B000000001')
    await page.pick('B000000004', { lane: OTHER })
    await device.waitUntilIdle()
    server.fault = undefined
    await device.advance(60_000)
    expect(server.effects.toSorted()).toEqual([...DONE, 'pia: 10000002 B000000004 PICKED 40'])
  })

  it('by a timer if the disk cannot be read at the start', async () => {
    const page = device.open(null)
    await page.pick('B000000001')
    page.kill()
    let broken = true
    const reading = page.storage.read
    device.open('pia', {
      ...page.storage,
      read: () => (broken ? Promise.reject(new Error('Busy')) : reading()),
    })
    await device.advance(60_000)
    expect(server.effects).toEqual([])
    broken = false
    await device.advance(60_000)
    expect(server.effects).toEqual(DONE)
  })
})

describe('5. The page of a captive portal is not a response. A malformed response of the server is held with its text.', () => {
  const portal = () => new Response('<!doctype html><title>Guests, sign in</title>')

  it('resends a call that was answered with a page until the server answers', async () => {
    const page = device.open()
    server.fault = onChanges(portal)
    await page.pick('B000000001')
    await device.advance(60_000)
    expect(await device.disk()).toEqual(['B000000001 sent'])
    expect(server.effects).toEqual([])
    server.fault = undefined
    await device.advance(60_000)
    expect(server.effects).toEqual(DONE)
    expect(await device.disk()).toEqual([])
  })

  it('retries a read of the document that was answered with a page', async () => {
    const page = device.open()
    server.fault = portal
    await page.pick('B000000001')
    await device.advance(60_000)
    expect(await device.disk()).toEqual(['B000000001 here'])
    server.fault = undefined
    await device.advance(60_000)
    expect(server.effects).toEqual(DONE)
  })

  it.each([
    ['no JSON', 'not JSON'],
    ['JSON of another shape', 'JSON of another shape'],
  ])('holds an answer that is %s with its text, and continues with other documents', async (_, text) => {
    const page = device.open()
    server.fault = onChanges((answer) => {
      answer()
      return new Response(text)
    })
    await page.pick('B000000001')
    await device.waitUntilIdle()
    server.fault = undefined
    await page.pick('B000000002')
    await page.pick('B000000004', { lane: OTHER })
    await device.advance(60_000)
    expect(await device.disk()).toEqual(['B000000001 held', 'B000000002 here'])
    expect(page.box.pendingOf(LANE)[0]?.why?.raw).toContain(text)
    expect(server.effects).toEqual([...DONE, 'pia: 10000002 B000000004 PICKED 40'])
    // The retry gets the stored answer: it had one effect.
    page.box.resend('B000000001')
    await device.waitUntilIdle()
    expect(await device.disk()).toEqual([])
    expect(server.effects.filter((each) => each === DONE[0])).toHaveLength(1)
  })
})

describe('9. After five equal failures, or an unreadable response, an operation is held and can be exported; the others continue.', () => {
  it('after the same server failure five times in a row', async () => {
    const page = device.open()
    server.fault = onChanges((answer, { body }) =>
      body.IssuanceHeader.TagNbr === '10000001' ? problem('internal_error') : answer(),
    )
    await page.pick('B000000001')
    await page.pick('B000000004', { lane: OTHER })
    await device.advance(10 * 60_000)
    expect(await device.disk()).toEqual(['B000000001 held'])
    expect(server.changes().filter(({ key }) => key === 'B000000001')).toHaveLength(5)
    expect(server.effects).toEqual(['pia: 10000002 B000000004 PICKED 40'])
    expect(page.told.map(({ operation, result }) => `${operation.id} ${result.type}`)).toEqual([
      'B000000001 held',
    ])
    // It is stored as sent, with the reason: the export contains both.
    expect(page.box.state().batches['B000000001']?.operations).toEqual(['B000000001'])
    expect(page.box.pendingOf(LANE)[0]?.why?.facts).toMatchObject({ status: 500 })
    server.fault = undefined
    page.box.resend('B000000001')
    await device.waitUntilIdle()
    expect(server.effects.slice(1)).toEqual(DONE)
  })

  it.each([
    [403, '<html><title>Forbidden</title></html>'],
    [404, '404 page not found'],
    [404, '{"error":"Not Found"}'],
    [407, 'Proxy authentication required'],
    [408, 'Request timeout'],
    [413, '<html><title>Too large</title></html>'],
    [421, 'Misdirected request'],
    [425, 'Too early'],
  ])('does not treat a %i of a proxy as a refusal: %s', async (status, text) => {
    const page = device.open()
    let isForeign = true
    server.fault = onChanges((answer) => (isForeign ? new Response(text, { status }) : answer()))
    await page.pick('B000000001')
    await device.advance(5000)
    expect(await device.disk()).toEqual(['B000000001 sent'])
    isForeign = false
    await device.advance(60_000)
    expect(server.effects).toEqual(DONE)
    expect(page.told).toEqual([])
    isForeign = true
    await page.pick('B000000002')
    await device.advance(10 * 60_000)
    expect(await device.disk()).toEqual(['B000000002 held'])
    expect(page.box.pendingOf(LANE)[0]?.why?.facts).toMatchObject({ status, problem: 'not_from_server' })
  })

  it('does not treat a proxy’s page instead of the document as a refusal', async () => {
    const page = device.open()
    server.fault = () => new Response('404 page not found', { status: 404 })
    await page.pick('B000000001')
    await device.advance(5000)
    server.fault = undefined
    await device.advance(60_000)
    expect(server.effects).toEqual(DONE)
    expect(page.told).toEqual([])
  })

  it('asks no one after four failures and then an answer', async () => {
    const page = device.open()
    let failures = 0
    server.fault = onChanges((answer) => {
      failures += 1
      return failures <= 4 ? problem('internal_error') : answer()
    })
    await page.pick('B000000001')
    await device.advance(10 * 60_000)
    expect(server.effects).toEqual(DONE)
    expect(page.told).toEqual([])
  })

  it.each<readonly [string, Fault]>([
    ['that cannot be reached', loseRequest],
    ['that reports it', () => problem('unavailable')],
    ['whose proxy answers for it', () => new Response('Bad gateway', { status: 502 })],
    ['that is overloaded', () => problem('too_many_requests')],
    ['whose proxy is overloaded', () => new Response('<html>', { status: 429 })],
    ['whose proxy is down', () => new Response('<html>', { status: 503 })],
  ])('never treats a server %s as a failure', async (_, fault) => {
    const page = device.open()
    server.fault = onChanges(fault)
    await page.pick('B000000001')
    await device.advance(30 * 60_000)
    expect(await device.disk()).toEqual(['B000000001 sent'])
    expect(page.told).toEqual([])
    server.fault = undefined
    await device.advance(60_000)
    expect(server.effects).toEqual(DONE)
  })

  it('for an unreadable operation that another release has stored', async () => {
    const before = device.open(null)
    await before.pick('B000000001', { intent: { type: 'line', kind: 'bouquet', step: 'tie' } as never })
    await before.pick('B000000004', { lane: OTHER })
    before.kill()
    const page = device.open()
    await device.advance(60_000)
    expect(await device.disk()).toEqual(['B000000001 held'])
    expect(page.told.map(({ operation }) => operation.id)).toEqual(['B000000001'])
    expect(server.effects).toEqual(['pia: 10000002 B000000004 PICKED 40'])
  })
})
