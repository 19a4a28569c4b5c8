// What the plants under a barcode are, and how stock is searched.
import type { Commodity, StockType, StorageType } from '#contract/constants.ts'
import type { FoundStock, PlantHolder } from '#contract/inventory.ts'
import type { Account } from '#kinds/accounts.ts'
import type { StoredDocument } from '#kinds/stored.ts'

/** What a barcode stands for (part 2 section 3, 'Inventory record'); texts that are unknown are ''. */
export interface PlantFacts {
  /** Ten letters or digits. */
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
}

/** How stock is searched at one location; what is left out does not filter. */
export interface StockSearch {
  readonly location: string
  readonly commodity: Commodity
  readonly storageType: StorageType
  /** A storage location of the warehouse, or the id of the grower whose plants they are. */
  readonly place?: string | undefined
  readonly barcode?: string | undefined
  /** A barcode that is asked for is found also where it has never stood. */
  readonly known?: boolean | undefined
  readonly varietyCode?: string | undefined
  /** A trim type's name or id. */
  readonly trimType?: string | undefined
  readonly stockType?: StockType | undefined
  /** Which of the records that fit: so many from there on; left out, all of them. */
  readonly page?: { readonly offset: number; readonly limit: number } | undefined
}

/** Which plants are held: of one barcode, taken from one location, for documents of one season. */
export interface HeldPlants {
  readonly barcode: string
  readonly location: string
  readonly seasonId: string
}

export interface StockPort {
  /** The open documents that hold plants, the one changed last first. */
  readonly holders: (held: HeldPlants) => Promise<readonly PlantHolder[]>
  /**
   * Finds stock, available plants first. A barcode that was asked for is found even where it has run out; browsing finds only what
   * is there.
   */
  readonly search: (search: StockSearch) => Promise<FoundStock>
  /** What is known of these barcodes, and in which accounts of this kind and owner they have a balance. */
  readonly find: (
    barcodes: readonly string[],
    of: Pick<Account, 'kind' | 'owner'>,
  ) => Promise<readonly FoundPlants[]>
  /** Barcodes whose stock is at a place, and that have no line of a document there; the first of them, and how many there are. */
  readonly uncovered: (
    document: Pick<StoredDocument, 'number'>,
    of: { readonly location: string; readonly place?: string; readonly commodity: Commodity },
  ) => Promise<{ readonly first: string | null; readonly n: number }>
  /** Has anything ever stood at this place of a location? */
  readonly knowsPlace: (location: string, place: string) => Promise<boolean>
  /** Tells others that a barcode's stock at a location was corrected. */
  readonly tellCorrected: (of: {
    readonly by: string
    readonly barcode: string
    readonly storageType: StorageType
    readonly location: string
  }) => Promise<void>
  /** Records what barcodes stand for; one that is known already stays as it is. */
  readonly record: (plants: readonly PlantFacts[]) => Promise<void>
}

export interface FoundPlants {
  readonly barcode: string
  readonly commodity: string
  /** Most available plants first. */
  readonly accounts: readonly Account[]
  /** Those of them where plants are. */
  readonly stocked: readonly Account[]
}
