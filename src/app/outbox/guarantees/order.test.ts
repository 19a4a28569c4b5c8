import { beforeEach, describe, expect, it } from 'vitest'
import { createStorage } from '#app/outbox/storage.ts'
import { Device, LANE, newIssuance, orderOf } from '#tests/support/outbox-device.ts'
import {
  holdChanges,
  loseAnswer,
  loseRequest,
  OutboxServer,
  onChanges,
} from '#tests/support/outbox-server.ts'

const OTHER = 'issuance 10000002'
let server: OutboxServer
beforeEach(() => {
  server = new OutboxServer()
  server.issuance('10000001', 'B000000001', 'B000000002', 'B000000003')
  server.issuance('10000002', 'B000000004', 'B000000005')
})
// The sent calls, as 'document: barcodes'.
const sent = () =>
  server
    .changes()
    .map(({ body }) =>
      [
        body.IssuanceHeader.TagNbr || 'new',
        ...(body.InventoryLines ?? []).map((line: { BarcodeID: string }) => line.BarcodeID),
      ].join(' '),
    )

describe('2. Operations of a document stay in order; documents are independent; a create comes before the changes of its document.', () => {
  it('sends one call at a time within a document, in the order of the operations', async () => {
    const device = new Device({ server })
    const { fault, letGo } = holdChanges()
    server.fault = fault
    const page = device.open()
    await page.pick('B000000001')
    await device.waitUntilIdle()
    await page.pick('B000000002')
    await page.pick('B000000003')
    await device.waitUntilIdle()
    expect(sent()).toEqual(['10000001 B000000001'])
    letGo()
    await device.waitUntilIdle()
    expect(sent()).toEqual(['10000001 B000000001', '10000001 B000000002 B000000003'])
    expect(await device.disk()).toEqual([])
  })

  it('blocks only its own document with a refused step', async () => {
    const device = new Device({ server })
    server.outOfStock.add('B000000001')
    const page = device.open()
    await page.pick('B000000001')
    await device.waitUntilIdle()
    await page.pick('B000000002')
    await page.pick('B000000004', { lane: OTHER })
    await device.waitUntilIdle()
    expect(server.effects).toEqual(['pia: 10000002 B000000004 PICKED 40'])
    expect(await device.disk()).toEqual(['B000000001 refused', 'B000000002 here'])
  })

  it('blocks no other document while an answer is missing', async () => {
    const device = new Device({ server })
    const { fault } = holdChanges()
    server.fault = (answer, asked) =>
      asked.body?.IssuanceHeader.TagNbr === '10000001' ? fault(answer, asked) : answer()
    const page = device.open()
    await page.pick('B000000001')
    await page.pick('B000000004', { lane: OTHER })
    await page.pick('B000000005', { lane: OTHER })
    await device.waitUntilIdle()
    expect(server.effects).toEqual([
      'pia: 10000002 B000000004 PICKED 40',
      'pia: 10000002 B000000005 PICKED 40',
    ])
    expect(await device.disk()).toEqual(['B000000001 sent'])
  })

  it('sends a new document first, then its lines under its assigned number', async () => {
    const device = new Device({ server })
    server.fault = loseRequest
    const page = device.open()
    const lane = 'issuance NEW-00000A'
    const { intent, document } = newIssuance('NEW-00000A')
    await page.box.append({ id: 'new', user: 'pia', lane, intent, document })
    await page.pick('B000000008', { lane, intent: orderOf('B000000008') })
    await page.pick('B000000009', { lane, intent: orderOf('B000000009') })
    await device.waitUntilIdle()
    server.fault = undefined
    await device.advance(60_000)
    expect(server.effects).toEqual([
      'pia: 10000901 created',
      'pia: 10000901 B000000008 RESERVED 40',
      'pia: 10000901 B000000009 RESERVED 40',
    ])
    expect(page.box.nameOf(lane)).toBe('issuance 10000901')
    expect(await device.disk()).toEqual([])
  })

  it('keeps the lines of a refused new document pending', async () => {
    const device = new Device({ server })
    server.fault = onChanges(() => Response.json({ Message: 'No more today', TagNbr: null }))
    const page = device.open()
    const lane = 'issuance NEW-00000A'
    const { intent, document } = newIssuance('NEW-00000A')
    await page.box.append({ id: 'new', user: 'pia', lane, intent, document })
    await page.pick('B000000009', { lane, intent: orderOf('B000000009') })
    await device.advance(60_000)
    expect(await device.disk()).toEqual(['new refused', 'B000000009 here'])
    expect(sent()).toEqual(['new'])
  })
})

describe('3. Any tab appends, one tab sends. Two tabs that send do no harm, because of the idempotency key.', () => {
  it('sends what another tab appends from the leader tab, and notifies both tabs of the result', async () => {
    const device = new Device({ server })
    const sender = device.open()
    const other = device.open()
    const heard: string[] = []
    other.box.follow(LANE, ({ operation, result }) => heard.push(`${operation.id} ${result.type}`))
    await device.waitUntilIdle()
    const { fault, letGo } = holdChanges()
    server.fault = fault
    await other.pick('B000000001')
    await device.waitUntilIdle()
    expect([sender.box.state().isLeader, other.box.state().isLeader]).toEqual([true, false])
    expect(sender.box.pendingOf(LANE).map(({ state }) => state)).toEqual(['sent'])
    letGo()
    await device.waitUntilIdle()
    expect(server.effects).toEqual(['pia: 10000001 B000000001 PICKED 40'])
    expect(heard).toEqual(['B000000001 confirmed'])
    expect([sender, other].map(({ box }) => box.pendingOf(LANE).length)).toEqual([0, 0])
  })

  it('gives each operation its own position when two tabs append at the same time', async () => {
    const device = new Device({ server })
    const [one, other] = [device.open(null), device.open(null)]
    await Promise.all([one.pick('B000000001'), other.pick('B000000002'), one.pick('B000000003')])
    await device.waitUntilIdle()
    const places = one.box.pendingOf(LANE).map(({ seq }) => seq)
    expect(places).toEqual([1, 2, 3])
    expect(other.box.pendingOf(LANE)).toEqual(one.box.pendingOf(LANE))
  })

  it('resends the call of a closed tab from the next leader tab, under the same key', async () => {
    const device = new Device({ server })
    const { fault } = holdChanges()
    server.fault = fault
    const dying = device.open()
    const next = device.open()
    await dying.pick('B000000001')
    await device.waitUntilIdle()
    server.fault = onChanges(loseAnswer)
    dying.kill()
    await device.waitUntilIdle()
    server.fault = undefined
    await device.advance(60_000)
    expect(next.box.state().isLeader).toBe(true)
    expect(new Set(server.changes().map(({ key }) => key))).toEqual(new Set(['B000000001']))
    expect(server.changes().length).toBeGreaterThanOrEqual(3)
    expect(server.effects).toEqual(['pia: 10000001 B000000001 PICKED 40'])
    expect(await device.disk()).toEqual([])
  })

  it('sends from each tab without locks: the same call under the same key, with one effect', async () => {
    const device = new Device({ server, locks: false })
    const { fault, letGo } = holdChanges()
    server.fault = fault
    const [one, other] = [device.open(), device.open()]
    await device.waitUntilIdle()
    await Promise.all([one.pick('B000000001'), one.pick('B000000002'), other.pick('B000000003')])
    await device.waitUntilIdle()
    letGo()
    await device.advance(60_000)
    expect([one.box.state().isLeader, other.box.state().isLeader]).toEqual([true, true])
    expect(server.effects.toSorted()).toEqual([
      'pia: 10000001 B000000001 PICKED 40',
      'pia: 10000001 B000000002 PICKED 40',
      'pia: 10000001 B000000003 PICKED 40',
    ])
    // One key always has the same body.
    const bodies = new Map(server.changes().map(({ key, body }) => [key, JSON.stringify(body)]))
    for (const { key, body } of server.changes()) expect(JSON.stringify(body)).toBe(bodies.get(key))
    expect(await device.disk()).toEqual([])
    expect([one, other].map(({ box }) => box.pendingOf(LANE).length)).toEqual([0, 0])
  })

  it('uses the call that one of two tabs has built first for the same operations', async () => {
    const device = new Device({ server, locks: false })
    const reading = holdChanges()
    const answering = holdChanges()
    let reads = 0
    server.fault = (answer, asked) => {
      if (!asked.call.startsWith('GET')) return answering.fault(answer, asked)
      reads += 1
      return reads === 1 ? reading.fault(answer, { ...asked, call: 'POST' }) : answer()
    }
    // The first page is sending its first pick when the second page starts with all three.
    const one = device.open()
    await one.pick('B000000001')
    await device.waitUntilIdle()
    await one.pick('B000000002')
    await one.pick('B000000003')
    const other = device.open()
    await device.waitUntilIdle()
    expect(sent()).toEqual(['10000001 B000000001 B000000002 B000000003'])
    reading.letGo()
    await device.waitUntilIdle()
    answering.letGo()
    await device.advance(60_000)
    expect(new Set(server.changes().map(({ key }) => key))).toEqual(new Set(['B000000001+2']))
    expect(server.effects).toHaveLength(3)
    expect([one, other].map(({ box }) => box.pendingOf(LANE).length)).toEqual([0, 0])
    expect(await device.disk()).toEqual([])
    expect((await createStorage().read()).batches).toEqual([])
  })

  it('restores an operation that one tab discards while the other packs it, and reports its result', async () => {
    const device = new Device({ server, locks: false })
    let full = false
    const storage = createStorage()
    const write: typeof storage.write = (...given) =>
      full ? Promise.reject(new DOMException('Full', 'QuotaExceededError')) : storage.write(...given)
    const [one, other] = [device.open(null), device.open(null, { ...storage, write })]
    await one.pick('B000000001')
    await one.pick('B000000002')
    await device.waitUntilIdle()
    full = true
    expect(other.box.discard('B000000001')).toBe(true)
    expect(other.box.pendingOf(LANE)).toHaveLength(1)
    server.fault = onChanges(loseRequest)
    one.signIn('pia')
    await device.waitUntilIdle()
    full = false
    const elsewhere: string[] = []
    other.box.onChangedElsewhere(LANE, () => elsewhere.push('heard'))
    await device.advance(10_000)
    expect(await device.disk()).toEqual(['B000000001 sent', 'B000000002 sent'])
    expect(other.box.pendingOf(LANE).map(({ id, state }) => `${id} ${state}`)).toEqual(await device.disk())
    expect(elsewhere).toEqual(['heard'])
    server.fault = undefined
    await device.advance(120_000)
    expect(server.effects).toEqual([
      'pia: 10000001 B000000001 PICKED 40',
      'pia: 10000001 B000000002 PICKED 40',
    ])
    expect(await device.disk()).toEqual([])
    expect([one, other].map(({ box }) => box.pendingOf(LANE).length)).toEqual([0, 0])
  })
})
