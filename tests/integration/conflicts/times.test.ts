// A change carries the time when the person made it, which can be long before it arrives.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HistoryEntry } from '#features/history/common/history.ts'
import { barcodeOf, type Clerk, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let pia: Clerk
beforeAll(async () => {
  warehouse = await openWarehouse()
  pia = warehouse.clerk('pia.picker')
})
afterAll(() => warehouse.close())

const NINE = '2026-11-21T09:02:00.000Z'
const send = (tag: string, status: string, lines: readonly object[], DoneDateTime?: string) =>
  pia.call('POST', 'issuance', {
    body: {
      IssuanceHeader: {
        TagNbr: tag,
        Status: status,
        IssueToType: 'Grower',
        IssueToNbr: 'G1',
        InventoryLocation: 'WAT',
        TrimSeasonID: 'S1',
        StorageType: 'INVENTORY',
        // As read: the time of the change before.
        LastChangedDateTime: '2026-11-20T07:00:00.000Z',
      },
      InventoryLines: lines,
      ...(DoneDateTime !== undefined && { DoneDateTime }),
    },
  })
const claims = async (tag: string) => {
  const { body } = await pia.get<{ Records: HistoryEntry[] }>(`history/document/${tag}`)
  return body.Records.filter(({ Event }) => Event !== 'OWNED').map(({ Event, ClaimedAt }) => [
    Event,
    ClaimedAt,
  ])
}
const ordered = async (barcode: string) => {
  const tag = await pia.create()
  const { body } = await pia.order(tag, barcode, 10)
  const ID = body.InventoryLines[0]?.ID ?? ''
  return { tag, line: { ID, BarcodeID: barcode } }
}

test('a pick and a shipment keep their own time in document, ledger and history', async () => {
  const { tag, line } = await ordered(barcodeOf(1))
  await send(tag, 'RESERVED', [{ ...line, Status: 'PICKED', PickQty: 10 }], NINE)
  expect((await claims(tag)).slice(0, 2)).toEqual([
    ['LINE', NINE],
    ['CHANGED', NINE],
  ])
  const later = '2026-11-21T09:30:00.000Z'
  await send(tag, 'SHIPPED', [{ ...line, Status: 'SHIPPED', PickQty: 10 }], later)
  expect((await claims(tag)).slice(0, 2)).toEqual([
    ['MOVED', later],
    ['CHANGED', later],
  ])
})

test('without its own time a change does not use the time in the header, which is that of the change before', async () => {
  const { tag, line } = await ordered(barcodeOf(2))
  await send(tag, 'RESERVED', [{ ...line, Status: 'PICKED', PickQty: 10 }])
  await send(tag, 'SHIPPED', [{ ...line, Status: 'SHIPPED', PickQty: 10 }])
  expect(new Set((await claims(tag)).map(([, claimed]) => claimed))).toEqual(new Set(['']))
})

test('a line keeps its own time in the document and in its history while other people change other lines', async () => {
  const tag = await pia.create()
  const id = (await pia.order(tag, barcodeOf(5), 10)).body.InventoryLines[0]?.ID ?? ''
  await send(tag, 'RESERVED', [{ ID: id, BarcodeID: barcodeOf(5), Status: 'PICKED', PickQty: 9 }], NINE)
  await warehouse.clerk('lena.lead').order(tag, barcodeOf(6), 10)
  const lines = (await pia.detail(tag)).InventoryLines ?? []
  expect(lines.map(({ ClaimedDateTime }) => ClaimedDateTime)).toEqual([NINE, ''])
  expect(Date.parse(lines[0]?.LastChangedDateTime ?? '')).toBeGreaterThan(Date.parse(NINE))
  const { body } = await pia.get<{ Records: HistoryEntry[] }>(`history/document/${tag}`)
  const line = body.Records.find(({ Event, BarcodeID }) => Event === 'LINE' && BarcodeID === barcodeOf(5))
  expect(line?.ClaimedAt).toBe(NINE)
  const again = { ID: id, BarcodeID: barcodeOf(5), Status: 'PICKED', PickQty: 10 }
  await send(tag, 'RESERVED', [again])
  expect((await pia.detail(tag)).InventoryLines?.[0]?.ClaimedDateTime).toBe('')
})

test('a deletion keeps its own time, too', async () => {
  const { tag, line } = await ordered(barcodeOf(3))
  await pia.call(
    'DELETE',
    `issuancedetail?id=${line.ID}&tagnbr=${tag}&storagetype=INVENTORY&donedatetime=${NINE}`,
  )
  expect((await claims(tag))[0]).toEqual(['CHANGED', NINE])
})

test('a device clock that is wrong by years does not affect the order and times of the server', async () => {
  const { tag, line } = await ordered(barcodeOf(4))
  await send(tag, 'RESERVED', [{ ...line, Status: 'PICKED', PickQty: 10 }], '2098-01-01T00:00:00.000Z')
  expect(
    await send(tag, 'SHIPPED', [{ ...line, Status: 'SHIPPED' }], '2001-01-01T00:00:00.000Z'),
  ).toMatchObject({
    status: 200,
  })
  const { body } = await pia.get<{ Records: HistoryEntry[] }>(`history/document/${tag}`)
  expect(body.Records[0]).toMatchObject({ Event: 'MOVED', ClaimedAt: '2001-01-01T00:00:00.000Z' })
  expect(Date.parse(body.Records[0]?.At ?? '')).toBeGreaterThan(Date.parse('2020-01-01'))
  expect(await send(tag, 'SHIPPED', [], 'yesterday')).toMatchObject({ status: 400 })
})
