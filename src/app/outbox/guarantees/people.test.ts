import { beforeEach, describe, expect, it } from 'vitest'
import { Device, LANE, pickOf } from '#tests/support/outbox-device.ts'
import {
  holdChanges,
  loseAnswer,
  loseRequest,
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
const senders = () => server.received.map(({ person }) => person)

describe('temporarily withdrawn rights lose no work', () => {
  it.each(['key_missing', 'read_only', 'group_missing', 'location_not_allowed', 'person_inactive'] as const)(
    '%s holds pending operations with its cause, and they are sent once rights are read again',
    async (code) => {
      const page = device.open()
      server.fault = loseRequest
      await page.pick('B000000001')
      await device.waitUntilIdle()
      await page.pick('B000000002')
      await page.pick('B000000003')
      server.fault = onChanges(() => problem(code))
      await device.advance(10 * 60_000)
      expect(await device.disk()).toEqual(BARCODES.map((barcode) => `${barcode} held`))
      expect(page.box.pendingOf(LANE)[0]?.why?.code).toBe(`outbox.rights.${code}`)
      // The right is still missing: it is not reported again.
      page.box.rightsRead()
      await device.waitUntilIdle()
      expect(page.told.map(({ operation }) => operation.id)).toEqual(BARCODES)
      server.fault = undefined
      await device.advance(60_000)
      expect(server.effects).toEqual([])
      page.box.rightsRead()
      await device.waitUntilIdle()
      expect(server.effects).toHaveLength(3)
      expect(await device.disk()).toEqual([])
    },
  )

  it('retries a refusal that arrives after the right has returned', async () => {
    const page = device.open()
    const { fault, letGo } = holdChanges(() => problem('key_missing'))
    server.fault = fault
    await page.pick('B000000001')
    await device.waitUntilIdle()
    page.box.rightsRead()
    letGo()
    await device.waitUntilIdle()
    server.fault = undefined
    await device.advance(60_000)
    expect(page.told).toEqual([])
    expect(server.effects).toHaveLength(1)
  })

  it('sends a held operation when a person retries it', async () => {
    const page = device.open()
    server.fault = onChanges(() => problem('key_missing'))
    await page.pick('B000000001')
    await device.waitUntilIdle()
    server.fault = undefined
    page.box.resend('B000000001')
    await device.waitUntilIdle()
    expect(server.effects).toHaveLength(1)
  })

  it('does not treat a document as gone if its location was withdrawn', async () => {
    const page = device.open()
    server.withdrawn.add('pia')
    await page.pick('B000000001')
    await device.waitUntilIdle()
    expect(await device.disk()).toEqual(['B000000001 held'])
    expect(page.box.pendingOf(LANE)[0]?.why?.code).toBe('outbox.rights.location_not_allowed')
    server.withdrawn.clear()
    page.box.rightsRead()
    await device.waitUntilIdle()
    expect(server.effects).toHaveLength(1)
  })
})

describe("6. Operations belong to a person, and are never sent with another person's token.", () => {
  it('does not store a change without a person, because no sign-in would ever send it', async () => {
    const page = device.open(null)
    const appending = { id: 'one', user: '', lane: LANE, intent: pickOf('B000000001') }
    expect(await page.box.append(appending)).toEqual({ ok: false, error: 'notSaved' })
    expect(await device.disk()).toEqual([])
  })

  it('keeps one person’s pending operations while another person works', async () => {
    server.fault = loseRequest
    const page = device.open('pia')
    await page.pick('B000000001')
    await device.waitUntilIdle()
    page.signIn('ravi')
    server.fault = undefined
    server.received.splice(0)
    await page.pick('B000000002')
    await page.pick('B000000004', { lane: OTHER })
    await device.advance(60_000)
    // Ravi's pick of the same document waits behind Pia's.
    expect(server.effects).toEqual(['ravi: 10000002 B000000004 PICKED 40'])
    expect(new Set(senders())).toEqual(new Set(['ravi']))
    expect(await device.disk()).toEqual(['B000000001 here', 'B000000002 here'])
    page.signIn('pia')
    await device.advance(60_000)
    page.signIn('ravi')
    await device.advance(60_000)
    expect(server.effects.slice(1)).toEqual([
      'pia: 10000001 B000000001 PICKED 40',
      'ravi: 10000001 B000000002 PICKED 40',
    ])
  })

  it('does not send a call if another person signs in while it is built', async () => {
    const { fault, letGo } = holdChanges()
    server.fault = (answer, asked) =>
      asked.call.startsWith('GET') ? fault(answer, { ...asked, call: '' }) : answer()
    const page = device.open('pia')
    await page.pick('B000000001')
    await device.waitUntilIdle()
    expect(server.received).toHaveLength(1)
    page.signIn('ravi')
    letGo()
    await device.advance(60_000)
    expect(server.changes()).toEqual([])
    expect(server.effects).toEqual([])
  })

  it('does not read a document for another person’s operation', async () => {
    const page = device.open(null)
    await page.pick('B000000001')
    page.signIn('ravi')
    await device.advance(60_000)
    expect(server.received).toEqual([])
  })
})

describe('6. before the outbox is notified of a new sign-in', () => {
  it('does not send a stored call with the new person’s token', async () => {
    server.fault = onChanges(loseRequest)
    const page = device.open('pia')
    await page.pick('B000000001')
    await device.waitUntilIdle()
    server.fault = undefined
    device.now += 60_000
    page.signInWithoutNotice('ravi')
    await page.pick('B000000004', { lane: OTHER })
    await device.waitUntilIdle()
    expect(server.effects).toEqual([])
    expect(server.changes().filter(({ person }) => person === 'ravi')).toEqual([])
  })

  it('does not read a document with the new person’s token', async () => {
    const page = device.open('pia')
    await device.waitUntilIdle()
    page.signInWithoutNotice('ravi')
    await page.box.append({ id: 'hers', user: 'pia', lane: LANE, intent: pickOf('B000000001') })
    await device.waitUntilIdle()
    expect(server.received).toEqual([])
  })
})

describe('7. An ended sign-in holds operations and never drops them.', () => {
  it('keeps operations that were refused for the sign-in, and resends them under their keys after the next one', async () => {
    const page = device.open('pia')
    const { fault, letGo } = holdChanges((answer) => {
      server.signedOut.add('pia')
      return answer()
    })
    server.fault = fault
    await page.pick('B000000001')
    await device.waitUntilIdle()
    letGo()
    server.fault = undefined
    await device.advance(60_000)
    await page.pick('B000000004', { lane: OTHER })
    await device.advance(60_000)
    expect(await device.disk()).toEqual(['B000000001 sent', 'B000000004 here'])
    expect(server.effects).toEqual([])
    // No request is sent.
    expect(server.changes()).toHaveLength(1)
    server.signedOut.clear()
    page.signIn('pia')
    await device.advance(60_000)
    expect(server.effects).toEqual([
      'pia: 10000001 B000000001 PICKED 40',
      'pia: 10000002 B000000004 PICKED 40',
    ])
    expect(server.changes().map(({ key }) => key)).toEqual(['B000000001', 'B000000001', 'B000000004'])
    expect(await device.disk()).toEqual([])
  })

  it('also after a reload, and if the server had executed the change', async () => {
    const before = device.open('pia')
    server.fault = onChanges(loseAnswer)
    await before.pick('B000000001')
    await device.waitUntilIdle()
    before.kill()
    server.fault = undefined
    server.signedOut.add('pia')
    const page = device.open(null)
    await device.advance(DAY)
    expect(await device.disk()).toEqual(['B000000001 sent'])
    server.signedOut.clear()
    page.signIn('pia')
    await device.waitUntilIdle()
    expect(server.effects).toEqual(['pia: 10000001 B000000001 PICKED 40'])
    expect(await device.disk()).toEqual([])
  })
})

describe('8. No operation expires silently: the server keeps keys for 30 days, and from 25 days on the app asks a person.', () => {
  // tests/integration/platform/idempotency.test.ts has the 30 days of the server.
  it('holds an operation after 25 days, and sends it once a person confirms', async () => {
    server.fault = loseRequest
    const before = device.open('pia')
    await before.pick('B000000001')
    await device.waitUntilIdle()
    before.kill()
    server.fault = undefined
    device.now += 25 * DAY
    const page = device.open('pia')
    await device.advance(60_000)
    expect(await device.disk()).toEqual(['B000000001 held'])
    expect(page.box.pendingOf(LANE)[0]?.why).toEqual({ code: 'outbox.old', facts: {} })
    expect(page.told.map(({ operation }) => operation.id)).toEqual(['B000000001'])
    expect(server.changes()).toEqual([])
    page.box.resend('B000000001')
    await device.waitUntilIdle()
    expect(server.effects).toEqual(['pia: 10000001 B000000001 PICKED 40'])
    expect(await device.disk()).toEqual([])
  })

  it('also holds an operation that was sent before, and sends it as a new change of the current document', async () => {
    server.fault = onChanges(loseAnswer)
    const before = device.open('pia')
    await before.pick('B000000001')
    await device.waitUntilIdle()
    before.kill()
    server.fault = undefined
    device.now += 25 * DAY
    const page = device.open('pia')
    await device.advance(60_000)
    expect(await device.disk()).toEqual(['B000000001 held'])
    expect(server.changes()).toHaveLength(1)
    const before25 = server.received.length
    page.box.resend('B000000001')
    await device.waitUntilIdle()
    const [read, sent, ...more] = server.received.slice(before25)
    expect([read?.call, sent?.call, more]).toEqual(['GET issuance/10000001', 'POST issuance', []])
    // The server may have deleted the former key, and would execute the change again.
    expect(sent?.key).not.toBe('B000000001')
    expect(sent?.body.InventoryLines).toMatchObject([{ BarcodeID: 'B000000001' }])
    expect(await device.disk()).toEqual([])
  })

  it('sends an operation automatically after 24 days', async () => {
    server.fault = loseRequest
    const before = device.open('pia')
    await before.pick('B000000001')
    await device.waitUntilIdle()
    before.kill()
    server.fault = undefined
    device.now += 24 * DAY
    device.open('pia')
    await device.waitUntilIdle()
    expect(server.effects).toEqual(['pia: 10000001 B000000001 PICKED 40'])
  })
})
