import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { adjustedAccount, stockAccount } from '#core/kinds/accounts.ts'
import type { Count } from '#core/kinds/count/fields.ts'
import type { AdjustmentRequest, AdjustmentRequestDetail } from '#core/wire/adjustment-request.ts'
import type { FoundStock } from '#core/wire/inventory.ts'
import { CountClerk } from '#tests/support/counts.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import {
  type Answer,
  barcodeOf,
  type Clerk,
  giveKeys,
  moreLots,
  openWarehouse,
  type ProblemBody,
  type Warehouse,
} from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let ada: CountClerk
let sam: CountClerk
let seller: Clerk
let nextShelf = 0
const first = 601

beforeAll(async () => {
  // 30 shelves with four barcodes each, 100 plants per barcode.
  const lots = moreLots(first, 120, 100).map((lot, index) => ({
    ...lot,
    account: stockAccount('WAT', `S-${Math.floor(index / 4)}`),
  }))
  warehouse = await openWarehouse(lots)
  ada = new CountClerk(warehouse.clerk('ada.admin'))
  sam = new CountClerk(warehouse.clerk('sam.super'))
  seller = warehouse.clerk('ada.admin')
})
afterEach(async () => {
  expect(await findBrokenInvariants(warehouse.database.pool)).toEqual([])
})
afterAll(() => warehouse.close())

// A shelf that no other test uses, and its four barcodes.
const fresh = () => {
  const place = `S-${nextShelf}`
  const at = first + nextShelf * 4
  nextShelf += 1
  return { place, barcodes: [0, 1, 2, 3].map((index) => barcodeOf(at + index)) as Four }
}
type Four = [string, string, string, string]

const onShelf = async (place: string, barcode: string) =>
  (await warehouse.balance(barcode, stockAccount('WAT', place))).qty
const messages = ({ body }: Answer<Count['Reply']>) => (body.CountLines ?? []).map(({ Message }) => Message)

// Sells plants of a shelf: orders, picks and ships them.
const sell = async (place: string, barcode: string, quantity: number) => {
  const tag = await seller.create()
  await seller.order(tag, barcode, quantity, { line: { StorageLocation: place } })
  const [line] = (await seller.detail(tag)).InventoryLines ?? []
  await seller.line(tag, line?.ID ?? null, barcode, 'PICKED', quantity)
  const { body } = await seller.ship(tag)
  expect(body.Message).toContain('processed successfully')
}

// Counts a shelf with these quantities, one for each barcode.
const counted = async (place: string, barcodes: readonly string[], quantities: readonly number[]) => {
  const number = await ada.create(place)
  for (const [index, quantity] of quantities.entries()) {
    await ada.count({ CountNbr: number, Shelf: place }, barcodes[index] ?? '', quantity)
  }
  return { number, of: { CountNbr: number, Shelf: place } }
}
const requestOf = async (number: string) => {
  const { body } = await seller.get<{ Records: AdjustmentRequest[] }>('adjustmentrequest', {
    originlocationid: 'WAT',
  })
  const request = body.Records.find(({ OfNbr }) => OfNbr === number)
  if (!request) return undefined
  const detail = await seller.get<AdjustmentRequestDetail>(`adjustmentrequest/${request.RequestID}`)
  return { request, lines: detail.body.AdjustmentLines ?? [] }
}
const decide = (requestId: string, lineId: string, status: 'ACCEPT' | 'REJECT') =>
  seller.call<{ Message: string }>('POST', 'adjustmentrequest', {
    body: {
      Adjustment: { RequestID: requestId, Status: 'OPEN', TrimSeason: 'S1' },
      AdjustmentLine: { LineID: lineId, Status: status },
    },
  })

describe('a count', () => {
  test('posts small differences with its reason, and nothing for equal quantities', async () => {
    const { place, barcodes } = fresh()
    const { number, of } = await counted(place, barcodes, [100, 97, 104, 100])
    const { body } = await ada.close(of)
    expect(body.Message).toBe('Count processed successfully')
    expect(await Promise.all(barcodes.map((each) => onShelf(place, each)))).toEqual([100, 97, 104, 100])
    const { rows } = await warehouse.database.pool.query(
      'select barcode, from_kind, to_kind, qty, reason from movement where document_number = $1 order by id',
      [Number(number)],
    )
    expect(rows).toEqual([
      { barcode: barcodes[1], from_kind: 'stock', to_kind: 'adjusted', qty: 3, reason: 'UNSOLD' },
      { barcode: barcodes[2], from_kind: 'adjusted', to_kind: 'stock', qty: 4, reason: 'UNSOLD' },
    ])
    expect(await requestOf(number)).toBeUndefined()
  })

  test('that is blind shows the quantities of the books only after it is closed', async () => {
    const { place, barcodes } = fresh()
    const { number, of } = await counted(place, barcodes, [98, 100, 100, 100])
    const before = await ada.line(number, barcodes[0])
    expect([before.ExpectedQty, before.VarianceQty, before.CountedQty]).toEqual([null, null, 98])
    expect(Object.values(before)).not.toContain(100)
    await ada.close(of)
    const after = await ada.line(number, barcodes[0])
    expect([after.ExpectedQty, after.VarianceQty, after.Status]).toEqual([100, -2, 'CLOSED'])

    const open = fresh()
    const shown = await ada.create(open.place, { Blind: 'NO' })
    await ada.count({ CountNbr: shown, Shelf: open.place, Blind: 'NO' }, open.barcodes[0], 99)
    expect((await ada.line(shown, open.barcodes[0])).ExpectedQty).toBe(100)
  })

  test('cannot be closed before everything on the shelf is counted', async () => {
    const { place, barcodes } = fresh()
    const { number, of } = await counted(place, barcodes, [100, 100])
    expect((await ada.close(of)).body.Message).toBe(`Refused: linesNotCounted, n 2, barcode ${barcodes[2]}`)
    expect((await ada.detail(number)).header.Status).toBe('OPEN')
    await ada.count(of, barcodes[2], 100)
    await ada.count(of, barcodes[3], 100)
    expect((await ada.close(of)).body.Message).toBe('Count processed successfully')
  })

  test('adds plants that the books have on another shelf or nowhere here as a surplus of the shelf', async () => {
    const { place, barcodes } = fresh()
    const { of } = await counted(place, barcodes, [100, 100, 100, 100])
    // 13 is only at Salinas, 12 has run out on another shelf.
    for (const barcode of [barcodeOf(13), barcodeOf(12)]) {
      const query = {
        inventorylocation: 'WAT',
        commodity: 'STRAW',
        barcodeid: barcode,
        storagelocation: place,
      }
      const found = await ada.clerk.get<FoundStock['records']>('plantinventory', { ...query, known: 'true' })
      expect(found.body).toMatchObject([{ BarcodeID: barcode, StorageLocation: place, Qty: 0 }])
      expect((await ada.clerk.get<unknown[]>('plantinventory', query)).body).toEqual([])
      expect(messages(await ada.count(of, barcode, 6))).toEqual(['Count Line COUNTED successfully'])
    }
    await ada.close(of)
    expect(await onShelf(place, barcodeOf(13))).toBe(6)
    expect(await onShelf(place, barcodeOf(12))).toBe(6)
    expect(await warehouse.balance(barcodeOf(13), adjustedAccount('WAT'))).toEqual({ qty: -6, reserved: 0 })
  })

  test('has the reference of its stock take', async () => {
    const number = await ada.create(fresh().place, { ReferenceNbr: 'Year end 2026' })
    expect((await ada.detail(number)).header.ReferenceNbr).toBe('Year end 2026')
    const long = await ada.save<ProblemBody>({ Shelf: fresh().place, ReferenceNbr: 'x'.repeat(51) })
    expect(long.status).toBe(400)
  })

  test('of the whole location leaves barcodes on several shelves to counts of those shelves', async () => {
    const number = await ada.create('', { Scope: 'LOCATION' })
    const of = { CountNbr: number, Scope: 'LOCATION', Shelf: '' }
    expect(messages(await ada.count(of, barcodeOf(11), 5))).toEqual(['Refused: severalShelves'])
    expect(messages(await ada.count(of, barcodeOf(14), 5))).toEqual(['Refused: shelfUnknown'])
    expect(messages(await ada.count(of, barcodeOf(1), 100))).toEqual(['Count Line COUNTED successfully'])
    expect((await ada.line(number, barcodeOf(1))).StorageLocation).toBe('A-01')
    await ada.save({ ...of, Status: 'CANCELLED' })
    expect((await ada.detail(number)).header.Status).toBe('CANCELLED')
  })

  test('needs an existing shelf and a reason for differences', async () => {
    const at = async (header: Readonly<Record<string, unknown>>) => {
      const { status, body } = await ada.save<ProblemBody>(header)
      return [status, body.errors?.[0]?.path]
    }
    expect(await at({ Shelf: 'NO-SHELF' })).toEqual([400, 'body.CountHeader.Shelf'])
    expect(await at({ Shelf: '' })).toEqual([400, 'body.CountHeader.Shelf'])
    expect(await at({ ReasonCode: 'DISEASE' })).toEqual([400, 'body.CountHeader.ReasonCode'])
  })
})

describe('a large difference', () => {
  test('is counted again by another person and posted if the second count agrees', async () => {
    const { place, barcodes } = fresh()
    const { number, of } = await counted(place, barcodes, [60, 100, 100, 100])
    const line = await ada.line(number, barcodes[0])
    expect(line.Status).toBe('RECOUNT')
    expect((await ada.close<ProblemBody>(of)).body.state?.refusal.code).toBe('linesToRecount')
    expect(messages(await ada.recount(of, line, 'RECOUNTED', 95))).toEqual([
      `Refused: anotherPerson, barcode ${barcodes[0]}`,
    ])
    expect(messages(await sam.recount(of, line, 'RECOUNTED', 95))).toEqual([
      'Count Line RECOUNTED successfully',
    ])
    await sam.close(of)
    expect(await onShelf(place, barcodes[0])).toBe(95)
    const closed = await ada.line(number, barcodes[0])
    expect([closed.CountedQty, closed.SecondQty, closed.VarianceQty]).toEqual([60, 95, -5])
  })

  test('is hidden before a blind count is closed: from the second person, and after the second count', async () => {
    const { place, barcodes } = fresh()
    const { number, of } = await counted(place, barcodes, [60, 100, 100, 100])
    const readQuantities = async (clerk: CountClerk) => {
      const { Status, Qty, CountedQty, SecondQty } = await clerk.line(number, barcodes[0])
      return [Status, Qty, CountedQty, SecondQty]
    }
    expect(await readQuantities(sam)).toEqual(['RECOUNT', null, null, null])
    expect(await readQuantities(ada)).toEqual(['RECOUNT', null, null, null])
    // Like the app: with the values that it saw, which are none.
    const line = await sam.line(number, barcodes[0])
    const seen = { ID: line.ID, BarcodeID: line.BarcodeID, SeenStatus: 'RECOUNT', SeenQty: 0 }
    expect(messages(await sam.save(of, [{ ...seen, Status: 'RECOUNTED', SecondQty: 95 }]))).toEqual([
      'Count Line RECOUNTED successfully',
    ])
    expect(await readQuantities(ada)).toEqual(['RECOUNTED', 95, null, 95])
    await sam.close(of)
    expect(await readQuantities(sam)).toEqual(['CLOSED', 95, 60, 95])
  })

  test('that remains opens a request: accepting it keeps the count, rejecting it keeps the books', async () => {
    const { place, barcodes } = fresh()
    const { number, of } = await counted(place, barcodes, [58, 0, 100, 100])
    for (const [index, quantity] of [60, 0].entries()) {
      await sam.recount(of, await sam.line(number, barcodes[index] ?? ''), 'RECOUNTED', quantity)
    }
    await sam.close(of)
    expect(await onShelf(place, barcodes[0])).toBe(100)
    const opened = await requestOf(number)
    expect(opened?.request).toMatchObject({
      RequestDetail: `Count ${number}: 2 lines differ`,
      TransferNbr: '',
    })
    expect((await ada.detail(number)).header.RequestID).toBe(opened?.request.RequestID)
    expect(opened?.lines).toMatchObject([
      { BarcodeID: barcodes[0], ShippedQty: 100, ReceivedQty: 60, Qty: 100, FirstQty: 58 },
      { BarcodeID: barcodes[1], ShippedQty: 100, ReceivedQty: 0, Qty: 100, FirstQty: 0 },
    ])
    // The request identifies the plants and their shelf.
    const plant = await sam.line(number, barcodes[0])
    expect(opened?.lines[0]).toMatchObject({
      VarietyCode: plant.VarietyCode,
      TrimType: plant.TrimType,
      StorageLocation: place,
    })
    // 10 plants are sold before the decision.
    await sell(place, barcodes[0], 10)
    await decide(opened?.request.RequestID ?? '', opened?.lines[0]?.LineID ?? '', 'ACCEPT')
    expect(await onShelf(place, barcodes[0])).toBe(50)
    await decide(opened?.request.RequestID ?? '', opened?.lines[1]?.LineID ?? '', 'REJECT')
    expect(await onShelf(place, barcodes[1])).toBe(100)
  })

  test('that conflicts with open documents also opens a request', async () => {
    const { place, barcodes } = fresh()
    const tag = await seller.create()
    await seller.order(tag, barcodes[0], 98, { line: { StorageLocation: place } })
    const { number, of } = await counted(place, barcodes, [95, 100, 100, 100])
    await ada.close(of)
    expect((await ada.line(number, barcodes[0])).Status).toBe('REQUESTED')
    expect(await onShelf(place, barcodes[0])).toBe(100)
    const opened = await requestOf(number)
    const refused = await decide(opened?.request.RequestID ?? '', opened?.lines[0]?.LineID ?? '', 'ACCEPT')
    expect(refused.body.Message).toBe('Quantity is less than the 98 reserved on open documents')
    await seller.cancel(tag)
    await decide(opened?.request.RequestID ?? '', opened?.lines[0]?.LineID ?? '', 'ACCEPT')
    expect(await onShelf(place, barcodes[0])).toBe(95)
  })
})

describe('while people count', () => {
  test('a sale is not a difference, before the barcode is counted or after', async () => {
    const { place, barcodes } = fresh()
    const number = await ada.create(place)
    const of = { CountNbr: number, Shelf: place }
    await sell(place, barcodes[0], 30)
    await ada.count(of, barcodes[0], 70)
    await ada.count(of, barcodes[1], 100)
    await sell(place, barcodes[1], 40)
    await ada.count(of, barcodes[2], 98)
    await sell(place, barcodes[2], 98)
    await ada.count(of, barcodes[3], 100)
    await ada.close(of)
    expect(await Promise.all(barcodes.map((each) => onShelf(place, each)))).toEqual([70, 60, 0, 100])
    const { lines } = await ada.detail(number)
    expect(lines.map(({ VarianceQty }) => VarianceQty)).toEqual([0, 0, -2, 0])
  })

  test('a correction of the books is not counted as a sale', async () => {
    const { place, barcodes } = fresh()
    const { of } = await counted(place, barcodes, [96, 100, 100, 100])
    await seller.call('POST', 'plantinventory', {
      body: {
        TransactionType: 'ADJUST',
        TransactionReason: 'UNSOLD',
        InventoryLocation: 'WAT',
        StorageLocation: place,
        BarcodeID: barcodes[0],
        Qty: 96,
        TrimSeason: 'S1',
      },
    })
    await ada.close(of)
    expect(await onShelf(place, barcodes[0])).toBe(96)
  })

  test('two simultaneous counts of one shelf correct it once', async () => {
    const { place, barcodes } = fresh()
    const one = await counted(place, barcodes, [95, 100, 100, 100])
    const number = await sam.create(place)
    const other = { CountNbr: number, Shelf: place }
    for (const [index, barcode] of barcodes.entries()) await sam.count(other, barcode, index === 0 ? 95 : 100)
    const closed = await Promise.all([ada.close(one.of), sam.close(other)])
    expect(closed.map(({ body }) => body.Message)).toEqual(
      Array.from({ length: 2 }, () => 'Count processed successfully'),
    )
    expect(await onShelf(place, barcodes[0])).toBe(95)
  })

  test('two simultaneous counts of two shelves are correct despite a sale in between', async () => {
    const left = fresh()
    const right = fresh()
    const one = await counted(left.place, left.barcodes, [99, 100, 100, 100])
    const two = await counted(right.place, right.barcodes, [100, 101, 100, 100])
    await Promise.all([ada.close(one.of), sell(left.place, left.barcodes[0], 20), sam.close(two.of)])
    expect(await onShelf(left.place, left.barcodes[0])).toBe(79)
    expect(await onShelf(right.place, right.barcodes[1])).toBe(101)
  })

  test('sales during a count leave the exact quantity', async () => {
    const { place, barcodes } = fresh()
    const number = await ada.create(place)
    const of = { CountNbr: number, Shelf: place }
    const [barcode] = barcodes
    const sales = Promise.all([1, 2, 3, 4].map((quantity) => sell(place, barcode, quantity)))
    // The person counts the current quantity of the books, since the books are correct.
    await ada.count(of, barcode, 100)
    await sales
    const { ID, BarcodeID } = await ada.line(number, barcode)
    const found = await onShelf(place, barcode)
    await ada.recount(of, { ID, BarcodeID } as Count['Line'], 'COUNTED', found)
    for (const each of barcodes.slice(1)) await ada.count(of, each, 100)
    await Promise.all([ada.close(of), sell(place, barcode, 5)])
    expect(await onShelf(place, barcode)).toBe(85)
  })

  test('a close or a line that is sent twice is applied once', async () => {
    const { place, barcodes } = fresh()
    const number = await ada.create(place)
    const of = { CountNbr: number, Shelf: place }
    const one = await ada.count(of, barcodes[0], 99, 'count-once')
    const two = await ada.count(of, barcodes[0], 99, 'count-once')
    expect(two.body).toEqual(one.body)
    for (const barcode of barcodes.slice(1)) await ada.count(of, barcode, 100)
    expect((await ada.detail(number)).lines).toHaveLength(4)
    const closes = await Promise.all([ada.close(of, [], 'close-once'), sam.close<ProblemBody>(of)])
    expect(closes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const again = await ada.close(of, [], 'close-once')
    expect([again.status, again.body]).toEqual([closes[0].status, closes[0].body])
    expect(await onShelf(place, barcodes[0])).toBe(99)
  })
})

test('needs its own key and the location', async () => {
  await giveKeys(warehouse, 'pia.picker', ['COUNTADMINKEY'])
  const pia = new CountClerk(warehouse.clerk('pia.picker'))
  const { place, barcodes } = fresh()
  const number = await pia.create(place)
  expect(messages(await pia.count({ CountNbr: number, Shelf: place }, barcodes[0], 100))).toHaveLength(1)
  expect((await pia.save({ InventoryLocation: 'SAL', Shelf: 'C-01' })).status).toBe(403)
  await giveKeys(warehouse, 'pia.picker', ['ADJUSTINVENTORYKEY'])
  expect((await pia.clerk.get(`count/${number}`)).status).toBe(403)
  const reader = new CountClerk(warehouse.clerk('rhea.reader'))
  expect((await reader.detail(number)).lines).toHaveLength(1)
  expect((await reader.save({ Shelf: place })).status).toBe(403)
})
