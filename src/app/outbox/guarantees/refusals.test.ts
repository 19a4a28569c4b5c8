import { beforeEach, describe, expect, it } from 'vitest'
import { Device, LANE, type Page } from '#tests/support/outbox-device.ts'
import { holding, lostBefore, OutboxServer } from '#tests/support/outbox-server.ts'

const DAY = 24 * 60 * 60_000
let server: OutboxServer
let device: Device
beforeEach(() => {
  server = new OutboxServer()
  server.issuance('10000001', 'B000000001', 'B000000002')
  server.short.add('B000000001')
  device = new Device({ server })
})
const toldOn = (...pages: readonly Page[]) =>
  pages.map(({ told }) => told.map(({ operation }) => operation.id))
const REFUSED = { code: 'insufficientQuantity', facts: { barcode: 'B000000001' } }

describe('13. A refusal reaches its person, even if its screen is closed, after a reload, and on the next day.', () => {
  // What the person then hears and sees: src/features/outbox-screen/client/outbox-watch.test.tsx.
  it('its screen is gone: it is told on the page where it was done', async () => {
    const page = device.open()
    await page.pick('B000000001')
    await device.quiet()
    expect(toldOn(page)).toEqual([['B000000001']])
    expect(page.box.isTold('B000000001')).toBe(true)
    expect(page.box.waiting(LANE)[0]).toMatchObject({ state: 'refused', why: REFUSED })
  })

  it('another page sends: it is told where it was done, and once', async () => {
    const sender = device.open()
    const page = device.open()
    await page.pick('B000000001')
    await device.quiet()
    expect(toldOn(sender, page)).toEqual([[], ['B000000001']])
  })

  it('the page where it was done is gone: it is told on the one that sends', async () => {
    const sender = device.open()
    const page = device.open()
    const third = device.open()
    const { fault, letGo } = holding()
    server.fault = fault
    await page.pick('B000000001')
    await device.quiet()
    page.kill()
    letGo()
    await device.quiet()
    expect(toldOn(sender, page, third)).toEqual([['B000000001'], [], []])
  })

  it('after a reload and on the next day it is there with its reason, and goes on with a person’s word only', async () => {
    const before = device.open()
    await before.pick('B000000001')
    await device.quiet()
    await before.pick('B000000002')
    await device.quiet()
    before.kill()
    device.now += DAY
    const page = device.open()
    await device.pass(DAY)
    expect(await device.disk()).toEqual(['B000000001 refused', 'B000000002 here'])
    expect(page.box.waiting(LANE)[0]?.why).toEqual(REFUSED)
    expect(server.changes()).toHaveLength(1)
    server.short.clear()
    page.box.again('B000000001')
    await device.quiet()
    expect(server.effects).toEqual([
      'pia: 10000001 B000000001 PICKED 40',
      'pia: 10000001 B000000002 PICKED 40',
    ])
  })

  it('its word comes while nobody has a page open: it is told by the next one', async () => {
    const before = device.open()
    server.fault = lostBefore
    await before.pick('B000000001')
    before.kill()
    server.fault = undefined
    const page = device.open()
    await device.quiet()
    expect(toldOn(page)).toEqual([['B000000001']])
  })

  it('where its document is open on two pages it is told where it was done, and the other one hears of it', async () => {
    const heard: string[] = []
    const follow = ({ box, name }: Page) =>
      box.follow(LANE, ({ word }, isOurs) => {
        void isOurs.then((ours) => heard.push(`${name} ${word.type}${ours ? ', its own' : ''}`))
      })
    const sender = device.open()
    const page = device.open()
    follow(sender)
    follow(page)
    await page.pick('B000000001')
    await device.quiet()
    expect(heard.toSorted()).toEqual(['page 1 refused', 'page 2 refused, its own'])
    expect(toldOn(sender, page)).toEqual([[], []])
  })

  it('where its document is open on another page only, it is told where it was done all the same', async () => {
    const sender = device.open()
    const page = device.open()
    sender.box.follow(LANE, () => undefined)
    await page.pick('B000000001')
    await device.quiet()
    expect(toldOn(sender, page)).toEqual([[], ['B000000001']])
  })

  it('where it was done is gone and its document is open on a page that does not send, it is told on the one that sends', async () => {
    const sender = device.open()
    const page = device.open()
    const third = device.open()
    third.box.follow(LANE, () => undefined)
    const { fault, letGo } = holding()
    server.fault = fault
    await page.pick('B000000001')
    await device.quiet()
    page.kill()
    letGo()
    await device.quiet()
    expect(toldOn(sender, third)).toEqual([['B000000001'], []])
  })
})
