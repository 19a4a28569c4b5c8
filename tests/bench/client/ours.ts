// Creates a long issuance on the built server and opens it in a browser.
import type { Page } from 'playwright'
import { IssuanceReply } from '#core/kinds/issuance/fields.ts'
import { Warehouse } from '#tests/e2e/support/warehouse.ts'
import { Workstation } from '#tests/e2e/support/workstation.ts'

// Ordered plants on each line.
const ordered = 1

/** Creates an issuance with a line for each barcode. Returns its tag number. */
export async function orderAll(warehouse: Warehouse, barcodes: readonly string[]): Promise<string> {
  const { id } = await warehouse.grower()
  const header = {
    TagNbr: '',
    IssueToType: 'Grower',
    IssueToNbr: id,
    Status: 'OPEN',
    InventoryLocation: warehouse.place.location,
    TrimSeasonID: warehouse.place.season.Id,
    StorageType: 'INVENTORY',
  }
  const save = (changes: object, lines: readonly object[]) =>
    warehouse.call(IssuanceReply, 'lena.lead', 'issuance', {
      IssuanceHeader: { ...header, ...changes },
      InventoryLines: lines,
    })
  const { TagNbr } = await save({}, [])
  const lines = barcodes.map((BarcodeID) => ({ ID: null, BarcodeID, Status: 'RESERVED', OrderQty: ordered }))
  await save({ TagNbr, Status: 'RESERVED' }, lines)
  return TagNbr ?? ''
}

/** Signs a picker in and opens this issuance. */
export async function openIssuance(warehouse: Warehouse, page: Page, tag: string): Promise<Workstation> {
  const station = await Workstation.at(page, warehouse.url)
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  return station
}
