import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { adjustedAccount, owedAccount, stockAccount, transitAccount } from '#core/kinds/accounts.ts'
import { isHidden } from '#tests/support/hidden.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { TransferClerk } from '#tests/support/transfers.ts'
import {
  type Answer,
  barcodeOf,
  moreLots,
  openWarehouse,
  type ProblemBody,
  type Warehouse,
} from '#tests/support/warehouse.ts'

let warehouse: Warehouse
// Works at the origin only.
let ravi: TransferClerk
// Works at the destination only.
let pia: TransferClerk
// Works at both, and corrects stock.
let ada: TransferClerk

const origin = stockAccount('WAT', 'A-01')
const destination = stockAccount('SAL', 'A-01')
const first = 201
let next = first
// Plants that no other test uses: 100 at the origin.
const fresh = () => {
  next += 1
  return barcodeOf(next - 1)
}

beforeAll(async () => {
  warehouse = await openWarehouse(moreLots(first, 80, 100))
  await warehouse.database.pool.query(
    "insert into person_key (username, security_key) values ('pia.picker', 'TRANSFERLOGADMINKEY')",
  )
  await warehouse.database.pool.query(
    "update person_location set location = 'SAL' where username = 'pia.picker' and location = 'WAT'",
  )
  ravi = new TransferClerk(warehouse.clerk('ravi.receiver'))
  pia = new TransferClerk(warehouse.clerk('pia.picker'))
  ada = new TransferClerk(warehouse.clerk('ada.admin'))
})
afterEach(async () => {
  expect(await findBrokenInvariants(warehouse.database.pool)).toEqual([])
})
afterAll(() => warehouse.close())

const messages = (answer: Answer<{ TransferLines: { Message: string }[] | null | undefined }>) =>
  (answer.body.TransferLines ?? []).map(({ Message }) => Message)

describe('a transfer from one location to another', () => {
  test('is created and shipped at one end, received at the other', async () => {
    const barcode = fresh()
    const number = await ravi.create({ ReferenceNbr: 'PO 7', CarrierName: 'Cool Freight', TruckID: 'T-1' })
    expect(number).toMatch(/^2\d{7}$/)
    const ordered = await ravi.order(number, barcode, 40)
    expect(ordered.body).toMatchObject({ Message: '', TransferNbr: number })
    expect(messages(ordered)).toEqual(['Transfer Line RESERVED successfully'])
    expect(await warehouse.balance(barcode, origin)).toEqual({ qty: 100, reserved: 40 })

    const picked = await ravi.step(await ravi.line(number), 'PICKED', 38)
    expect(messages(picked)).toEqual(['Transfer Line PICKED successfully'])
    expect(await warehouse.balance(barcode, origin)).toEqual({ qty: 100, reserved: 38 })

    const shipped = await ravi.end(number, 'SHIPPED')
    expect(shipped.body.Message).toBe('')
    expect(messages(shipped)).toEqual(['Transfer Line SHIPPED successfully'])
    expect(await warehouse.balance(barcode, origin)).toEqual({ qty: 62, reserved: 0 })
    expect(await warehouse.balance(barcode, transitAccount(number))).toEqual({ qty: 38, reserved: 0 })

    const received = await pia.step(await pia.line(number), 'RECEIVED', 38)
    expect(messages(received)).toEqual(['Transfer Line RECEIVED successfully'])
    // Recorded, but not moved.
    expect(await warehouse.balance(barcode, destination)).toEqual({ qty: 0, reserved: 0 })

    expect((await pia.end(number, 'RECEIVED')).body.Message).toBe('')
    expect(await warehouse.balance(barcode, destination)).toEqual({ qty: 38, reserved: 0 })
    expect(await warehouse.balance(barcode, transitAccount(number))).toEqual({ qty: 0, reserved: 0 })
    expect(await ada.requestOf(number)).toBeNull()
    expect(await ada.detail(number)).toMatchObject({
      TransferHeader: { Status: 'RECEIVED', CarrierName: 'Cool Freight', TruckID: 'T-1' },
      TransferLines: [{ Status: 'RECEIVED', OrderQty: 40, PickQty: 38, ReceivedQty: 38, Qty: 38 }],
    })
  })

  test('is worked on only at the end that its status requires', async () => {
    const number = await ravi.create()
    await ravi.order(number, fresh(), 5)
    const atOrigin = await pia.step(await pia.line(number), 'PICKED', 5)
    expect(atOrigin).toMatchObject({ status: 403, body: { code: 'location_not_allowed' } })
    await ravi.step(await ravi.line(number), 'PICKED', 5)
    expect(await pia.end(number, 'SHIPPED')).toMatchObject({ status: 403 })
    await ravi.end(number, 'SHIPPED')
    const atDestination = await ravi.step(await ravi.line(number), 'RECEIVED', 5)
    expect(atDestination).toMatchObject({ status: 403, body: { code: 'location_not_allowed' } })
    expect(await ravi.save({ TransferNbr: number, Status: 'SHIPPED' })).toMatchObject({ status: 403 })
    expect(await pia.save({})).toMatchObject({ status: 403, body: { code: 'location_not_allowed' } })
  })

  test('goes back to OPEN when its last line is deleted, and releases its holds when it is cancelled', async () => {
    const [one, other] = [fresh(), fresh()]
    const number = await ravi.create()
    await ravi.order(number, one, 10)
    expect((await ravi.deleteLine((await ravi.line(number)).ID)).body.Message).toBe('Id Deleted Successfully')
    expect((await ravi.detail(number)).TransferHeader?.Status).toBe('OPEN')
    await ravi.order(number, other, 10)
    expect(messages(await ravi.end(number, 'CANCELLED'))).toEqual(['Transfer Line CANCELLED successfully'])
    expect(await warehouse.balance(other, origin)).toEqual({ qty: 100, reserved: 0 })
  })

  test('can undo or correct a receipt until it is received', async () => {
    const barcode = fresh()
    const number = await ravi.shipped({ [barcode]: 10 })
    await pia.step(await pia.line(number), 'RECEIVED', 4)
    await pia.step(await pia.line(number), 'RECEIVED', 9)
    expect(await pia.line(number)).toMatchObject({ Status: 'RECEIVED', ReceivedQty: 9 })
    expect(messages(await pia.step(await pia.line(number), 'SHIPPED', 10))).toEqual([
      'Transfer Line SHIPPED successfully',
    ])
    expect(await pia.line(number)).toMatchObject({ Status: 'SHIPPED', ReceivedQty: null, PickQty: 10 })
    const tooEarly = await pia.end<ProblemBody>(number, 'RECEIVED')
    expect(tooEarly).toMatchObject({
      status: 409,
      body: { state: { refusal: { code: 'linesNotReceived' } } },
    })
  })

  test('accepts the received temperature while it is in transit, and no other change of the header', async () => {
    const number = await ravi.shipped({ [fresh()]: 5 })
    const header = { TransferNbr: number, Status: 'SHIPPED', ReceiptPlantTemperature: '-1.5', TruckID: 'X' }
    expect(
      (await ada.save({ ...header, DestinationLocationID: 'OXN', OriginLocationID: 'WAT' })).status,
    ).toBe(200)
    expect((await pia.detail(number)).TransferHeader).toMatchObject({
      ReceiptPlantTemperature: '-1.5',
      TruckID: '',
      DestinationLocationID: 'SAL',
    })
    for (const wrong of ['-', '12345678', 'cold', '1234', '999999', '1234.56', '1.234', '3,5']) {
      expect((await pia.save({ ...header, ReceiptPlantTemperature: wrong })).status).toBe(400)
    }
  })
})

describe('the received quantity differs from the shipped one', () => {
  const short = async (received: number) => {
    const barcode = fresh()
    const number = await ravi.shipped({ [barcode]: 10 })
    await pia.receive(number, { [barcode]: received })
    const request = await ada.requestOf(number)
    const line = request?.lines[0]
    if (!request || !line) throw new Error('No request was opened')
    // The transfer has the request's id for the person who received it.
    expect((await pia.detail(number)).TransferHeader).toMatchObject({ RequestID: request.RequestID })
    return { barcode, number, request, line }
  }
  test('the list of requests has the lines to review', async () => {
    const { request, barcode, line } = await short(7)
    const listed = (await ada.requests()).find(({ RequestID }) => RequestID === request.RequestID)
    expect(listed?.AdjustmentLines).toEqual([line])
    expect(line).toMatchObject({ BarcodeID: barcode, ShippedQty: 10, ReceivedQty: 7, VarietyCode: 'ALB' })
  })

  const closed = async (number: string) => (await ada.requestOf(number, 'CLOSED'))?.Status

  test('3 short, accepted: they go back to the origin', async () => {
    const { barcode, number, request, line } = await short(7)
    expect(line).toMatchObject({ ShippedQty: 10, ReceivedQty: 7, Qty: 90, Status: 'OPEN' })
    expect(await warehouse.balance(barcode, transitAccount(number))).toMatchObject({ qty: 3 })
    const answer = await ada.decide(request.RequestID, line.LineID, 'ACCEPT')
    expect(answer.body.Message).toBe('Adjustment Request processed successfully')
    expect(await warehouse.balance(barcode, origin)).toMatchObject({ qty: 93 })
    expect(await warehouse.balance(barcode, transitAccount(number))).toMatchObject({ qty: 0 })
    expect(await closed(number)).toBe('CLOSED')
  })

  test('3 short, rejected: they are written off', async () => {
    const { barcode, request, line } = await short(7)
    await ada.decide(request.RequestID, line.LineID, 'REJECT')
    expect(await warehouse.balance(barcode, origin)).toMatchObject({ qty: 90 })
    expect(await warehouse.balance(barcode, adjustedAccount('WAT'))).toMatchObject({ qty: 3 })
  })

  test('4 too many: the destination has them, the origin owes them; accepted, they leave its stock', async () => {
    const { barcode, number, request, line } = await short(14)
    expect(await warehouse.balance(barcode, destination)).toMatchObject({ qty: 14 })
    expect(await warehouse.balance(barcode, owedAccount('WAT', number))).toMatchObject({ qty: -4 })
    await ada.decide(request.RequestID, line.LineID, 'ACCEPT')
    expect(await warehouse.balance(barcode, origin)).toMatchObject({ qty: 86 })
    expect(await warehouse.balance(barcode, owedAccount('WAT', number))).toMatchObject({ qty: 0 })
  })

  test('4 too many, rejected: the origin keeps its stock', async () => {
    const { barcode, number, request, line } = await short(14)
    await ada.decide(request.RequestID, line.LineID, 'REJECT')
    expect(await warehouse.balance(barcode, origin)).toMatchObject({ qty: 90 })
    expect(await warehouse.balance(barcode, adjustedAccount('WAT'))).toMatchObject({ qty: -4 })
    expect(await warehouse.balance(barcode, owedAccount('WAT', number))).toMatchObject({ qty: 0 })
  })

  test('nothing arrives at all', async () => {
    const { barcode, request, line } = await short(0)
    await ada.decide(request.RequestID, line.LineID, 'ACCEPT')
    expect(await warehouse.balance(barcode, origin)).toMatchObject({ qty: 100 })
  })

  test('a surplus that the origin does not have, or that other documents hold, is refused with a message', async () => {
    const { barcode, request, line } = await short(100)
    const tooSmall = await ada.decide(request.RequestID, line.LineID, 'ACCEPT')
    expect(tooSmall).toMatchObject({
      status: 200,
      body: {
        Message:
          'The adjusted quantity is less than or equal to the inventory quantity, please reject and adjust manually',
      },
    })
    expect(await warehouse.balance(barcode, origin)).toMatchObject({ qty: 90 })

    const held = await short(60)
    await ravi.order(await ravi.create(), held.barcode, 50)
    const refused = await ada.decide(held.request.RequestID, held.line.LineID, 'ACCEPT')
    expect(refused.body.Message).toBe('Quantity is less than the 50 reserved on open documents')
    await ada.decide(held.request.RequestID, held.line.LineID, 'REJECT')
    expect(await closed(held.number)).toBe('CLOSED')
  })

  test('has one request per transfer and one line per discrepancy, and is CLOSED with the last', async () => {
    const [one, same, other] = [fresh(), fresh(), fresh()]
    const number = await ravi.shipped({ [one]: 10, [same]: 10, [other]: 10 })
    await pia.receive(number, { [one]: 9, [other]: 12 })
    const request = await ada.requestOf(number)
    expect(request?.RequestDetail).toBe(`Transfer ${number}: 2 lines differ`)
    expect(request?.lines.map(({ BarcodeID, ReceivedQty }) => [BarcodeID, ReceivedQty])).toEqual([
      [one, 9],
      [other, 12],
    ])
    const [left, right] = request?.lines ?? []
    await ada.decide(request?.RequestID ?? '', left?.LineID ?? '', 'ACCEPT')
    expect(await ada.requestOf(number)).toMatchObject({ Status: 'OPEN', lines: [{ Status: 'ACCEPT' }, {}] })
    const again = await ada.decide<ProblemBody>(request?.RequestID ?? '', left?.LineID ?? '', 'REJECT')
    expect(again).toMatchObject({ status: 409, body: { state: { refusal: { code: 'lineNotWhileStatus' } } } })
    await ada.decide(request?.RequestID ?? '', right?.LineID ?? '', 'REJECT')
    expect(await closed(number)).toBe('CLOSED')
  })
})

describe('two people at once', () => {
  const expectOneWinner = (answers: readonly Answer<unknown>[], winner: RegExp, loser: RegExp) => {
    const words = answers.map(({ body }) => JSON.stringify(body)).toSorted()
    expect(words.filter((word) => winner.test(word))).toHaveLength(1)
    expect(words.filter((word) => loser.test(word))).toHaveLength(1)
  }

  test('pick the same line: one wins, the other gets the current state', async () => {
    const barcode = fresh()
    const number = await ravi.create()
    await ravi.order(number, barcode, 20)
    const seen = await ravi.line(number)
    const answers = await Promise.all([ravi.step(seen, 'PICKED', 20), ada.step(seen, 'PICKED', 15)])
    expectOneWinner(answers, /PICKED successfully/, /was changed meanwhile: PICKED (20|15)/)
    const { PickQty } = await ravi.line(number)
    expect(await warehouse.balance(barcode, origin)).toEqual({ qty: 100, reserved: PickQty })
  })

  test('receive the same line', async () => {
    const number = await ravi.shipped({ [fresh()]: 20 })
    const seen = await pia.line(number)
    const answers = await Promise.all([pia.step(seen, 'RECEIVED', 20), ada.step(seen, 'RECEIVED', 19)])
    expectOneWinner(answers, /RECEIVED successfully/, /was changed meanwhile: RECEIVED (20|19)/)
    expect([19, 20]).toContain((await pia.line(number)).ReceivedQty)
  })

  test('ship the same transfer, and receive it', async () => {
    const barcode = fresh()
    const number = await ravi.create()
    await ravi.order(number, barcode, 20)
    await ravi.step(await ravi.line(number), 'PICKED', 20)
    const shipping = await Promise.all([ravi.end(number, 'SHIPPED'), ada.end(number, 'SHIPPED')])
    expect(shipping.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
    await pia.step(await pia.line(number), 'RECEIVED', 18)
    const receiving = await Promise.all([pia.end(number, 'RECEIVED'), ada.end(number, 'RECEIVED')])
    expect(receiving.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
    expect(await warehouse.balance(barcode, destination)).toMatchObject({ qty: 18 })
  })

  test('decide the same discrepancy', async () => {
    const barcode = fresh()
    const number = await ravi.shipped({ [barcode]: 20 })
    await pia.receive(number, { [barcode]: 15 })
    const request = await ada.requestOf(number)
    const sam = new TransferClerk(warehouse.clerk('sam.super'))
    const of = [request?.RequestID ?? '', request?.lines[0]?.LineID ?? ''] as const
    const answers = await Promise.all([ada.decide(...of, 'ACCEPT'), sam.decide(...of, 'ACCEPT')])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
    expect(await warehouse.balance(barcode, origin)).toMatchObject({ qty: 85 })
  })

  test('a change that is sent twice with one key is applied once', async () => {
    const barcode = fresh()
    const number = await ravi.shipped({ [barcode]: 20 })
    await pia.step(await pia.line(number), 'RECEIVED', 20)
    const sent = () => pia.end(number, 'RECEIVED', 'same-key')
    const [one, other] = [await sent(), await pia.clerk.call('GET', `transfers/${number}`)]
    expect([one.status, other.status]).toEqual([200, 200])
    expect(await warehouse.balance(barcode, destination)).toMatchObject({ qty: 20 })
  })
})

describe('refusals', () => {
  test('of lines are reported with the line', async () => {
    const barcode = fresh()
    const number = await ravi.create()
    expect(messages(await ravi.order(number, barcode, 101))).toEqual(['Insufficient quantity'])
    await ravi.order(number, barcode, 5)
    expect(messages(await ravi.order(number, barcode, 5))).toEqual([`${barcode} is on the document already`])
    expect(messages(await ravi.step(await ravi.line(number), 'PICKED', 0))).toEqual([
      'Cannot pick when inventory quantity is 0',
    ])
    expect(messages(await ravi.order(number, barcodeOf(16), 5))).toEqual(['Inventory Not found'])
    expect(await ravi.end(number, 'SHIPPED')).toMatchObject({
      status: 409,
      body: { state: { status: 'RESERVED', refusal: { code: 'linesNotPicked' } } },
    })
  })

  test('of headers save nothing', async () => {
    const wrong = [
      { ExpectedShipDate: '2026-11-23' },
      { DestinationLocationID: 'WAT' },
      { DestinationLocationID: 'OLD' },
      { DestinationLocationID: 'NOWHERE' },
      { ShipPlantTemperature: '-' },
      { CarrierName: 'x'.repeat(76) },
      { TruckID: 'x'.repeat(16) },
      { ReferenceNbr: 'x'.repeat(51) },
      { TrimSeasonID: 'none' },
    ]
    for (const header of wrong) {
      expect((await ravi.save(header)).status, JSON.stringify(header)).toBe(400)
    }
    const number = await ravi.shipped({ [fresh()]: 1 })
    expect(await ravi.save({ TransferNbr: number, Status: 'RESERVED', TruckID: 'T-9' })).toMatchObject({
      status: 409,
      body: { state: { status: 'SHIPPED' } },
    })
    expect((await ravi.end(number, 'CANCELLED')).status).toBe(409)
    expect((await ravi.deleteLine((await ravi.line(number)).ID)).status).toBe(409)
    expect((await ravi.deleteLine('no-such-line')).status).toBe(404)
  })

  test('of people: without the key, read-only, or from another location', async () => {
    const number = await ravi.create({ DestinationLocationID: 'OXN' })
    const lena = new TransferClerk(warehouse.clerk('lena.lead'))
    const rhea = new TransferClerk(warehouse.clerk('rhea.reader'))
    expect(await lena.save({})).toMatchObject({ status: 403, body: { code: 'key_missing' } })
    expect(await rhea.save({})).toMatchObject({ status: 403, body: { code: 'read_only' } })
    expect((await rhea.detail(number)).TransferHeader?.TransferNbr).toBe(number)
    expect(isHidden(await pia.clerk.get(`transfers/${number}`))).toBe(true)
    expect((await pia.save({ TransferNbr: number, Status: 'CANCELLED' })).status).toBe(404)
  })
})

describe('the lists', () => {
  const list = async (clerk: TransferClerk, query: Record<string, string>) => {
    const { status, body } = await clerk.clerk.get<{
      Records: { TransferNbr: string; Status: string }[]
      TotalRowCount: number
    }>('transfers', { trimseasonid: 'S1', limit: '500', ...query })
    return { status, ...body, numbers: (body.Records ?? []).map(({ TransferNbr }) => TransferNbr) }
  }

  test('show outgoing and incoming transfers of a location', async () => {
    const open = await ravi.create()
    const shipped = await ravi.shipped({ [fresh()]: 1 })
    const leaving = await list(ravi, { originlocationid: 'WAT' })
    expect(leaving.numbers).toContain(open)
    expect(leaving.numbers).not.toContain(shipped)
    expect(new Set(leaving.Records.map(({ Status }) => Status))).toEqual(new Set(['OPEN', 'RESERVED']))
    const coming = await list(pia, { destinationlocationid: 'SAL' })
    expect(coming.numbers).toContain(shipped)
    expect(coming.numbers).not.toContain(open)
    const all = await list(ravi, {
      originlocationid: 'WAT',
      status: 'OPEN,RESERVED,SHIPPED,RECEIVED,CANCELLED',
    })
    expect(all.numbers).toEqual(expect.arrayContaining([open, shipped]))
    expect(all.TotalRowCount).toBe(all.numbers.length)
    expect((await list(pia, { destinationlocationid: 'SAL', transfernbr: shipped })).numbers).toEqual([
      shipped,
    ])
    expect((await list(ravi, { originlocationid: 'WAT', limit: '1', offset: '1' })).numbers).toHaveLength(1)
    expect((await list(ravi, { originlocationid: 'WAT', trimseasonid: 'S2' })).numbers).toEqual([])
  })

  test('need the right to the location', async () => {
    expect((await list(ravi, { originlocationid: 'SAL' })).status).toBe(403)
    expect((await list(ravi, {})).status).toBe(400)
    expect((await pia.clerk.get('adjustmentrequest', { originlocationid: 'WAT' })).status).toBe(403)
  })
})
