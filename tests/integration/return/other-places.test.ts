// The quantity that a location can take back does not depend on returns at other locations.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IssuedRecord } from '#core/wire/issued.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { ReturnClerk } from '#tests/support/returns.ts'
import { TransferClerk } from '#tests/support/transfers.ts'
import { barcodeOf, moreLots, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let ada: ReturnClerk
const first = 401
let next = first
// Creates fresh plants at grower G1, issued at Watsonville.
const shipped = async (quantity: number) => {
  next += 1
  const barcode = barcodeOf(next - 1)
  await ada.issued({ [barcode]: quantity })
  return barcode
}

beforeAll(async () => {
  warehouse = await openWarehouse(moreLots(first, 10, 100))
  ada = new ReturnClerk(warehouse.clerk('ada.admin'))
})
afterAll(async () => {
  const broken = await findBrokenInvariants(warehouse.database.pool)
  await warehouse.close()
  expect(broken).toEqual([])
})

describe('issues and returns of another location or season', () => {
  const issuedAndReturned = async (barcode: string, inventorylocation: string, trimseasonid = 'S1') => {
    const query = { trimseasonid, inventorylocation, issuetonbr: 'G1', barcodeid: barcode }
    const { body } = await ada.clerk.get<{ Records: IssuedRecord[] }>('issuancedetail', query)
    return body.Records.map(({ PickQty, ReturnedQty }) => [PickQty, ReturnedQty])
  }
  const postedAt = async (barcode: string, quantity: number, fields: Readonly<Record<string, string>>) => {
    const number = await ada.create(fields)
    await ada.add(number, barcode, quantity, {}, fields)
    const { ID } = await ada.line(number)
    const sent = [{ ID, BarcodeID: barcode, Status: 'POSTED', ReasonCode: 'UNSOLD' }]
    const { status } = await ada.save({ ...fields, LogNbr: number, PostStatus: 'POSTED' }, sent)
    expect(status).toBe(200)
  }

  test('do not count here: 8 can be returned, and the search shows it', async () => {
    const barcode = await shipped(8)
    // Salinas issues eight plants, too, and takes them back.
    const transfers = new TransferClerk(ada.clerk)
    const number = await transfers.shipped({ [barcode]: 8 })
    await transfers.receive(number, { [barcode]: 8 })
    const at = { InventoryLocation: 'SAL' }
    const tag = await ada.clerk.create(at)
    const more = { header: at, line: { StorageLocation: '' } }
    const ordered = await ada.clerk.order(tag, barcode, 8, more)
    const id = ordered.body.InventoryLines[0]?.ID ?? null
    await ada.clerk.save({ ...at, TagNbr: tag, Status: 'RESERVED' }, [
      { ID: id, BarcodeID: barcode, Status: 'PICKED', PickQty: 8 },
    ])
    expect((await ada.clerk.ship(tag, [], at)).status).toBe(200)
    await postedAt(barcode, 8, { ReturnWarehouse: 'SAL' })

    expect(await issuedAndReturned(barcode, 'WAT')).toEqual([[8, 0]])
    expect(await issuedAndReturned(barcode, 'SAL')).toEqual([[8, 8]])
    await postedAt(barcode, 8, {})
    expect(await issuedAndReturned(barcode, 'WAT')).toEqual([[8, 8]])
  })

  test('count if it has taken back more than it issued', async () => {
    const barcode = await shipped(50)
    await postedAt(barcode, 10, { ReturnWarehouse: 'SAL' })
    expect(await issuedAndReturned(barcode, 'WAT')).toEqual([[50, 10]])
    const barcodeOfSeason = await shipped(20)
    await postedAt(barcodeOfSeason, 5, { TrimSeasonID: 'S2' })
    expect(await issuedAndReturned(barcodeOfSeason, 'WAT')).toEqual([[20, 5]])
  })
})
