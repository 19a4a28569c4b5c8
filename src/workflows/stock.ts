// How documents search the stock that they take plants from (part 2 sections 2.9 and 7).
import { type Ask, ask } from '#contract/ask.ts'
import { COMMODITIES, type Commodity, GROWER_MARKER } from '#contract/constants.ts'
import type { InventoryRecord } from '#contract/inventory.ts'
import type { Line, Place } from './document.ts'
import type { StockFilter } from './workflow.ts'

/** The storage location of plants that are kept for a grower: `#GR{id}` (part 2 section 3). */
const growerStorageLocation = (growerId: string): string => `${GROWER_MARKER}${growerId}`

const commodityOf = (place: Place): Commodity =>
  COMMODITIES.find((commodity) => commodity === place.season.commodity.toUpperCase()) ?? 'BLACK'

const filters = (filter: StockFilter) => ({
  ...(filter.barcode && { barcodeid: filter.barcode }),
  ...(filter.variety && { varietycode: filter.variety }),
  ...(filter.trimType && { trimtype: filter.trimType }),
  ...(filter.stockType && filter.stockType !== 'ALL' && { stocktype: filter.stockType }),
})

/** Searches the warehouse's own stock. */
export const plantStock = (place: Place, filter: StockFilter): Ask<readonly InventoryRecord[]> =>
  ask(
    'plantinventory.search',
    {
      query: {
        inventorylocation: place.location,
        commodity: commodityOf(place),
        storagetype: 'INVENTORY',
        ...filters(filter),
      },
    },
    (records) => records,
  )

/** Searches what is kept for one grower. */
export const growerStock = (
  place: Place,
  grower: string,
  filter: StockFilter,
): Ask<readonly InventoryRecord[]> =>
  ask(
    'growerdetails',
    {
      query: {
        trimseasonid: place.season.id,
        inventorylocation: place.location,
        commodity: commodityOf(place),
        returnedfromnbr: grower,
        storagelocation: growerStorageLocation(grower),
        ...filters(filter),
      },
    },
    (answer) => answer.Result ?? [],
  )

/** What a record or line says about its plants, for the eye. */
export const plantOf = (
  record: Pick<InventoryRecord, 'VarietyCode' | 'TrimType' | 'StockType' | 'Commodity'>,
): Line['plant'] => ({
  variety: record.VarietyCode,
  trimType: record.TrimType,
  stockType: record.StockType,
  commodity: record.Commodity,
})

/** A line for a record that was found; it is not saved yet. `quantity` is whole plants. */
export const lineFor = (record: InventoryRecord, quantity: number): Line => ({
  id: null,
  barcode: record.BarcodeID,
  status: 'OPEN',
  ordered: quantity,
  picked: null,
  received: null,
  reason: '',
  storageLocation: record.StorageLocation,
  available: record.AvailableQty ?? record.Qty ?? record.ReceivedQty,
  plant: plantOf(record),
})

/** A line of which only the barcode is known yet. */
export const lineOfBarcode = (barcode: string): Line => ({
  id: null,
  barcode,
  status: 'OPEN',
  ordered: 0,
  picked: null,
  received: null,
  reason: '',
  storageLocation: '',
  available: null,
  plant: { variety: '', trimType: '', stockType: '', commodity: '' },
})
