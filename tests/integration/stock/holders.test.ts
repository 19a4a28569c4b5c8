import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlantHolder } from '#core/wire/inventory.ts'
import { barcodeOf, openWarehouse, type ProblemBody, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse

beforeAll(async () => {
  warehouse = await openWarehouse()
})
afterAll(() => warehouse.close())

const at = (barcode: string, more: Readonly<Record<string, string>> = {}) => ({
  inventorylocation: 'WAT',
  trimseasonid: 'S1',
  barcodeid: barcode,
  ...more,
})
const holdersOf = async (barcode: string, more?: Readonly<Record<string, string>>) =>
  (
    await warehouse
      .clerk('pia.picker')
      .get<{ Result: readonly PlantHolder[] }>('plantholders', at(barcode, more))
  ).body.Result

test('lists the open documents that hold plants, with quantities and persons', async () => {
  const lena = warehouse.clerk('lena.lead')
  const pia = warehouse.clerk('pia.picker')
  const barcode = barcodeOf(1)
  expect(await holdersOf(barcode)).toEqual([])
  const first = await lena.create()
  const line = (await lena.order(first, barcode, 30)).body.InventoryLines[0]?.ID ?? ''
  const second = await pia.create()
  await pia.order(second, barcode, 12)
  await pia.line(first, line, barcode, 'PICKED', 25)
  const held = (Number: string, Status: string, Qty: number) => ({
    Kind: 'issuance',
    Number,
    StorageType: 'INVENTORY',
    DocumentStatus: 'RESERVED',
    Status,
    Qty,
    ChangedBy: 'pia.picker',
  })
  expect(await holdersOf(barcode)).toEqual([held(first, 'PICKED', 25), held(second, 'RESERVED', 12)])
  // Holds of another season or location are not listed.
  expect(await holdersOf(barcode, { trimseasonid: 'S2' })).toEqual([])
  expect(await holdersOf(barcodeOf(2))).toEqual([])

  await pia.ship(first)
  await pia.cancel(second)
  expect(await holdersOf(barcode)).toEqual([])
})

test('needs the right to see the stock of the location', async () => {
  const trial = async (username: string, location: string) => {
    const answer = await warehouse
      .clerk(username)
      .get<ProblemBody>('plantholders', at(barcodeOf(1), { inventorylocation: location }))
    return answer.status === 200 ? 'ok' : answer.body.code
  }
  expect(await trial('rhea.reader', 'WAT')).toBe('ok')
  expect(await trial('pia.picker', 'SAL')).toBe('location_not_allowed')
  expect(await trial('nora.noaccess', 'WAT')).toBe('key_missing')
})
