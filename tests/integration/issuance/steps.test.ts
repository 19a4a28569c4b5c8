import { afterAll, beforeAll, expect, test } from 'vitest'
import { growerStorageAccount, issuedAccount, stockAccount } from '#core/kinds/accounts.ts'
import { isHidden } from '#tests/support/hidden.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { barcodeOf, type Clerk, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let pia: Clerk
let lena: Clerk
const shelf = stockAccount('WAT', 'A-01')

beforeAll(async () => {
  warehouse = await openWarehouse()
  pia = warehouse.clerk('pia.picker')
  lena = warehouse.clerk('lena.lead')
})
afterAll(async () => {
  const broken = await findBrokenInvariants(warehouse.database.pool)
  await warehouse.close()
  expect(broken).toEqual([])
})

test('an issuance goes from created to shipped, and the plants move to the grower', async () => {
  const created = await pia.save({ ReferenceNbr: 'PO 7', Comments: 'Gate 3', IssueDate: '2026-11-21' })
  expect(created.body).toMatchObject({ Message: 'Issuance processed successfully', InventoryLines: [] })
  const tag = created.body.TagNbr ?? ''
  expect(tag).toMatch(/^1\d{7}$/)
  expect((await pia.detail(tag)).IssuanceHeader).toMatchObject({
    TagNbr: tag,
    Status: 'OPEN',
    IssueToType: 'Grower',
    IssueToNbr: 'G1',
    EntityName: 'Alder Farms',
    InventoryLocation: 'WAT',
    TrimSeasonID: 'S1',
    TrimSeasonName: 'Straw 2026',
    StorageType: 'INVENTORY',
    IssueDate: '2026-11-21',
    ReferenceNbr: 'PO 7',
    Comments: 'Gate 3',
    GrowingDistrict: 'Pajaro',
    VendorInvoiceAccNum: 'V-1001',
    PickUpLocationId: 'WAT',
    CreatedBy: 'pia.picker',
    LastChangedBy: 'pia.picker',
  })

  const ordered = await pia.order(tag, barcodeOf(1), 30)
  expect(ordered.body).toMatchObject({
    Message: 'Issuance processed successfully',
    TagNbr: tag,
    InventoryLines: [
      {
        Message: 'Inventory Line RESERVED successfully',
        BarcodeID: barcodeOf(1),
        Status: 'RESERVED',
        Qty: 30,
      },
    ],
  })
  const id = ordered.body.InventoryLines[0]?.ID ?? ''
  expect(await warehouse.balance(barcodeOf(1), shelf)).toEqual({ qty: 100, reserved: 30 })
  const reserved = await pia.detail(tag)
  expect(reserved.IssuanceHeader?.Status).toBe('RESERVED')
  expect(reserved.InventoryLines).toMatchObject([
    {
      ID: id,
      IssuanceID: tag,
      BarcodeID: barcodeOf(1),
      Qty: 30,
      OrderQty: 30,
      PickQty: null,
      UpdateQty: 30,
      Status: 'RESERVED',
      StorageLocation: 'A-01',
      AvailableQty: 70,
      VarietyCode: 'ALB',
      TrimType: 'Trimmed',
      StockType: 'COMMERCIAL',
      Commodity: 'STRAW',
      Rate: '0.125',
    },
  ])

  const picked = await pia.line(tag, id, barcodeOf(1), 'PICKED', 25)
  expect(picked.body.InventoryLines).toMatchObject([
    { Message: 'Inventory Line PICKED successfully', ID: id, Status: 'PICKED', Qty: 25 },
  ])
  expect(await warehouse.balance(barcodeOf(1), shelf)).toEqual({ qty: 100, reserved: 25 })
  expect((await pia.detail(tag)).InventoryLines).toMatchObject([
    { Qty: 25, OrderQty: 30, PickQty: 25, Status: 'PICKED', AvailableQty: 75 },
  ])

  const shipped = await pia.ship(tag, [{ ID: id, BarcodeID: barcodeOf(1), Status: 'SHIPPED' }])
  expect(shipped.body).toMatchObject({
    Message: 'Issuance processed successfully',
    InventoryLines: [{ Message: 'Inventory Line SHIPPED successfully', ID: id, Status: 'SHIPPED', Qty: 25 }],
  })
  expect(await warehouse.balance(barcodeOf(1), shelf)).toEqual({ qty: 75, reserved: 0 })
  expect(await warehouse.balance(barcodeOf(1), issuedAccount('Grower', 'G1'))).toEqual({
    qty: 25,
    reserved: 0,
  })
  const { rows } = await warehouse.database.pool.query(
    'select by, qty, document_kind, document_number, line_id::text, from_kind, to_kind from movement where document_number = $1',
    [tag],
  )
  expect(rows).toEqual([
    {
      by: 'pia.picker',
      qty: 25,
      document_kind: 'issuance',
      document_number: Number(tag),
      line_id: id,
      from_kind: 'stock',
      to_kind: 'issued',
    },
  ])
  expect(await pia.detail(tag)).toMatchObject({
    IssuanceHeader: { Status: 'SHIPPED' },
    InventoryLines: [{ Status: 'SHIPPED', Qty: 25, OrderQty: 30, PickQty: 25 }],
  })
})

test('a header and its lines can come in one request', async () => {
  const { body } = await pia.save({ Status: 'RESERVED' }, [
    { BarcodeID: barcodeOf(2), Status: 'RESERVED', OrderQty: 3, StorageLocation: 'A-01' },
    { BarcodeID: barcodeOf(3), Status: 'RESERVED', OrderQty: 4, StorageLocation: 'A-01' },
  ])
  const detail = await pia.detail(body.TagNbr ?? '')
  expect(detail.IssuanceHeader?.Status).toBe('RESERVED')
  expect(detail.InventoryLines.map((line) => [line.BarcodeID, line.Qty])).toEqual([
    [barcodeOf(2), 3],
    [barcodeOf(3), 4],
  ])
})

test('an order can be changed, and a new order undoes a pick', async () => {
  const tag = await pia.create()
  const id = (await pia.order(tag, barcodeOf(4), 10)).body.InventoryLines[0]?.ID ?? ''
  await pia.line(tag, id, barcodeOf(4), 'RESERVED', 60)
  expect(await warehouse.balance(barcodeOf(4), shelf)).toEqual({ qty: 100, reserved: 60 })
  await pia.line(tag, id, barcodeOf(4), 'PICKED', 50)
  await pia.line(tag, id, barcodeOf(4), 'RESERVED', 20)
  expect(await warehouse.balance(barcodeOf(4), shelf)).toEqual({ qty: 100, reserved: 20 })
  expect((await pia.detail(tag)).InventoryLines).toMatchObject([
    { Status: 'RESERVED', OrderQty: 20, PickQty: null },
  ])
})

test('a line with more than the available plants is refused, and the other lines are saved', async () => {
  const tag = await pia.create()
  const { status, body } = await pia.save({ TagNbr: tag, Status: 'RESERVED' }, [
    { BarcodeID: barcodeOf(5), Status: 'RESERVED', OrderQty: 40, StorageLocation: 'A-01' },
    { BarcodeID: barcodeOf(11), Status: 'RESERVED', OrderQty: 6, StorageLocation: 'A-01' },
    { BarcodeID: barcodeOf(6), Status: 'RESERVED', OrderQty: 100, StorageLocation: 'A-01' },
  ])
  expect(status).toBe(200)
  expect(body.Message).toBe('Issuance processed successfully')
  expect(body.InventoryLines.map((line) => line.Message)).toEqual([
    'Inventory Line RESERVED successfully',
    'Insufficient quantity',
    'Inventory Line RESERVED successfully',
  ])
  expect(body.InventoryLines[1]).toMatchObject({ ID: null, BarcodeID: barcodeOf(11), Qty: null })
  expect((await pia.detail(tag)).InventoryLines.map((line) => line.BarcodeID)).toEqual([
    barcodeOf(5),
    barcodeOf(6),
  ])
  expect(await warehouse.balance(barcodeOf(11), shelf)).toEqual({ qty: 5, reserved: 0 })
})

test('a pick above the order needs available plants; if it is refused, the line stays unchanged', async () => {
  const tag = await pia.create()
  const id = (await pia.order(tag, barcodeOf(7), 60)).body.InventoryLines[0]?.ID ?? ''
  const otherTag = await lena.create()
  await lena.order(otherTag, barcodeOf(7), 30)
  const refused = await pia.line(tag, id, barcodeOf(7), 'PICKED', 71)
  expect(refused.body.InventoryLines).toMatchObject([
    { Message: 'Insufficient quantity', ID: id, Status: 'RESERVED', Qty: 60 },
  ])
  expect((await pia.detail(tag)).InventoryLines).toMatchObject([{ Status: 'RESERVED', Qty: 60 }])
  const largestPick = await pia.line(tag, id, barcodeOf(7), 'PICKED', 70)
  expect(largestPick.body.InventoryLines[0]?.Message).toBe('Inventory Line PICKED successfully')
  expect(await warehouse.balance(barcodeOf(7), shelf)).toEqual({ qty: 100, reserved: 100 })
})

test('a shipment is checked over all lines of the document, not only over the sent ones', async () => {
  const tag = await pia.create()
  const first = (await pia.order(tag, barcodeOf(8), 10)).body.InventoryLines[0]?.ID ?? ''
  const second = (await pia.order(tag, barcodeOf(9), 10)).body.InventoryLines[0]?.ID ?? ''
  await pia.line(tag, first, barcodeOf(8), 'PICKED', 10)
  const early = await pia.ship<{ code: string }>(tag, [
    { ID: first, BarcodeID: barcodeOf(8), Status: 'SHIPPED' },
  ])
  expect(early).toMatchObject({
    status: 409,
    body: {
      code: 'state_conflict',
      state: {
        number: tag,
        status: 'RESERVED',
        refusal: { code: 'linesNotPicked', facts: { open: 1 } },
      },
    },
  })
  expect((await pia.detail(tag)).InventoryLines.map((line) => line.Status)).toEqual(['PICKED', 'RESERVED'])
  await pia.line(tag, second, barcodeOf(9), 'PICKED', 10)
  const shipped = await pia.ship(tag)
  expect(shipped.body.InventoryLines.map((line) => line.ID)).toEqual([first, second])
})

test('shipping a line that is no longer on the document is refused as a whole', async () => {
  const tag = await pia.create()
  const first = (await pia.order(tag, barcodeOf(8), 1)).body.InventoryLines[0]?.ID ?? ''
  const second = (await pia.order(tag, barcodeOf(9), 1)).body.InventoryLines[0]?.ID ?? ''
  await pia.line(tag, first, barcodeOf(8), 'PICKED', 1)
  await pia.line(tag, second, barcodeOf(9), 'PICKED', 1)
  await lena.deleteLine(tag, second)
  const both = [
    { ID: first, BarcodeID: barcodeOf(8), Status: 'SHIPPED' },
    { ID: second, BarcodeID: barcodeOf(9), Status: 'SHIPPED' },
  ]
  expect((await pia.ship(tag, both)).status).toBe(409)
  expect((await pia.detail(tag)).IssuanceHeader?.Status).toBe('RESERVED')
  expect((await pia.ship(tag, both.slice(0, 1))).status).toBe(200)
})

test('a cancelled issuance releases all its holds, and nothing moves', async () => {
  const tag = await pia.create()
  const before = await warehouse.balance(barcodeOf(10), shelf)
  const id = (await pia.order(tag, barcodeOf(10), 10)).body.InventoryLines[0]?.ID ?? ''
  await pia.line(tag, id, barcodeOf(10), 'PICKED', 12)
  const { body } = await pia.cancel(tag)
  expect(body).toMatchObject({
    Message: 'Issuance processed successfully',
    InventoryLines: [{ Message: 'Inventory Line CANCELLED successfully', ID: id, Status: 'CANCELLED' }],
  })
  expect(await warehouse.balance(barcodeOf(10), shelf)).toEqual(before)
  expect(await pia.detail(tag)).toMatchObject({
    IssuanceHeader: { Status: 'CANCELLED' },
    InventoryLines: [{ Status: 'CANCELLED', Qty: 0 }],
  })
})

test('a deleted line releases its hold; after the last one the header is OPEN again', async () => {
  const tag = await pia.create()
  const first = (await pia.order(tag, barcodeOf(10), 1)).body.InventoryLines[0]?.ID ?? ''
  const second = (await pia.order(tag, barcodeOf(9), 1)).body.InventoryLines[0]?.ID ?? ''
  expect((await pia.deleteLine(tag, first)).body).toMatchObject({
    Message: 'Inventory line deleted from Issuance',
    Id: first,
  })
  expect((await pia.detail(tag)).IssuanceHeader?.Status).toBe('RESERVED')
  await pia.deleteLine(tag, second)
  expect(await pia.detail(tag)).toMatchObject({ IssuanceHeader: { Status: 'OPEN' }, InventoryLines: [] })
  expect((await pia.deleteLine(tag, second)).status).toBe(404)
})

test('plants in two places are taken from the named one, else from the fuller one', async () => {
  const named = await pia.create()
  await pia.order(named, barcodeOf(11), 5)
  expect(await warehouse.balance(barcodeOf(11), shelf)).toEqual({ qty: 5, reserved: 5 })
  const unnamed = await pia.create()
  await pia.order(unnamed, barcodeOf(11), 20, { line: { StorageLocation: '' } })
  expect((await pia.detail(unnamed)).InventoryLines).toMatchObject([
    { StorageLocation: 'B-02', Qty: 20, AvailableQty: 30 },
  ])
  await pia.cancel(named)
  await pia.cancel(unnamed)
})

test('grower storage: the plants of a grower go out to that grower', async () => {
  const storage = { StorageType: 'GROWERSTORAGE' }
  const tag = await lena.create({ ...storage, IssueToNbr: 'G1' })
  const header = { header: storage, line: { StorageLocation: '#GRG1' } }
  const { body } = await lena.order(tag, barcodeOf(17), 15, header)
  const id = body.InventoryLines[0]?.ID ?? ''
  expect(body.InventoryLines[0]?.Message).toBe('Inventory Line RESERVED successfully')
  expect(await warehouse.balance(barcodeOf(17), growerStorageAccount('WAT', 'G1'))).toEqual({
    qty: 40,
    reserved: 15,
  })
  expect((await lena.detail(tag, 'GROWERSTORAGE')).InventoryLines).toMatchObject([
    { StorageLocation: '#GRG1', Qty: 15, AvailableQty: 25 },
  ])
  // Plants of another grower and of the warehouse are not available here.
  for (const barcode of [barcodeOf(18), barcodeOf(1)]) {
    const wrong = await lena.order(tag, barcode, 1, header)
    expect(wrong.body.InventoryLines[0]?.Message).toBe('Inventory Not found')
  }
  const other = await lena.save({ ...storage, TagNbr: tag, IssueToNbr: 'G2' })
  expect(other.status).toBe(409)
  await lena.save({ ...storage, TagNbr: tag, Status: 'RESERVED' }, [
    { ID: id, BarcodeID: barcodeOf(17), Status: 'PICKED', PickQty: 15 },
  ])
  expect((await lena.ship(tag, [], storage)).status).toBe(200)
  expect(await warehouse.balance(barcodeOf(17), growerStorageAccount('WAT', 'G1'))).toEqual({
    qty: 25,
    reserved: 0,
  })
  expect(await warehouse.balance(barcodeOf(17), issuedAccount('Grower', 'G1'))).toEqual({
    qty: 15,
    reserved: 0,
  })
  // Each mode hides the documents of the other.
  expect(isHidden(await lena.get(`issuance/${tag}`, { storagetype: 'INVENTORY' }))).toBe(true)
})
