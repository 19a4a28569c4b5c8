// The stock searches of documents (part 2 sections 2.9 and 7).

import { prepareCall } from '#core/wire/calls.ts'
import { COMMODITIES, type Commodity } from '#core/wire/constants.ts'
import { growerIdIn, growerStorageLocation } from '#core/wire/grower-key.ts'
import { type FoundStock, type InventoryRecord, plantFacts } from '#core/wire/inventory.ts'
import type { PreparedCall } from '#core/wire/prepared-call.ts'
import { emptyLine, type Line, type Place } from './document.ts'
import type { StockFilter } from './kind.ts'
import { linesOf, type Values } from './values.ts'

/** The id of a line's grower; '' for the warehouse's stock. */
export function growerOf(line: Pick<Line, 'storageLocation'> | undefined): string {
  return growerIdIn(line?.storageLocation ?? '') ?? ''
}

const commodityOf = (place: Place): Commodity =>
  COMMODITIES.find((commodity) => commodity === place.season.commodity.toUpperCase()) ?? 'BLACK'

const filters = (filter: StockFilter) => ({
  ...(filter.barcode && { barcodeid: filter.barcode }),
  ...(filter.variety && { varietycode: filter.variety }),
  ...(filter.trimType && { trimtype: filter.trimType }),
  ...(filter.stockType && filter.stockType !== 'ALL' && { stocktype: filter.stockType }),
  ...(filter.shelf !== undefined && { storagelocation: filter.shelf }),
  ...(filter.known && { known: true }),
})

/** Searches the warehouse's own stock. */
export function plantStock(place: Place, filter: StockFilter): PreparedCall<FoundStock> {
  return prepareCall(
    'plantinventory.search',
    {
      query: {
        inventorylocation: place.location,
        commodity: commodityOf(place),
        storagetype: 'INVENTORY',
        ...filters(filter),
        ...filter.page,
      },
    },
    (found, json) => ({ ...found, records: withAsRead(found.records, json) }),
  )
}

// Adds the unchanged response fields to each record. The list may be wrapped in one of several names.
const withAsRead = (records: readonly InventoryRecord[], json: unknown): InventoryRecord[] => {
  const wrapped = ['Records', 'Data', 'Result'].map((name) => linesOf(json, name))
  const rawRecords = Array.isArray(json)
    ? linesOf({ json }, 'json')
    : (wrapped.find(({ length }) => length > 0) ?? [])
  return records.map((record, index) => {
    const asRead = rawRecords[index]
    return asRead ? { ...record, asRead } : record
  })
}

/** Appends the next page to the results; a record that moved between pages is listed once. */
export function withNextPage(soFar: FoundStock, next: FoundStock): FoundStock {
  const keyOf = ({ ID, BarcodeID, StorageLocation }: InventoryRecord) =>
    `${ID ?? ''} ${BarcodeID} ${StorageLocation}`
  const known = new Set(soFar.records.map(keyOf))
  return {
    records: [...soFar.records, ...next.records.filter((record) => !known.has(keyOf(record)))],
    total: next.total,
    ...(next.next !== undefined && { next: next.next }),
  }
}

/** Searches the storage of one grower. */
export function growerStock(place: Place, grower: string, filter: StockFilter): PreparedCall<FoundStock> {
  return prepareCall(
    'growerdetails',
    {
      query: {
        trimseasonid: place.season.id,
        inventorylocation: place.location,
        commodity: commodityOf(place),
        returnedfromnbr: grower,
        storagetype: 'GROWERSTORAGE',
        storagelocation: growerStorageLocation(grower),
        ...filters(filter),
        ...filter.page,
      },
    },
    ({ records, ...found }, json) => ({
      ...found,
      records: withAsRead(records, json).map((record) => ({
        ...record,
        // Another server may send the shelf here, but the line's key needs the grower.
        StorageLocation: growerStorageLocation(grower),
      })),
    }),
  )
}

/**
 * Searches plants shipped to a grower, for a return: one record per barcode, with the quantity not yet
 * returned. `grower` is its id. Not paged, because the quantity needs all records of a barcode.
 */
export function issuedStock(place: Place, grower: string, filter: StockFilter): PreparedCall<FoundStock> {
  return prepareCall(
    'issuance.issued',
    {
      query: {
        issuetonbr: grower,
        issuetotype: 'Grower',
        trimseasonid: place.season.id,
        inventorylocation: place.location,
        storagetype: 'INVENTORY',
        status: 'SHIPPED',
        ...filters(filter),
      },
    },
    (answer, json) => {
      const rawRecords = linesOf(json, 'Records')
      const byBarcode = new Map<string, InventoryRecord>()
      for (const [index, record] of answer.Records.entries()) {
        const asRead = rawRecords[index]
        const before = byBarcode.get(record.BarcodeID)?.Qty ?? 0
        const notReturned = before + (record.PickQty ?? record.Qty) - (record.ReturnedQty ?? 0)
        byBarcode.set(record.BarcodeID, {
          ...record,
          ...(asRead && { asRead }),
          StorageType: 'INVENTORY',
          // A return does not use the former storage location.
          StorageLocation: '',
          InventoryLocation: place.location,
          ReceivedQty: notReturned,
          Qty: notReturned,
          // This server sends the quantity of the whole barcode.
          AvailableQty: record.AvailableQty ?? notReturned,
        })
      }
      return { records: [...byBarcode.values()], total: byBarcode.size }
    },
  )
}

/** The plant data of a record or line, for display. */
export function plantOf(
  record: Pick<InventoryRecord, 'VarietyCode' | 'TrimType' | 'StockType' | 'Commodity'>,
): Line['plant'] {
  return {
    variety: record.VarietyCode,
    trimType: record.TrimType,
    stockType: record.StockType,
    commodity: record.Commodity,
  }
}

// The fields of a record that its line has too.
const sharedFields = [...Object.keys(plantFacts), 'InventoryLocation', 'StorageType']
const sharedFieldsOf = (record: Values) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => sharedFields.includes(name)))

/** An unsaved line for a found record. `quantity` is whole plants. */
export function lineFor(record: InventoryRecord, quantity: number): Line {
  // Without a spread, so that the compiler requires a value for each new field.
  return {
    id: null,
    barcode: record.BarcodeID,
    status: 'OPEN',
    ordered: quantity,
    picked: null,
    received: null,
    reason: '',
    storageLocation: record.StorageLocation,
    available: record.AvailableQty ?? record.Qty ?? record.ReceivedQty,
    changedBy: '',
    changedAt: '',
    doneAt: '',
    plant: plantOf(record),
    ...(record.asRead && { asRead: sharedFieldsOf(record.asRead) }),
  }
}

/** A new line with only its barcode. */
export function lineOfBarcode(barcode: string): Line {
  return { ...emptyLine, barcode }
}
