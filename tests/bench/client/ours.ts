// The product under measure: the built server with a long issuance, and a browser in front of it.
import type { Page } from 'playwright'
import { IssuanceReply } from '#core/kinds/issuance/fields.ts'
import { Warehouse } from '#tests/e2e/support/warehouse.ts'
import { Workstation } from '#tests/e2e/support/workstation.ts'

// Plants ordered on each line.
const ordered = 1

/** An issuance with a line for each of these barcodes; its tag number. */
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

/** A picker at a terminal, signed in, with this issuance open. */
export async function openIssuance(warehouse: Warehouse, page: Page, tag: string): Promise<Workstation> {
  const station = await Workstation.at(page, warehouse.url)
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  return station
}
