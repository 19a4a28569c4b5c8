import { beforeEach, describe, expect, it } from 'vitest'
import type { Perform } from '#app/api/client.ts'
import { makeApiProblem } from '#app/api/problem.ts'
import { fail, succeed } from '#core/wire/result.ts'
import { Device, LANE, newIssuance, orderOf } from '#tests/support/outbox-device.ts'
import { type Fault, OutboxServer, onChanges, problem } from '#tests/support/outbox-server.ts'
import type { AppOperation } from './intent.ts'
import { createAnswerVerifier } from './verify-answer.ts'

// Replies with a message that the specification does not define, while no document is open.

const ONE = 'B000000001'
let server: OutboxServer
let device: Device
beforeEach(() => {
  server = new OutboxServer()
  server.issuance('10000001')
  device = new Device({ server })
})
const words = (message: string, body: object = {}) =>
  new Response(JSON.stringify({ Message: message, ...body }))
const stored: Fault = (answer) => {
  answer()
  return words('', { InventoryLines: [{ BarcodeID: ONE, Message: 'Held for you' }] })
}
const notStored: Fault = () => words('', { InventoryLines: [{ BarcodeID: ONE, Message: 'Held for Hill' }] })
const order = async () => {
  const page = device.open()
  await page.pick(ONE, { intent: orderOf(ONE) })
  await device.waitUntilIdle()
  return page
}
const why = (page: ReturnType<Device['open']>, lane = LANE) => page.box.pendingOf(lane)[0]?.why

it('confirms a line that the server has, and does not resend it', async () => {
  server.fault = onChanges(stored)
  const page = await order()
  await device.advance(10 * 60_000)
  expect(page.box.state().operations).toEqual([])
  expect(page.told).toEqual([])
  expect(server.effects).toEqual([`pia: 10000001 ${ONE} RESERVED 40`])
})

it('refuses a line that the server does not have, with the server’s message', async () => {
  server.fault = onChanges(notStored)
  const page = await order()
  expect(why(page)).toEqual({
    code: 'documents.serverSays',
    facts: { barcode: ONE, message: 'Held for Hill' },
  })
})

it('holds a line that cannot be read for a person, with the server’s message', async () => {
  let isAway = false
  server.fault = (answer, asked) => {
    if (asked.call.startsWith('GET')) return isAway ? problem('call_not_available') : answer()
    isAway = true
    return notStored(answer, asked)
  }
  const page = await order()
  await device.advance(10 * 60_000)
  expect(why(page)).toEqual({ code: 'outbox.unclear', facts: { barcode: ONE, message: 'Held for Hill' } })
  expect(server.changes()).toHaveLength(1)
})

it('refuses a document whose number is not found', async () => {
  server.fault = onChanges(() => words('Season is closed', { TagNbr: 10_000_901 }))
  const page = device.open()
  const { intent, document } = newIssuance('NEW-00000A')
  const lane = 'issuance NEW-00000A'
  await page.box.append({ id: 'new', user: 'pia', lane, intent, document })
  await device.waitUntilIdle()
  expect(why(page, lane)?.facts).toMatchObject({ message: 'Season is closed' })
})

describe('a correction', () => {
  const record = { BarcodeID: ONE, StorageLocation: 'A-01', Qty: 40, ReceivedQty: 40 }
  const correction = (quantity: number) =>
    ({
      id: 'one',
      seq: 1,
      user: 'pia',
      lane: `WAT ${ONE}A-01`,
      at: 1,
      state: 'sent',
      intent: {
        type: 'adjust',
        mode: 'inventory',
        place: { location: 'WAT', season: { id: 'S1', name: 'Straw 2026', commodity: 'STRAW' } },
        record,
        quantity,
        reason: 'COUNT',
      },
    }) as AppOperation
  // The result after an undefined message of the server, with this read of the stock.
  const after = async (quantity: number, read: unknown) => {
    const readAfter = createAnswerVerifier((async () => read) as Perform, () =>
      Promise.reject(new Error('No document')),
    )
    const unclear = { type: 'confirmed', unclear: 'Noted' } as const
    const answer = await readAfter({ type: 'done', results: { one: unclear } }, [correction(quantity)])
    return answer.type === 'done' ? answer.results['one']?.type : answer.type
  }
  const stock = (...records: readonly object[]) => succeed({ records })

  it('to 0 is confirmed if the server omits empty stock or finds none', async () => {
    expect(await after(0, stock())).toBe('confirmed')
    expect(await after(0, stock({ ...record, StorageLocation: 'B-02' }))).toBe('confirmed')
    expect(await after(0, fail(makeApiProblem('server_refused', 'No stock', 404)))).toBe('confirmed')
    expect(await after(0, fail({ ...makeApiProblem('server_refused', '', 404), code: 'not_found' }))).toBe(
      'confirmed',
    )
  })

  it('is refused if the stock differs from its value', async () => {
    expect(await after(0, stock(record))).toBe('refused')
    expect(await after(7, stock())).toBe('refused')
    expect(await after(7, stock({ ...record, Qty: 7 }))).toBe('confirmed')
  })

  it('is held for a person if the stock cannot be read', async () => {
    expect(await after(0, fail(makeApiProblem('server_failed', '', 500)))).toBe('unreadable')
  })
})
