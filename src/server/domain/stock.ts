// Facts about the plants of a barcode, and the stock search.

import type { Account } from '#core/kinds/accounts.ts'
import type { StoredDocument } from '#core/kinds/stored.ts'
import type { Commodity, StockType, StorageType } from '#core/wire/constants.ts'
import type { InventoryRecord, PlantHolder } from '#core/wire/inventory.ts'
import type { PageWanted, RecordPage } from './paging.ts'

/** The facts of a barcode (part 2 section 3, 'Inventory record'); unknown texts are ''. */
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
  /** Countries of origin by ISO code (core/wire/plant-passport.ts); '' while unknown. */
  readonly origin: string
}

/** The filters of a stock search at one location; a missing one does not filter. */
export interface StockSearch {
  readonly location: string
  readonly commodity: Commodity
  readonly storageType: StorageType
  /** A storage location of the warehouse, or the id of the grower who owns the plants. */
  readonly place?: string | undefined
  readonly barcode?: string | undefined
  /** Finds the barcode even if it has never been in stock. */
  readonly known?: boolean | undefined
  readonly varietyCode?: string | undefined
  /** A trim type's name or id. */
  readonly trimType?: string | undefined
  readonly stockType?: StockType | undefined
  /** The page of the results; without it, all of them. */
  readonly page?: PageWanted | undefined
}

/** Reserved plants: of one barcode, at one location, for documents of one season. */
export interface HeldPlants {
  readonly barcode: string
  readonly location: string
  readonly seasonId: string
}

export interface StockPort {
  /** The open documents that reserve plants, the last changed first. */
  readonly holders: (held: HeldPlants) => Promise<readonly PlantHolder[]>
  /**
   * Finds stock: what is available first, then what is on hand and reserved; each by barcode and place. A
   * searched barcode is found even with 0 on hand; browsing finds only what is on hand.
   */
  readonly search: (search: StockSearch) => Promise<RecordPage<InventoryRecord>>
  /** Facts of these barcodes, and their accounts of this kind and owner that have a balance. */
  readonly find: (
    barcodes: readonly string[],
    of: Pick<Account, 'kind' | 'owner'>,
  ) => Promise<readonly FoundPlants[]>
  /**
   * Barcodes with stock at a place that have no line of the document there: the first of them, and how many
   * there are.
   */
  readonly uncovered: (
    document: Pick<StoredDocument, 'number'>,
    of: { readonly location: string; readonly place?: string; readonly commodity: Commodity },
  ) => Promise<{ readonly first: string | null; readonly n: number }>
  /** Has there ever been stock at this place of a location? */
  readonly knowsPlace: (location: string, place: string) => Promise<boolean>
  /** Writes the live update for corrected stock at a location. */
  readonly tellCorrected: (of: {
    readonly by: string
    readonly barcode: string
    readonly storageType: StorageType
    readonly location: string
  }) => Promise<void>
  /** Records facts of barcodes; known ones stay as they are. */
  readonly record: (plants: readonly PlantFacts[]) => Promise<void>
}

export interface FoundPlants {
  readonly barcode: string
  readonly commodity: string
  /** Most available first. */
  readonly accounts: readonly Account[]
  /** Those of them with plants. */
  readonly stocked: readonly Account[]
}
