// The plant facts that a row of a stock file may name.
import type { PlantFacts } from '../stock.ts'

/** A fact of a row: all but the barcode itself, and the type of inventory, which a file does not have. */
export type RowFact = Exclude<keyof PlantFacts, 'barcode' | 'inventoryType'>

/**
 * In the order in which they are compared, with what a new barcode has where its row does not name them;
 * null: each row names it.
 */
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

/** A fact that may come later than the plants: it is filled in where it is still ''. */
export const FILLED_LATER = 'origin' satisfies RowFact

/** The type of inventory of all that is imported. */
export const IMPORTED_TYPE = 'TRIM'
