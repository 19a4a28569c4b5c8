/** The documents of a walk, one of each kind, that several people work on. */
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
  /** The screen where its lines are worked on. */
  readonly path: string
  readonly barcodes: readonly string[]
  /** Command barcode that ends it. */
  readonly end: string
}

/** Whole plants that are ordered of each line. */
export const orderedEach = 20

// Plants come in from here, and go there.
const ORIGIN = 'FLC'

/**
 * Makes two issuances that share a plant, an issuance of what growers have stored, a transfer that goes out
 * and one that comes in, a dump, a return and a count.
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
    ORIGIN,
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
  const received = await atOrigin(warehouse)
  const receipt = await warehouse.shippedTransfer(
    warehouse.place.location,
    received.map((barcode) => ({ barcode, quantity: orderedEach })),
    { OriginLocationID: ORIGIN },
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

// Barcodes with plants enough at the other location, each at one shelf there.
async function atOrigin(warehouse: Warehouse): Promise<readonly string[]> {
  const { records } = await stockAt(warehouse, ORIGIN, 'INVENTORY')
  const single = records.filter(
    (each) => isEnough(each) && records.filter(({ BarcodeID }) => BarcodeID === each.BarcodeID).length === 1,
  )
  return single.slice(0, 3).map(({ BarcodeID }) => BarcodeID)
}

// An issuance of what the first grower with two barcodes has stored; none if there is no such grower.
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
  const save = (sent: object, lines: readonly object[]) =>
    warehouse.call(IssuanceReply, 'lena.lead', 'issuance', {
      IssuanceHeader: { ...header, ...sent },
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
