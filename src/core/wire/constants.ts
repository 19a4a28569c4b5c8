// The closed lists of the specification (part 1 sections 3, 4, 9; part 2 section 9). They include the values
// of this product's own document kinds.
import { type DocumentKindRoutes, kindRoutes, ownAdditions } from './kind-routes.ts'

export const COMMODITIES = ['BLACK', 'BLUE', 'RASP', 'STRAW'] as const
export type Commodity = (typeof COMMODITIES)[number]

/** The commodities' numbers in other systems. */
export const COMMODITY_CODES = { BLACK: 1, BLUE: 2, RASP: 3, STRAW: 4 } as const satisfies Record<
  Commodity,
  number
>

/** Is this text the commodity, by name or number? An empty text matches every commodity. */
export function matchesCommodity(text: string, commodity: Commodity): boolean {
  const named = text.trim().toUpperCase()
  return named === '' || named === commodity || named === String(COMMODITY_CODES[commodity])
}

/** `ALL` means 'no filter' and is never stored. */
export const STOCK_TYPES = [
  'ALL',
  'COMMERCIAL',
  'FOUNDATION',
  'RESERVED',
  'APPLIEDRESEARCH',
  'NURSERYTRIALS',
  'BREEDING',
  'ONFARMTRIALS',
] as const
export type StockType = (typeof STOCK_TYPES)[number]

export const STORAGE_TYPES = ['INVENTORY', 'GROWERSTORAGE'] as const
export type StorageType = (typeof STORAGE_TYPES)[number]

/** The warehouse's own stock, or grower storage. */
export type ModeId = 'inventory' | 'growerStorage'
/** The storage type of a mode, as in calls and in the database. `modeOf` is the inverse. */
export function storageTypeOf(mode: ModeId): StorageType {
  return mode === 'growerStorage' ? 'GROWERSTORAGE' : 'INVENTORY'
}
export function modeOf(storageType: StorageType): ModeId {
  return storageType === 'GROWERSTORAGE' ? 'growerStorage' : 'inventory'
}

export const ISSUE_TO_TYPES = ['Grower', 'Nursery'] as const
export type IssueToType = (typeof ISSUE_TO_TYPES)[number]

export const REASON_TYPES = ['DUMP', 'INVENTORY'] as const
export type ReasonType = (typeof REASON_TYPES)[number]

export const INVENTORY_EFFECTS = ['GROWERSTORAGE', 'DUMP'] as const
export type InventoryEffect = (typeof INVENTORY_EFFECTS)[number]

export const STATUSES = [
  'OPEN',
  'RESERVED',
  'PICKED',
  'SHIPPED',
  'RECEIVED',
  'CANCELLED',
  'DUMPED',
  'POSTED',
  'CLOSED',
  'ACCEPT',
  'REJECT',
  ...ownAdditions.statuses,
] as const
export type Status = (typeof STATUSES)[number]

export const DOCUMENT_KINDS = [
  'issuance',
  'transfer',
  'dump',
  'return',
  'request',
  ...ownAdditions.kinds,
] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

export type ReportName = DocumentKindRoutes['reports'][number]
export const REPORTS: readonly ReportName[] = kindRoutes.flatMap(({ reports }) => reports)

/** The formats that a print server accepts. */
export const PRINT_FORMATS = ['PDF', 'ZPL'] as const
export type PrintFormat = (typeof PRINT_FORMATS)[number]

export const PAGE_SIZES = ['A4', 'LETTER'] as const
export type PageSize = (typeof PAGE_SIZES)[number]
