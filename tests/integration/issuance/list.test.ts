import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Issuance } from '#core/kinds/issuance/fields.ts'
import type { IssuedRecord } from '#core/wire/issued.ts'
import { isHidden } from '#tests/support/hidden.ts'
import { barcodeOf, type Clerk, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let lena: Clerk
let open: string[]
let shipped: string
let cancelled: string

beforeAll(async () => {
  warehouse = await openWarehouse()
  lena = warehouse.clerk('lena.lead')
  open = []
  for (let count = 0; count < 30; count += 1) open.push(await lena.create({ Comments: `No. ${count}` }))
  shipped = await lena.create({ IssueToType: 'Nursery', IssueToNbr: 'N1' })
  for (const [barcode, quantity] of [
    [barcodeOf(1), 10],
    [barcodeOf(2), 20],
  ] as const) {
    const header = { header: { IssueToType: 'Nursery', IssueToNbr: 'N1' } }
    const { body } = await lena.order(shipped, barcode, quantity, header)
    const ID = body.InventoryLines[0]?.ID
    await lena.save({ TagNbr: shipped, Status: 'RESERVED', ...header.header }, [
      { ID, BarcodeID: barcode, Status: 'PICKED', PickQty: quantity },
    ])
  }
  await lena.ship(shipped, [], { IssueToType: 'Nursery', IssueToNbr: 'N1' })
  cancelled = await lena.create()
  await lena.cancel(cancelled)
  await lena.create({ InventoryLocation: 'SAL' })
  await lena.create({ TrimSeasonID: 'S2' })
  await lena.create({ StorageType: 'GROWERSTORAGE' })
  await lena.order(open[3] ?? '', barcodeOf(3), 1)
})
afterAll(() => warehouse.close())

const list = async (query: Readonly<Record<string, string>> = {}) => {
  const { status, body } = await lena.get<{ Records: Issuance['Header'][]; TotalRowCount: number }>(
    'issuance',
    {
      trimseasonid: 'S1',
      inventorylocation: 'WAT',
      ...query,
    },
  )
  expect(status).toBe(200)
  return {
    tags: body.Records.map((record) => record.TagNbr),
    total: body.TotalRowCount,
    records: body.Records,
  }
}
const newestFirst = (tags: readonly string[]) => tags.toSorted((one, other) => Number(other) - Number(one))

test('shows open documents, newest first, 25 at a time, and counts all', async () => {
  const first = await list()
  expect(first.total).toBe(30)
  expect(first.tags).toEqual(newestFirst(open).slice(0, 25))
  const rest = await list({ offset: '25' })
  expect(rest).toMatchObject({ total: 30, tags: newestFirst(open).slice(25) })
  expect(await list({ offset: '60' })).toMatchObject({ total: 30, tags: [] })
})

test('shows everything of this location, season and storage type on request', async () => {
  const all = await list({ all: 'true', limit: '500' })
  expect(all.tags).toEqual(newestFirst([...open, shipped, cancelled]))
  expect(all.total).toBe(32)
})

test('filters by status, and shows the recipient of each issuance', async () => {
  expect(await list({ status: 'RESERVED' })).toMatchObject({ total: 1, tags: [open[3]] })
  const ended = await list({ status: 'SHIPPED,CANCELLED' })
  expect(ended.tags).toEqual([cancelled, shipped])
  expect(ended.records[1]).toMatchObject({
    IssueToType: 'Nursery',
    IssueToNbr: 'N1',
    EntityName: 'Northern Nursery',
    Status: 'SHIPPED',
  })
})

test('finds a tag number only at its own location, season and storage type', async () => {
  const at = (query: Readonly<Record<string, string>>) => lena.get(`issuance/${shipped}`, query)
  expect(isHidden(await at({}))).toBe(false)
  expect(isHidden(await at({ trimseasonid: 'S1', inventorylocation: 'WAT' }))).toBe(false)
  for (const elsewhere of [
    { trimseasonid: 'S2' },
    { inventorylocation: 'SAL' },
    { storagetype: 'GROWERSTORAGE' },
  ]) {
    expect(isHidden(await at(elsewhere))).toBe(true)
  }
  expect(isHidden(await lena.get('issuance/19999999'))).toBe(true)
  expect((await lena.get('issuance/123456789')).status).toBe(400)
})

test('finds what was issued to a nursery by its barcodes', async () => {
  const issued = async (query: Readonly<Record<string, string>> = {}) => {
    const { body } = await lena.get<{ Records: IssuedRecord[]; TotalRowCount: number }>('issuancedetail', {
      trimseasonid: 'S1',
      inventorylocation: 'WAT',
      issuetotype: 'Nursery',
      issuetonbr: 'N1',
      ...query,
    })
    return body.Records
  }
  expect(await issued()).toMatchObject([
    {
      TagNbr: shipped,
      BarcodeID: barcodeOf(1),
      PickQty: 10,
      Qty: 10,
      ReturnedQty: 0,
      EntityName: 'Northern Nursery',
    },
    { TagNbr: shipped, BarcodeID: barcodeOf(2), PickQty: 20, Qty: 20, ReturnedQty: 0 },
  ])
  expect(await issued({ barcodeid: barcodeOf(2) })).toHaveLength(1)
  expect(await issued({ stocktype: 'FOUNDATION' })).toEqual([])
  expect(await issued({ issuetotype: 'Grower', issuetonbr: 'G1' })).toEqual([])
})
