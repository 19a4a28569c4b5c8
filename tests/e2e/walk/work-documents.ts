/** Creates the documents of a walk, on which several people work. */
import { expect } from 'playwright/test'
import { IssuanceReply } from '#core/kinds/issuance/fields.ts'
import type { StorageType } from '#core/wire/constants.ts'
import { available, FoundStock } from '#core/wire/inventory.ts'
import { fillShelf, newCount } from '../support/shelves.ts'
import type { Warehouse } from '../support/warehouse.ts'
import type { Workstation } from '../support/workstation.ts'

export interface WorkDocument {
  readonly kind: 'issuance' | 'transfer' | 'dump' | 'return' | 'count'
  readonly number: string
  /** The screen on which its lines are edited. */
  readonly path: string
  readonly barcodes: readonly string[]
  /** The command barcode that ends the document. */
  readonly end: string
}

/** Ordered plants per line. */
export const orderedEach = 20

// The location at the other end of both transfers.
const otherLocation = 'FLC'

/**
 * Creates two issuances that share a plant, one from grower storage, an outgoing and an incoming transfer, a
 * dump, a return and a count.
 */
export async function makeDocuments(
  warehouse: Warehouse,
  station: Workstation,
): Promise<readonly WorkDocument[]> {
  const plants = await warehouse.plants(14)
  const lines = (barcodes: readonly string[]) =>
    barcodes.map((barcode) => ({ barcode, ordered: orderedEach }))
  const first = plants.slice(0, 5)
  const second = plants.slice(4, 7)
  const issuances = await Promise.all(
    [first, second].map(async (barcodes): Promise<WorkDocument> => {
      const number = await warehouse.issuance(lines(barcodes))
      return { kind: 'issuance', number, path: `/Issuance/${number}`, barcodes, end: '%T.SHIP' }
    }),
  )
  const sent = plants.slice(7, 10)
  const transfer = await warehouse.reservedTransfer(
    otherLocation,
    sent.map((barcode) => ({ barcode, quantity: orderedEach })),
  )
  const returned = plants.slice(10, 12)
  const { grower } = await warehouse.shippedIssuance(
    returned.map((barcode) => ({ barcode, quantity: orderedEach })),
  )
  await station.hands.press('f')
  await expect(station.heading('Return')).toBeVisible()
  await station.newReturn(grower.name)
  const returnNumber = station.tag
  await station.hands.press('z')
  await expect(station.heading('Dump')).toBeVisible()
  await station.newDump('Lena Moreau')
  const dumpNumber = station.tag
  const counted = await fillShelf(warehouse, 'WALK-A', 'WK', 3)
  const countNumber = await newCount(station, 'WALK-A')
  const received = await barcodesAtOtherLocation(warehouse)
  const receipt = await warehouse.shippedTransfer(
    warehouse.place.location,
    received.map((barcode) => ({ barcode, quantity: orderedEach })),
    { OriginLocationID: otherLocation },
    'ada.admin',
  )
  return [
    ...issuances,
    ...(await storedIssuance(warehouse)),
    {
      kind: 'transfer',
      number: receipt,
      path: `/ReceiveInventory/${receipt}`,
      barcodes: received,
      end: '%T.RECEIVE',
    },
    {
      kind: 'transfer',
      number: transfer,
      path: `/TransferInventory/${transfer}`,
      barcodes: sent,
      end: '%T.SHIP',
    },
    {
      kind: 'return',
      number: returnNumber,
      path: `/Return/Edit/${returnNumber}`,
      barcodes: returned,
      end: '%T.RETURN',
    },
    {
      kind: 'dump',
      number: dumpNumber,
      path: `/Dump/Edit/${dumpNumber}`,
      barcodes: plants.slice(12, 14),
      end: '%T.DUMP',
    },
    {
      kind: 'count',
      number: countNumber,
      path: `/Count/Edit/${countNumber}`,
      barcodes: counted,
      end: '%T.COUNT.CLOSE',
    },
  ]
}

const isEnough = (each: FoundStock['records'][number]) => available(each) >= 2 * orderedEach

const stockAt = (warehouse: Warehouse, location: string, storagetype: StorageType): Promise<FoundStock> => {
  const query = new URLSearchParams({
    inventorylocation: location,
    commodity: warehouse.place.season.Commodity,
    stocktype: 'COMMERCIAL',
    storagetype,
  })
  return warehouse.call(FoundStock, 'ada.admin', `plantinventory?${query}`)
}

// Barcodes with enough plants at the other location, each on one shelf there.
async function barcodesAtOtherLocation(warehouse: Warehouse): Promise<readonly string[]> {
  const { records } = await stockAt(warehouse, otherLocation, 'INVENTORY')
  const single = records.filter(
    (each) => isEnough(each) && records.filter(({ BarcodeID }) => BarcodeID === each.BarcodeID).length === 1,
  )
  return single.slice(0, 3).map(({ BarcodeID }) => BarcodeID)
}

// An issuance from grower storage of the first grower with two barcodes; none if there is no such grower.
async function storedIssuance(warehouse: Warehouse): Promise<readonly WorkDocument[]> {
  const { location, season } = warehouse.place
  const records = (await stockAt(warehouse, location, 'GROWERSTORAGE')).records.filter(isEnough)
  const shelf = records.map(({ StorageLocation }) => StorageLocation)
  const place = shelf.find((each, index) => shelf.indexOf(each) < index)
  if (place === undefined) return []
  const chosen = records.filter(({ StorageLocation }) => StorageLocation === place).slice(0, 3)
  const header = {
    TagNbr: '',
    IssueToType: 'Grower',
    IssueToNbr: place.replace(/^#GR/, ''),
    Status: 'OPEN',
    InventoryLocation: location,
    TrimSeasonID: season.Id,
    StorageType: 'GROWERSTORAGE',
  }
  const save = (headerChanges: object, lines: readonly object[]) =>
    warehouse.call(IssuanceReply, 'lena.lead', 'issuance', {
      IssuanceHeader: { ...header, ...headerChanges },
      InventoryLines: lines,
    })
  const number = (await save({}, [])).TagNbr ?? ''
  await save(
    { TagNbr: number, Status: 'RESERVED' },
    chosen.map(({ BarcodeID, StorageLocation }) => ({
      ID: null,
      BarcodeID,
      StorageLocation,
      Status: 'RESERVED',
      OrderQty: orderedEach,
    })),
  )
  return [
    {
      kind: 'issuance',
      number,
      path: `/GrowerStorage/Issuance/Grower/${number}`,
      barcodes: chosen.map(({ BarcodeID }) => BarcodeID),
      end: '%T.SHIP',
    },
  ]
}
