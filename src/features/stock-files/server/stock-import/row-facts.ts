// The plant facts that a row of a stock file may contain.
import type { PlantFacts } from '#server/domain/stock.ts'

/** A fact of a row: all except the barcode and the inventory type, which files do not contain. */
export type RowFact = Exclude<keyof PlantFacts, 'barcode' | 'inventoryType'>

/** The facts in comparison order, with the defaults of new barcodes; null for facts that are always given. */
export const ROW_FACTS = {
  commodity: null,
  seasonId: null,
  varietyCode: null,
  trimType: null,
  stockType: 'COMMERCIAL',
  origin: '',
  grade: '',
  uom: 'EA',
  plantCode: '',
  codeId: '',
  rate: '',
  attributes: '',
  attributesId: '',
} as const satisfies Readonly<Record<RowFact, string | null>>

/** A fact that may be added later: a row fills it while it is ''. */
export const FILLED_LATER = 'origin' satisfies RowFact

/** The inventory type of all imported stock. */
export const IMPORTED_TYPE = 'TRIM'
