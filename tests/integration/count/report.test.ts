import { afterAll, beforeAll, expect, test } from 'vitest'
import { stockAccount } from '#core/kinds/accounts.ts'
import { CountClerk } from '#tests/support/counts.ts'
import { printFile, scanPage } from '#tests/support/paper-desk.ts'
import { readPaper } from '#tests/support/read-paper.ts'
import { barcodeOf, moreLots, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

// The printed report of a count, which is derived from its fields.

let warehouse: Warehouse
const barcodes = [0, 1, 2].map((index) => barcodeOf(601 + index))
beforeAll(async () => {
  const lots = moreLots(601, barcodes.length, 1_100)
  warehouse = await openWarehouse(lots.map((lot) => ({ ...lot, account: stockAccount('WAT', 'S-1') })))
})
afterAll(() => warehouse.close())

test('a printed count shows expected and counted quantities, the second counter, and the open differences', async () => {
  const ada = new CountClerk(warehouse.clerk('ada.admin'))
  const sam = new CountClerk(warehouse.clerk('sam.super'))
  const number = await ada.create('S-1', { ReferenceNbr: 'Year end 2026', Comments: 'Door side' })
  const of = { CountNbr: number, Shelf: 'S-1' }
  const [small = '', torn = '', far = ''] = barcodes
  await ada.count(of, small, 1_097)
  await ada.count(of, torn, 60)
  await ada.count(of, far, 1_300)
  const print = async () => {
    const query = { reportname: 'Counts', refnbr: number, identifier: 'WAT' }
    const [page] = await readPaper(await printFile(ada.clerk, 'printreport', query))
    return page
  }
  const open = await print()
  expect(open?.text).toContain(`${small} Albion Trimmed COMMERCIAL S-1 1,097 COUNTED`)
  expect(open?.text).toContain(`${torn} Albion Trimmed COMMERCIAL S-1 RECOUNT`)
  // Blind: the report shows no quantities of the books and no sums of them.
  expect(open?.text).not.toContain(' 60 ')
  expect(open?.text).not.toContain('1,100')
  expect(open?.text).toContain('3 lines Counted by, date')

  await sam.recount(of, await ada.line(number, torn), 'RECOUNTED', 1_095)
  await sam.recount(of, await ada.line(number, far), 'RECOUNTED', 1_290)
  await sam.close(of)
  const closed = await print()
  const { RequestID } = (await ada.detail(number)).header
  for (const words of [
    'Count STRAW · CLOSED',
    'Location WAT - Watsonville',
    'Shelf S-1',
    'Reason for differences Not planted',
    'Ref # Year end 2026',
    `Adjustment request ${RequestID}`,
    'Comments Door side',
    'Expected Counted Second count Variance Second count by Status',
    `${small} Albion Trimmed COMMERCIAL S-1 1,100 1,097 -3 CLOSED`,
    `${torn} Albion Trimmed COMMERCIAL S-1 1,100 60 1,095 -5 sam.super CLOSED`,
    `${far} Albion Trimmed COMMERCIAL S-1 1,100 1,300 1,290 190 sam.super REQUESTED`,
    '3 lines 3,300 182',
    'Counted by, date Second count by, date',
  ]) {
    expect(closed?.text).toContain(words)
  }
  expect(await scanPage(closed)).toEqual([number])
})
