// The facts of a barcode, and the stock search.

import type { Account } from '#core/kinds/accounts.ts'
import type { StoredDocument } from '#core/kinds/stored.ts'
import type { Commodity, StockType, StorageType } from '#core/wire/constants.ts'
import type { InventoryRecord, PlantHolder } from '#core/wire/inventory.ts'
import type { PageRequest, RecordPage } from './paging.ts'

/** The facts of a barcode (part 2 section 3, 'Inventory record'). Unknown texts are ''. */
export interface PlantFacts {
  /** 10 letters or digits. */
  readonly barcode: string
  readonly commodity: Commodity
  readonly seasonId: string | null
  readonly varietyCode: string
  readonly plantCode: string
  /** The trim type's name. */
  readonly trimType: string
  readonly stockType: Exclude<StockType, 'ALL'>
  readonly grade: string
  readonly uom: string
  readonly rate: string
  readonly codeId: string
  readonly inventoryType: string
  readonly attributes: string
  readonly attributesId: string
  /** ISO country codes of origin (core/wire/plant-passport.ts); '' while unknown. */
  readonly origin: string
}

/** The filters of a stock search at one location. Omitted ones do not filter. */
export interface StockSearch {
  readonly location: string
  readonly commodity: Commodity
  readonly storageType: StorageType
  /** A storage location of the warehouse, or the id of the grower who owns the plants. */
  readonly place?: string | undefined
  readonly barcode?: string | undefined
  /** Also finds a barcode that was never in stock. */
  readonly known?: boolean | undefined
  readonly varietyCode?: string | undefined
  /** A trim type's name or id. */
  readonly trimType?: string | undefined
  readonly stockType?: StockType | undefined
  /** The page of results; all results without it. */
  readonly page?: PageRequest | undefined
}

/** Reserved plants of one barcode, at one location, for documents of one season. */
export interface HeldPlants {
  readonly barcode: string
  readonly location: string
  readonly seasonId: string
}

export interface StockPort {
  /** The open documents that reserve plants, last changed first. */
  readonly holders: (held: HeldPlants) => Promise<readonly PlantHolder[]>
  /**
   * Searches stock: available plants first, then fully reserved ones; each by barcode and place.
   * A search by barcode includes accounts with 0 on hand; other searches do not.
   */
  readonly search: (search: StockSearch) => Promise<RecordPage<InventoryRecord>>
  /** The facts of these barcodes, and their accounts of this kind and owner. */
  readonly find: (
    barcodes: readonly string[],
    of: Pick<Account, 'kind' | 'owner'>,
  ) => Promise<readonly FoundPlants[]>
  /** The first barcode and the number of barcodes with stock at a place but no document line there. */
  readonly findUncounted: (
    document: Pick<StoredDocument, 'number'>,
    of: { readonly location: string; readonly place?: string; readonly commodity: Commodity },
  ) => Promise<{ readonly first: string | null; readonly n: number }>
  /** Whether there was ever stock at this place of a location. */
  readonly hasPlace: (location: string, place: string) => Promise<boolean>
  /** Writes the live update of corrected stock at a location. */
  readonly writeLiveUpdate: (of: {
    readonly by: string
    readonly barcode: string
    readonly storageType: StorageType
    readonly location: string
  }) => Promise<void>
  /** Stores facts of new barcodes; existing ones do not change. */
  readonly record: (plants: readonly PlantFacts[]) => Promise<void>
}

export interface FoundPlants {
  readonly barcode: string
  readonly commodity: string
  /** Most available first. */
  readonly accounts: readonly Account[]
  /** The accounts that contain plants. */
  readonly stocked: readonly Account[]
}
