import { beforeEach, describe, expect, it } from 'vitest'
import { commentOf, Device, LANE as DOCUMENT, newIssuance, orderOf } from '#tests/support/outbox-device.ts'
import { loseAnswer, loseRequest, OutboxServer, onChanges, problem } from '#tests/support/outbox-server.ts'

// A new document whose answer was lost, at a server that ignores keys or has forgotten this one.

const DAY = 24 * 60 * 60_000
const LANE = 'issuance NEW-00000A'
let server: OutboxServer
let device: Device
beforeEach(() => {
  server = new OutboxServer()
  device = new Device({ server })
})
const create = async (page: ReturnType<Device['open']>) => {
  const { intent, document } = newIssuance('NEW-00000A')
  await page.box.append({ id: 'new', user: 'pia', lane: LANE, intent, document })
  await device.waitUntilIdle()
}
const why = (page: ReturnType<Device['open']>) => page.box.pendingOf(LANE)[0]?.why

describe('at a server without idempotency', () => {
  beforeEach(() => {
    server.remembersKeys = false
    device.remembersKeys = false
  })

  it.each([
    ['a lost answer', loseAnswer],
    ['a 500 after it was created', (answer: () => Response) => (answer(), new Response('', { status: 500 }))],
  ])(
    'creates no second document after %s: a person is asked, with the number of the existing one',
    async (_, fault) => {
      const page = device.open()
      server.fault = onChanges(fault)
      await create(page)
      server.fault = undefined
      await device.advance(10 * 60_000)
      expect(server.effects).toEqual(['pia: 10000901 created'])
      expect(why(page)).toEqual({ code: 'outbox.madeAlready', facts: { numbers: '10000901' } })
      page.box.resend('new')
      await device.waitUntilIdle()
      expect(server.effects).toHaveLength(2)
    },
  )

  it('also asks if no document with the same header is found, and after a reload', async () => {
    const before = device.open()
    server.fault = onChanges(loseRequest)
    await create(before)
    before.kill()
    server.fault = undefined
    const page = device.open()
    await device.advance(60_000)
    expect(server.effects).toEqual([])
    expect(why(page)?.code).toBe('outbox.maybeMade')
    page.box.resend('new')
    await device.waitUntilIdle()
    expect(server.effects).toEqual(['pia: 10000901 created'])
  })

  it('sends a document that was never sent without asking', async () => {
    const page = device.open()
    await create(page)
    expect(server.effects).toEqual(['pia: 10000901 created'])
    expect(page.box.state().operations).toEqual([])
  })
})

describe('a new line at a server without idempotency', () => {
  const [ONE, TWO] = ['B000000001', 'B000000002']
  beforeEach(() => {
    server.remembersKeys = false
    device.remembersKeys = false
    server.issuance('10000001')
  })
  const order = (page: ReturnType<Device['open']>, ...barcodes: readonly string[]) =>
    Promise.all(barcodes.map((barcode) => page.pick(barcode, { intent: orderOf(barcode) })))
  const whyLine = (page: ReturnType<Device['open']>) => page.box.pendingOf(DOCUMENT)[0]?.why?.code

  it('is confirmed and not resent if the document contains it', async () => {
    const page = device.open()
    server.fault = onChanges(loseAnswer)
    await order(page, ONE)
    await device.waitUntilIdle()
    server.fault = undefined
    await device.advance(10 * 60_000)
    expect(server.effects).toEqual([`pia: 10000001 ${ONE} RESERVED 40`])
    expect(page.box.state().operations).toEqual([])
    expect(page.told).toEqual([])
  })

  it('is resent if the document does not contain it, also after a reload', async () => {
    const before = device.open()
    server.fault = onChanges(loseRequest)
    await order(before, ONE)
    await device.waitUntilIdle()
    before.kill()
    server.fault = undefined
    const page = device.open()
    await device.advance(10 * 60_000)
    expect(server.effects).toEqual([`pia: 10000001 ${ONE} RESERVED 40`])
    expect(page.box.state().operations).toEqual([])
  })

  it('is held for a person if the document contains it with another quantity', async () => {
    const page = device.open()
    server.fault = onChanges(loseAnswer)
    await order(page, ONE)
    await device.waitUntilIdle()
    server.fault = undefined
    const [line] = server.issuances.get('10000001')?.lines ?? []
    if (line) Object.assign(line, { OrderQty: 7, Qty: 7 })
    await device.advance(10 * 60_000)
    expect(whyLine(page)).toBe('outbox.lineMaybe')
    expect(server.effects).toHaveLength(1)
    page.box.resend(ONE)
    await device.waitUntilIdle()
    expect(server.effects).toHaveLength(2)
  })

  it('is searched for before it is resent after 25 days, because its key is new', async () => {
    const page = device.open()
    server.fault = onChanges(loseAnswer)
    await order(page, ONE)
    await device.waitUntilIdle()
    page.signIn(null)
    device.now += 31 * DAY
    server.fault = undefined
    page.signIn('pia')
    await device.waitUntilIdle()
    expect(whyLine(page)).toBe('outbox.old')
    page.box.resend(ONE)
    await device.advance(10 * 60_000)
    expect(server.effects).toEqual([`pia: 10000001 ${ONE} RESERVED 40`])
    expect(page.box.state().operations).toEqual([])
  })

  it('of a call that partly succeeded is held for a person if it is missing; the others are confirmed', async () => {
    const page = device.open()
    page.signIn(null)
    await order(page, ONE, TWO)
    server.fault = onChanges(loseAnswer)
    page.signIn('pia')
    await device.waitUntilIdle()
    server.fault = undefined
    server.issuances.get('10000001')?.lines.pop()
    await device.advance(10 * 60_000)
    expect(page.box.pendingOf(DOCUMENT).map(({ id, why: held }) => [id, held?.code])).toEqual([
      [TWO, 'outbox.lineMaybe'],
    ])
  })
})

it('confirms a change whose answer was lost and whose retry is refused, if the server has it', async () => {
  server.remembersKeys = false
  device.remembersKeys = false
  server.issuance('10000001', 'B000000001')
  const page = device.open()
  server.fault = onChanges(loseAnswer)
  await page.pick('B000000001')
  await device.waitUntilIdle()
  server.fault = onChanges(() => problem('state_conflict'))
  await device.advance(10 * 60_000)
  expect(server.effects).toEqual(['pia: 10000001 B000000001 PICKED 40'])
  expect(page.told).toEqual([])
  expect(page.box.state().operations).toEqual([])
})

describe('a header at a server without idempotency', () => {
  beforeEach(() => {
    server.remembersKeys = false
    device.remembersKeys = false
    server.issuance('10000001')
  })
  const othersSave = (change: object) =>
    Object.assign(server.issuances.get('10000001')?.header ?? {}, change, { Status: 'RESERVED' })
  const edit = async (page: ReturnType<Device['open']>) => {
    await page.pick('edit', { intent: commentOf('gate 3') })
    await device.waitUntilIdle()
    server.fault = undefined
  }

  it('is confirmed if the document contains it, and keeps a later edit of another person', async () => {
    const page = device.open()
    server.fault = onChanges(loseAnswer)
    await edit(page)
    othersSave({ ReferenceNbr: 'PO 7' })
    await device.advance(10 * 60_000)
    expect(server.effects).toEqual(['pia: 10000001 gate 3'])
    expect(server.issuances.get('10000001')?.header).toMatchObject({ ReferenceNbr: 'PO 7' })
    expect(page.box.state().operations).toEqual([])
  })

  it('is rebuilt on the current document if it is not there', async () => {
    const page = device.open()
    server.fault = onChanges(loseRequest)
    await edit(page)
    othersSave({ ReferenceNbr: 'PO 7' })
    await device.advance(10 * 60_000)
    expect(server.effects).toEqual(['pia: 10000001 gate 3'])
    expect(server.changes().at(-1)?.body.IssuanceHeader).toMatchObject({
      Comments: 'gate 3',
      ReferenceNbr: 'PO 7',
    })
  })

  it('is refused with both values if another person has changed the same field meanwhile', async () => {
    const page = device.open()
    server.fault = onChanges(loseRequest)
    await edit(page)
    othersSave({ Comments: 'gate 5' })
    await device.advance(10 * 60_000)
    expect(server.effects).toEqual([])
    expect(page.box.pendingOf(DOCUMENT)[0]?.why).toEqual({
      code: 'outbox.headerConflict',
      facts: { list: 'Comment: someone else saved gate 5. You have gate 3.' },
    })
  })
})

it('searches for a document before it is resent after 25 days, because the server forgets its key', async () => {
  const page = device.open()
  server.fault = onChanges(loseAnswer)
  await create(page)
  page.signIn(null)
  device.now += 31 * DAY
  server.fault = undefined
  server.remembersKeys = false
  page.signIn('pia')
  await device.waitUntilIdle()
  expect(why(page)?.code).toBe('outbox.old')
  page.box.resend('new')
  await device.waitUntilIdle()
  expect(why(page)).toEqual({ code: 'outbox.madeAlready', facts: { numbers: '10000901' } })
  expect(server.effects).toEqual(['pia: 10000901 created'])
})
