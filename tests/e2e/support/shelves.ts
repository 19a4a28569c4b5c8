/** Fills and counts shelves for tests of counts. */
import { expect } from 'playwright/test'
import { IssuanceReply } from '#core/kinds/issuance/fields.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { stockFile } from '#tests/support/stock-file.ts'
import type { Warehouse } from './warehouse.ts'
import type { Workstation } from './workstation.ts'

/** Imports `count` barcodes that begin with `mark` into one or several shelves, 100 plants each. */
export async function fillShelf(
  warehouse: Warehouse,
  shelf: string | readonly string[],
  mark: string,
  count = 12,
): Promise<readonly string[]> {
  const { location, season } = warehouse.place
  const [known = ''] = await warehouse.plants(1)
  const { records } = await warehouse.stockRecords(known)
  const { VarietyCode = '', TrimType = '' } = records[0] ?? {}
  const barcodes = Array.from({ length: count }, (_, index) => `${mark}${String(index + 1).padStart(8, '0')}`)
  const rows = [shelf]
    .flat()
    .flatMap((each) =>
      barcodes.map((barcode) => `${barcode},${location},${each},100,${VarietyCode},${TrimType},${season.Id}`),
    )
  const { accessToken } = await signIn(warehouse.url, 'sam.super')
  const response = await fetch(`${warehouse.url}/api/maintenance/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'text/csv' },
    body: stockFile(...rows),
  })
  expect(await response.text()).toContain(`"Opened":${rows.length}`)
  return barcodes
}

/** Another user orders plants from one shelf on a new issuance. Returns its tag number. */
export async function orderFromShelf(
  warehouse: Warehouse,
  barcode: string,
  shelf: string,
  ordered: number,
): Promise<string> {
  const tag = await warehouse.issuance()
  const { IssuanceHeader } = await warehouse.issued(tag)
  const { InventoryLines } = await warehouse.call(IssuanceReply, 'lena.lead', 'issuance', {
    IssuanceHeader: { ...IssuanceHeader, Status: 'RESERVED' },
    InventoryLines: [
      { ID: null, BarcodeID: barcode, Status: 'RESERVED', OrderQty: ordered, StorageLocation: shelf },
    ],
  })
  expect(InventoryLines?.map(({ Message }) => Message)).toEqual(['Inventory Line RESERVED successfully'])
  return tag
}

/**
 * Opens the editor of a new count of this shelf by scanner and keyboard; `shown`: with expected quantities.
 * Returns its number.
 */
export async function newCount(station: Workstation, shelf: string, shown = false): Promise<string> {
  await station.scanner.scan('%T.COUNTS')
  await expect(station.heading('Count')).toBeVisible()
  await station.scanner.scan('%T.NEW')
  await expect(station.heading('New count')).toBeVisible()
  await expect(station.page.getByRole('radio', { name: 'One shelf' })).toBeFocused()
  await station.scanner.scan(shelf)
  await expect(station.field(/^Shelf/)).toHaveValue(shelf)
  await expect(station.strip).not.toContainText('Unknown code')
  if (shown) {
    await station.tabTo(station.page.getByRole('radio', { name: 'Hidden until closed' }))
    await station.hands.press('ArrowDown')
    await expect(station.page.getByRole('radio', { name: 'Shown' })).toBeChecked()
  }
  const reason = station.page.getByRole('combobox', { name: /^Reason for differences/ })
  await station.tabTo(reason)
  await station.hands.type('physical')
  await expect(station.page.getByRole('option', { name: /Physical count/ })).toBeVisible()
  await station.hands.press('Enter')
  // Wait for the choice: a person never types and scans within 10 ms.
  await expect(reason).toHaveValue(/^Physical count/)
  await station.scanner.scan('%T.HEADER.SAVE')
  await expect(station.heading(/^Count \d+$/)).toBeVisible()
  return station.tag
}

/** Counts a quantity of a barcode in the editor of a count. */
export async function countPlants(station: Workstation, barcode: string, quantity: number): Promise<void> {
  await station.scanner.scan(`%T.Q.${quantity}`, barcode)
  await expect(station.strip).toContainText(`${barcode}: ${quantity} counted.`)
}
