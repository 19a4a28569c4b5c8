import { beforeEach, describe, expect, it } from 'vitest'
import { Device, LANE, pickOf } from '#tests/support/outbox-device.ts'
import {
  holding,
  lostAfter,
  lostBefore,
  OutboxServer,
  onChanges,
  problem,
} from '#tests/support/outbox-server.ts'

const OTHER = 'issuance 10000002'
const DAY = 24 * 60 * 60_000
let server: OutboxServer
let device: Device
beforeEach(() => {
  server = new OutboxServer()
  server.issuance('10000001', 'B000000001', 'B000000002', 'B000000003')
  server.issuance('10000002', 'B000000004')
  device = new Device({ server })
})
const BARCODES = ['B000000001', 'B000000002', 'B000000003']
const people = () => server.asked.map(({ person }) => person)

describe('rights that are withdrawn for a while cost no work', () => {
  it.each(['key_missing', 'read_only', 'group_missing', 'location_not_allowed', 'person_inactive'] as const)(
    '%s holds what waits with its cause, and it is sent once rights are read again',
    async (code) => {
      const page = device.open()
      server.fault = lostBefore
      await page.pick('B000000001')
      await device.quiet()
      await page.pick('B000000002')
      await page.pick('B000000003')
      server.fault = onChanges(() => problem(code))
      await device.pass(10 * 60_000)
      expect(await device.disk()).toEqual(BARCODES.map((barcode) => `${barcode} held`))
      expect(page.box.waiting(LANE)[0]?.why?.code).toBe(`outbox.rights.${code}`)
      // The right is still missing: nobody is told a second time.
      page.box.rightsRead()
      await device.quiet()
      expect(page.told.map(({ operation }) => operation.id)).toEqual(BARCODES)
      server.fault = undefined
      await device.pass(60_000)
      expect(server.effects).toEqual([])
      page.box.rightsRead()
      await device.quiet()
      expect(server.effects).toHaveLength(3)
      expect(await device.disk()).toEqual([])
    },
  )

  it('a refusal that comes after the right is back is not held: it is tried again', async () => {
    const page = device.open()
    const { fault, letGo } = holding(() => problem('key_missing'))
    server.fault = fault
    await page.pick('B000000001')
    await device.quiet()
    page.box.rightsRead()
    letGo()
    await device.quiet()
    server.fault = undefined
    await device.pass(60_000)
    expect(page.told).toEqual([])
    expect(server.effects).toHaveLength(1)
  })

  it('and goes out by hand, too', async () => {
    const page = device.open()
    server.fault = onChanges(() => problem('key_missing'))
    await page.pick('B000000001')
    await device.quiet()
    server.fault = undefined
    page.box.again('B000000001')
    await device.quiet()
    expect(server.effects).toHaveLength(1)
  })

  it('a document that is not found because the location was withdrawn is not gone', async () => {
    const page = device.open()
    server.withdrawn.add('pia')
    await page.pick('B000000001')
    await device.quiet()
    expect(await device.disk()).toEqual(['B000000001 held'])
    expect(page.box.waiting(LANE)[0]?.why?.code).toBe('outbox.rights.location_not_allowed')
    server.withdrawn.clear()
    page.box.rightsRead()
    await device.quiet()
    expect(server.effects).toHaveLength(1)
  })
})

describe("6. Operations belong to a person, and are never sent with another person's token.", () => {
  it('a change of nobody is not stored: no sign-in would ever send it', async () => {
    const page = device.open(null)
    const appending = { id: 'one', user: '', lane: LANE, intent: pickOf('B000000001') }
    expect(await page.box.append(appending)).toEqual({ ok: false, error: 'notSaved' })
    expect(await device.disk()).toEqual([])
  })

  it('what waits of one person stays where it is while another one works', async () => {
    server.fault = lostBefore
    const page = device.open('pia')
    await page.pick('B000000001')
    await device.quiet()
    page.signIn('ravi')
    server.fault = undefined
    server.asked.splice(0)
    await page.pick('B000000002')
    await page.pick('B000000004', { lane: OTHER })
    await device.pass(60_000)
    // Ravi's pick of the same document waits behind Pia's.
    expect(server.effects).toEqual(['ravi: 10000002 B000000004 PICKED 40'])
    expect(new Set(people())).toEqual(new Set(['ravi']))
    expect(await device.disk()).toEqual(['B000000001 here', 'B000000002 here'])
    page.signIn('pia')
    await device.pass(60_000)
    page.signIn('ravi')
    await device.pass(60_000)
    expect(server.effects.slice(1)).toEqual([
      'pia: 10000001 B000000001 PICKED 40',
      'ravi: 10000001 B000000002 PICKED 40',
    ])
  })

  it('somebody signs in while a call is being written: it does not go out', async () => {
    const { fault, letGo } = holding()
    server.fault = (answer, asked) =>
      asked.call.startsWith('GET') ? fault(answer, { ...asked, call: '' }) : answer()
    const page = device.open('pia')
    await page.pick('B000000001')
    await device.quiet()
    expect(server.asked).toHaveLength(1)
    page.signIn('ravi')
    letGo()
    await device.pass(60_000)
    expect(server.changes()).toEqual([])
    expect(server.effects).toEqual([])
  })

  it('nor is a document read for another one’s work', async () => {
    const page = device.open(null)
    await page.pick('B000000001')
    page.signIn('ravi')
    await device.pass(60_000)
    expect(server.asked).toEqual([])
  })
})

describe('6. where the outbox has not heard yet who has signed in', () => {
  it('a stored call does not go out with their token', async () => {
    server.fault = onChanges(lostBefore)
    const page = device.open('pia')
    await page.pick('B000000001')
    await device.quiet()
    server.fault = undefined
    device.now += 60_000
    page.signInUnheard('ravi')
    await page.pick('B000000004', { lane: OTHER })
    await device.quiet()
    expect(server.effects).toEqual([])
    expect(server.changes().filter(({ person }) => person === 'ravi')).toEqual([])
  })

  it('a document is not read with their token', async () => {
    const page = device.open('pia')
    await device.quiet()
    page.signInUnheard('ravi')
    await page.box.append({ id: 'hers', user: 'pia', lane: LANE, intent: pickOf('B000000001') })
    await device.quiet()
    expect(server.asked).toEqual([])
  })
})

describe('7. An ended sign-in holds operations and never drops them.', () => {
  it('what was refused for the sign-in stays, and goes on under its key after the next one', async () => {
    const page = device.open('pia')
    const { fault, letGo } = holding((answer) => {
      server.signedOut.add('pia')
      return answer()
    })
    server.fault = fault
    await page.pick('B000000001')
    await device.quiet()
    letGo()
    server.fault = undefined
    await device.pass(60_000)
    await page.pick('B000000004', { lane: OTHER })
    await device.pass(60_000)
    expect(await device.disk()).toEqual(['B000000001 sent', 'B000000004 here'])
    expect(server.effects).toEqual([])
    // No request is sent.
    expect(server.changes()).toHaveLength(1)
    server.signedOut.clear()
    page.signIn('pia')
    await device.pass(60_000)
    expect(server.effects).toEqual([
      'pia: 10000001 B000000001 PICKED 40',
      'pia: 10000002 B000000004 PICKED 40',
    ])
    expect(server.changes().map(({ key }) => key)).toEqual(['B000000001', 'B000000001', 'B000000004'])
    expect(await device.disk()).toEqual([])
  })

  it('also where the page was gone in between, and where the server had done it', async () => {
    const before = device.open('pia')
    server.fault = onChanges(lostAfter)
    await before.pick('B000000001')
    await device.quiet()
    before.kill()
    server.fault = undefined
    server.signedOut.add('pia')
    const page = device.open(null)
    await device.pass(DAY)
    expect(await device.disk()).toEqual(['B000000001 sent'])
    server.signedOut.clear()
    page.signIn('pia')
    await device.quiet()
    expect(server.effects).toEqual(['pia: 10000001 B000000001 PICKED 40'])
    expect(await device.disk()).toEqual([])
  })
})

describe('8. No operation expires silently: the server keeps keys for 30 days, and from 25 days on the app asks a person.', () => {
  // tests/integration/platform/idempotency.test.ts has the 30 days of the server.
  it('what waited for 25 days is held and not sent, and goes out with a person’s word', async () => {
    server.fault = lostBefore
    const before = device.open('pia')
    await before.pick('B000000001')
    await device.quiet()
    before.kill()
    server.fault = undefined
    device.now += 25 * DAY
    const page = device.open('pia')
    await device.pass(60_000)
    expect(await device.disk()).toEqual(['B000000001 held'])
    expect(page.box.waiting(LANE)[0]?.why).toEqual({ code: 'outbox.old', facts: {} })
    expect(page.told.map(({ operation }) => operation.id)).toEqual(['B000000001'])
    expect(server.changes()).toEqual([])
    page.box.again('B000000001')
    await device.quiet()
    expect(server.effects).toEqual(['pia: 10000001 B000000001 PICKED 40'])
    expect(await device.disk()).toEqual([])
  })

  it('what was sent before is asked about, too, and goes again as a new change of the document as it is now', async () => {
    server.fault = onChanges(lostAfter)
    const before = device.open('pia')
    await before.pick('B000000001')
    await device.quiet()
    before.kill()
    server.fault = undefined
    device.now += 25 * DAY
    const page = device.open('pia')
    await device.pass(60_000)
    expect(await device.disk()).toEqual(['B000000001 held'])
    expect(server.changes()).toHaveLength(1)
    const before25 = server.asked.length
    page.box.again('B000000001')
    await device.quiet()
    const [read, sent, ...more] = server.asked.slice(before25)
    expect([read?.call, sent?.call, more]).toEqual(['GET issuance/10000001', 'POST issuance', []])
    // The server may have deleted the former key, and would do the same change once more.
    expect(sent?.key).not.toBe('B000000001')
    expect(sent?.body.InventoryLines).toMatchObject([{ BarcodeID: 'B000000001' }])
    expect(await device.disk()).toEqual([])
  })

  it('a day before that it goes out by itself', async () => {
    server.fault = lostBefore
    const before = device.open('pia')
    await before.pick('B000000001')
    await device.quiet()
    before.kill()
    server.fault = undefined
    device.now += 24 * DAY
    device.open('pia')
    await device.quiet()
    expect(server.effects).toEqual(['pia: 10000001 B000000001 PICKED 40'])
  })
})
