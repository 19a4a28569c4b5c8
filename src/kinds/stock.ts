// How documents search the stock that they take plants from (part 2 sections 2.9 and 7).
import { ask } from '#contract/ask.ts'
import type { Ask } from '#contract/ask-of.ts'
import { COMMODITIES, type Commodity } from '#contract/constants.ts'
import { growerIn, growerKey } from '#contract/grower-key.ts'
import type { FoundStock, InventoryRecord } from '#contract/inventory.ts'
import { emptyLine, type Line, type Place } from './document.ts'
import type { StockFilter } from './kind.ts'

/** The id of the grower whose plants a line is about; '' for plants of the warehouse. */
export function growerOf(line: Pick<Line, 'storageLocation'> | undefined): string {
  return growerIn(line?.storageLocation ?? '') ?? ''
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
export function plantStock(place: Place, filter: StockFilter): Ask<FoundStock> {
  return ask(
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
    (found) => found,
  )
}

/** Puts the next page behind what was found so far. A record that has moved between them meanwhile is listed once. */
export function withNextPage(soFar: FoundStock, next: FoundStock): FoundStock {
  const keyOf = ({ ID, BarcodeID, StorageLocation }: InventoryRecord) =>
    `${ID ?? ''} ${BarcodeID} ${StorageLocation}`
  const known = new Set(soFar.records.map(keyOf))
  return {
    records: [...soFar.records, ...next.records.filter((record) => !known.has(keyOf(record)))],
    total: next.total,
  }
}

/** Searches what is kept for one grower. */
export function growerStock(place: Place, grower: string, filter: StockFilter): Ask<FoundStock> {
  return ask(
    'growerdetails',
    {
      query: {
        trimseasonid: place.season.id,
        inventorylocation: place.location,
        commodity: commodityOf(place),
        returnedfromnbr: grower,
        storagetype: 'GROWERSTORAGE',
        storagelocation: growerKey(grower),
        ...filters(filter),
        ...filter.page,
      },
    },
    ({ records, total }) => ({
      records: records.map((record) => ({
        ...record,
        // Another server may name the shelf; whose plants they are is what tells lines apart.
        StorageLocation: growerKey(grower),
      })),
      total,
    }),
  )
}

/**
 * Searches what was shipped to a grower, for a return: one record a barcode, whose quantity is what has not come back yet. `grower`
 * is its id. It comes whole: what has come back is counted over all of it.
 */
export function issuedStock(place: Place, grower: string, filter: StockFilter): Ask<FoundStock> {
  return ask(
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
    (answer) => {
      const byBarcode = new Map<string, InventoryRecord>()
      for (const record of answer.Records) {
        const before = byBarcode.get(record.BarcodeID)?.Qty ?? 0
        const left = before + (record.PickQty ?? record.Qty) - (record.ReturnedQty ?? 0)
        byBarcode.set(record.BarcodeID, {
          ...record,
          StorageType: 'INVENTORY',
          // Where it once stood is no part of what comes back.
          StorageLocation: '',
          InventoryLocation: place.location,
          ReceivedQty: left,
          Qty: left,
          // A server that knows says it of the barcode as a whole.
          AvailableQty: record.AvailableQty ?? left,
        })
      }
      return { records: [...byBarcode.values()], total: byBarcode.size }
    },
  )
}

/** What a record or line says about its plants, for the eye. */
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

/** A line for a record that was found; it is not saved yet. `quantity` is whole plants. */
export function lineFor(record: InventoryRecord, quantity: number): Line {
  return {
    ...emptyLine,
    barcode: record.BarcodeID,
    ordered: quantity,
    storageLocation: record.StorageLocation,
    available: record.AvailableQty ?? record.Qty ?? record.ReceivedQty,
    plant: plantOf(record),
  }
}

/** A line of which only the barcode is known yet. */
export function lineOfBarcode(barcode: string): Line {
  return { ...emptyLine, barcode }
}
