import { afterAll, beforeAll, expect, test } from 'vitest'
import { stockAccount } from '#core/kinds/accounts.ts'
import { barcodeOf, openWarehouse, type ProblemBody, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
const barcode = barcodeOf(1)
const shelf = stockAccount('WAT', 'A-01')
beforeAll(async () => {
  warehouse = await openWarehouse()
})
afterAll(() => warehouse.close())

const post = (path: string, body: object) =>
  warehouse.clerk('ada.admin').call<ProblemBody & { CountNbr?: string }>('POST', path, { body })
const adjustTo = (Qty: number) =>
  post('plantinventory', {
    TransactionType: 'ADJUST',
    TransactionReason: 'UNSOLD',
    InventoryLocation: 'WAT',
    StorageLocation: 'A-01',
    BarcodeID: barcode,
    Qty,
    SourceLoc: 'WAT',
    DestinationLoc: 'WAT',
    StorageType: 'INVENTORY',
    TrimSeason: 'S1',
  })
const tooMany = {
  status: 409,
  body: { code: 'state_conflict', state: { refusal: { code: 'plantsTooMany' } } },
}

test('refuses a quantity that is too large for a movement or a line, and leaves the stock unchanged', async () => {
  // Sets a balance that three transfers of nine digits could produce.
  await warehouse.database.pool.query(
    "update balance set qty = 3000000000 where barcode = $1 and owner = 'WAT' and place = 'A-01'",
    [barcode],
  )
  expect(await adjustTo(0)).toMatchObject(tooMany)
  const header = {
    InventoryLocation: 'WAT',
    Scope: 'SHELF',
    Shelf: 'A-01',
    Blind: 'YES',
    ReasonCode: 'UNSOLD',
    Status: 'OPEN',
    TrimSeasonID: 'S1',
  }
  const created = await post('count', { CountHeader: header, CountLines: [] })
  const line = {
    ID: null,
    BarcodeID: barcode,
    Status: 'COUNTED',
    CountedQty: 5,
    Qty: 5,
    StorageLocation: 'A-01',
  }
  const CountHeader = { ...header, CountNbr: created.body.CountNbr }
  expect(await post('count', { CountHeader, CountLines: [line] })).toMatchObject(tooMany)
  expect(await warehouse.balance(barcode, shelf)).toEqual({ qty: 3_000_000_000, reserved: 0 })
  expect((await adjustTo(999_999_999)).status).toBe(200)
})
