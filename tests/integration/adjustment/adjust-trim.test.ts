import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { adjustedAccount, growerStorageAccount, stockAccount } from '#core/kinds/accounts.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { TransferClerk } from '#tests/support/transfers.ts'
import { barcodeOf, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let ada: TransferClerk
let sam: TransferClerk
const shelf = stockAccount('WAT', 'A-01')

beforeAll(async () => {
  warehouse = await openWarehouse()
  await warehouse.database.pool.query(
    "insert into reason_code (type, code, description) values ('INVENTORY', 'COUNT', 'Count')",
  )
  ada = new TransferClerk(warehouse.clerk('ada.admin'))
  sam = new TransferClerk(warehouse.clerk('sam.super'))
})
afterEach(async () => {
  expect(await findBrokenInvariants(warehouse.database.pool)).toEqual([])
})
afterAll(() => warehouse.close())

test('sets the quantity up and down against the adjusted account, with its reason', async () => {
  const barcode = barcodeOf(1)
  expect((await ada.adjust(barcode, 112)).body.Message).toBe('Adjustment processed successfully')
  expect(await warehouse.balance(barcode, shelf)).toMatchObject({ qty: 112 })
  expect(await warehouse.balance(barcode, adjustedAccount('WAT'))).toMatchObject({ qty: -12 })
  await ada.adjust(barcode, 95)
  await ada.adjust(barcode, 95)
  expect(await warehouse.balance(barcode, shelf)).toMatchObject({ qty: 95 })
  const { rows } = await warehouse.database.pool.query(
    "select qty, reason, by from movement where barcode = $1 and reason = 'COUNT' order by id",
    [barcode],
  )
  expect(rows).toEqual([
    { qty: 12, reason: 'COUNT', by: 'ada.admin' },
    { qty: 17, reason: 'COUNT', by: 'ada.admin' },
  ])
})

test('cannot go below the quantity that documents hold, and can go to 0 when they hold nothing', async () => {
  const barcode = barcodeOf(2)
  await ada.order(await ada.create(), barcode, 30)
  const refused = await ada.adjust(barcode, 29)
  expect(refused).toMatchObject({
    status: 200,
    body: { Message: 'Quantity is less than the 30 reserved on open documents' },
  })
  expect(await warehouse.balance(barcode, shelf)).toEqual({ qty: 100, reserved: 30 })
  await ada.adjust(barcode, 30)
  expect(await warehouse.balance(barcode, shelf)).toEqual({ qty: 30, reserved: 30 })
  await ada.adjust(barcodeOf(3), 0)
  expect(await warehouse.balance(barcodeOf(3), shelf)).toEqual({ qty: 0, reserved: 0 })
})

test('lets one of two simultaneous corrections win and tells the other person the current quantity', async () => {
  const barcode = barcodeOf(4)
  const answers = await Promise.all([
    ada.adjust(barcode, 90, { SeenQty: 100 }),
    sam.adjust(barcode, 80, { SeenQty: 100 }),
  ])
  const words = answers.map(({ body }) => body.Message)
  expect(words).toContain('Adjustment processed successfully')
  const { qty } = await warehouse.balance(barcode, shelf)
  expect(words).toContain(`Quantity has changed meanwhile: it is ${qty} now`)
})

test('applies a correction once when it is sent twice with one key', async () => {
  const barcode = barcodeOf(5)
  await ada.adjust(barcode, 70, {}, 'count-5')
  await ada.adjust(barcode, 80)
  expect((await ada.adjust(barcode, 70, {}, 'count-5')).headers.get('content-type')).toContain('json')
  expect(await warehouse.balance(barcode, shelf)).toMatchObject({ qty: 80 })
})

test('finds the place of the plants, or reports that there is none', async () => {
  const barcode = barcodeOf(6)
  await ada.adjust(barcode, 60, { StorageLocation: '' })
  expect(await warehouse.balance(barcode, shelf)).toMatchObject({ qty: 60 })
  for (const [code, StorageLocation] of [
    [barcodeOf(6), 'Z-99'],
    [barcodeOf(11), ''],
    [barcodeOf(99), 'A-01'],
  ] as const) {
    expect((await ada.adjust(code, 1, { StorageLocation })).body.Message).toBe('Inventory Not found')
  }
})

test('needs a reason of its type, the key, and the location', async () => {
  const barcode = barcodeOf(7)
  for (const TransactionReason of ['DISEASE', 'NONE', '']) {
    expect((await ada.adjust(barcode, 1, { TransactionReason })).status).toBe(400)
  }
  const refused = async (username: string, more: object = {}) =>
    (await new TransferClerk(warehouse.clerk(username)).adjust<{ code: string }>(barcode, 1, { ...more }))
      .body.code
  expect(await refused('pia.picker')).toBe('key_missing')
  expect(await refused('rhea.reader')).toBe('read_only')
  expect(await refused('ada.admin', { InventoryLocation: 'OXN' })).toBe('location_not_allowed')
  expect(await warehouse.balance(barcode, shelf)).toMatchObject({ qty: 100 })
})

test('corrects grower storage with the keys of grower storage', async () => {
  const barcode = barcodeOf(17)
  const kept = { StorageType: 'GROWERSTORAGE', StorageLocation: '#GRG1' }
  await ada.adjust(barcode, 33, kept)
  expect(await warehouse.balance(barcode, growerStorageAccount('WAT', 'G1'))).toMatchObject({ qty: 33 })
  expect((await ada.adjust(barcode, 33, { ...kept, StorageLocation: '#GRG2' })).body.Message).toBe(
    'Inventory Not found',
  )
  const lena = new TransferClerk(warehouse.clerk('lena.lead'))
  expect((await lena.adjust(barcode, 1, kept)).status).toBe(403)
})
