// The origin of a lot comes from its stock file, or later from another file. Once known it is fixed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HEADER, sendFile, stockRow } from '#tests/support/stock-file.ts'
import { openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await openWarehouse()
})
afterAll(() => warehouse.close())

const bring = (barcode: string, origin: string, query = '') =>
  sendFile(warehouse, 'ada.admin', `${HEADER},Origin\n${stockRow(barcode)},${origin}\n`, query)
const originOf = async (barcode: string) => {
  const { rows } = await warehouse.database.pool.query<{ origin: string }>(
    'select origin from barcode where barcode = $1',
    [barcode],
  )
  return rows[0]?.origin
}

test('arrives with the plants, as countries', async () => {
  await bring('ORI0000001', 'nl; fr')
  expect(await originOf('ORI0000001')).toBe('NL, FR')
})

test('arrives later for existing plants, without a movement', async () => {
  await bring('ORI0000002', '')
  expect((await bring('ORI0000002', 'DE', 'dryrun=yes')).report).toMatchObject({ Unchanged: 1, Errors: [] })
  expect(await originOf('ORI0000002')).toBe('')
  expect((await bring('ORI0000002', 'DE')).report).toMatchObject({ Unchanged: 1, Adjusted: 0, Errors: [] })
  expect(await originOf('ORI0000002')).toBe('DE')
  // A file without an origin does not remove it.
  await bring('ORI0000002', '')
  expect(await originOf('ORI0000002')).toBe('DE')
})

test('another origin is another lot, and an unknown country is refused', async () => {
  await bring('ORI0000003', 'DE')
  const other = await bring('ORI0000003', 'PL')
  expect(other.report.Errors).toMatchObject([
    { Column: 'Barcode', Code: 'rowOtherPlants', Facts: { here: 'PL', known: 'DE' } },
  ])
  const wrong = await bring('ORI0000004', 'Holland')
  expect(wrong.report.Errors).toMatchObject([{ Column: 'Origin', Code: 'rowOrigin' }])
  expect(await originOf('ORI0000004')).toBeUndefined()
})

test('a wrong origin is corrected only by a file that names it', async () => {
  const correct = (origin: string, before: string, query = '') =>
    sendFile(
      warehouse,
      'ada.admin',
      `${HEADER},Origin,OriginBefore\n${stockRow('ORI0000005')},${origin},${before}\n`,
      query,
    )
  await bring('ORI0000005', 'DE')
  const guessed = await correct('PL', 'FR')
  expect(guessed.report.Errors).toMatchObject([
    { Code: 'rowOtherPlants', Facts: { here: 'PL', known: 'DE' } },
  ])
  expect((await correct('PL', 'de', 'dryrun=yes')).report).toMatchObject({ Unchanged: 1, Errors: [] })
  expect(await originOf('ORI0000005')).toBe('DE')
  expect((await correct('PL', 'de')).report).toMatchObject({ Unchanged: 1, Adjusted: 0, Errors: [] })
  expect(await originOf('ORI0000005')).toBe('PL')
  // The same file a second time changes nothing.
  expect((await correct('PL', 'de')).report).toMatchObject({ Unchanged: 1, Errors: [] })
  expect(await originOf('ORI0000005')).toBe('PL')
  expect((await correct('', 'PL')).report.Errors).toMatchObject([{ Column: 'Origin', Code: 'rowMissing' }])
  expect((await correct('NL', 'Poland')).report.Errors).toMatchObject([
    { Column: 'OriginBefore', Code: 'rowOrigin' },
  ])
})
