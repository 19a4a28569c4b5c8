import { beforeEach, describe, expect, it } from 'vitest'
import { Device, LANE, type Page } from '#tests/support/outbox-device.ts'
import { holdChanges, loseRequest, OutboxServer } from '#tests/support/outbox-server.ts'

const DAY = 24 * 60 * 60_000
let server: OutboxServer
let device: Device
beforeEach(() => {
  server = new OutboxServer()
  server.issuance('10000001', 'B000000001', 'B000000002')
  server.outOfStock.add('B000000001')
  device = new Device({ server })
})
const reportedOn = (...pages: readonly Page[]) =>
  pages.map(({ told }) => told.map(({ operation }) => operation.id))
const REFUSED = { code: 'insufficientQuantity', facts: { barcode: 'B000000001' } }

describe('13. A refusal reaches its person, even if its screen is closed, after a reload, and on the next day.', () => {
  // The person's view: src/features/outbox-screen/client/outbox-watch.test.tsx.
  it('reports it on the page of origin if its screen is closed', async () => {
    const page = device.open()
    await page.pick('B000000001')
    await device.waitUntilIdle()
    expect(reportedOn(page)).toEqual([['B000000001']])
    expect(page.box.isReported('B000000001')).toBe(true)
    expect(page.box.pendingOf(LANE)[0]).toMatchObject({ state: 'refused', why: REFUSED })
  })

  it('reports it once, on the page of origin, if another page sends', async () => {
    const sender = device.open()
    const page = device.open()
    await page.pick('B000000001')
    await device.waitUntilIdle()
    expect(reportedOn(sender, page)).toEqual([[], ['B000000001']])
  })

  it('reports it on the leader tab if the page of origin is closed', async () => {
    const sender = device.open()
    const page = device.open()
    const third = device.open()
    const { fault, letGo } = holdChanges()
    server.fault = fault
    await page.pick('B000000001')
    await device.waitUntilIdle()
    page.kill()
    letGo()
    await device.waitUntilIdle()
    expect(reportedOn(sender, page, third)).toEqual([['B000000001'], [], []])
  })

  it('keeps it with its reason after a reload and a day, and resends it only when a person confirms', async () => {
    const before = device.open()
    await before.pick('B000000001')
    await device.waitUntilIdle()
    await before.pick('B000000002')
    await device.waitUntilIdle()
    before.kill()
    device.now += DAY
    const page = device.open()
    await device.advance(DAY)
    expect(await device.disk()).toEqual(['B000000001 refused', 'B000000002 here'])
    expect(page.box.pendingOf(LANE)[0]?.why).toEqual(REFUSED)
    expect(server.changes()).toHaveLength(1)
    server.outOfStock.clear()
    page.box.resend('B000000001')
    await device.waitUntilIdle()
    expect(server.effects).toEqual([
      'pia: 10000001 B000000001 PICKED 40',
      'pia: 10000001 B000000002 PICKED 40',
    ])
  })

  it('reports on the next page a result that arrives while no page is open', async () => {
    const before = device.open()
    server.fault = loseRequest
    await before.pick('B000000001')
    before.kill()
    server.fault = undefined
    const page = device.open()
    await device.waitUntilIdle()
    expect(reportedOn(page)).toEqual([['B000000001']])
  })

  it('reports it on the page of origin if its document is open on two pages, and notifies the other', async () => {
    const reported: string[] = []
    const follow = ({ box, name }: Page) =>
      box.follow(LANE, ({ result }, isOurs) => {
        void isOurs.then((ours) => reported.push(`${name} ${result.type}${ours ? ', its own' : ''}`))
      })
    const sender = device.open()
    const page = device.open()
    follow(sender)
    follow(page)
    await page.pick('B000000001')
    await device.waitUntilIdle()
    expect(reported.toSorted()).toEqual(['page 1 refused', 'page 2 refused, its own'])
    expect(reportedOn(sender, page)).toEqual([[], []])
  })

  it('reports it on the page of origin even if its document is open on another page only', async () => {
    const sender = device.open()
    const page = device.open()
    sender.box.follow(LANE, () => undefined)
    await page.pick('B000000001')
    await device.waitUntilIdle()
    expect(reportedOn(sender, page)).toEqual([[], ['B000000001']])
  })

  it('reports it on the leader tab if the page of origin is closed and another page shows the document', async () => {
    const sender = device.open()
    const page = device.open()
    const third = device.open()
    third.box.follow(LANE, () => undefined)
    const { fault, letGo } = holdChanges()
    server.fault = fault
    await page.pick('B000000001')
    await device.waitUntilIdle()
    page.kill()
    letGo()
    await device.waitUntilIdle()
    expect(reportedOn(sender, third)).toEqual([['B000000001'], []])
  })
})
