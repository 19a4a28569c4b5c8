// What the mappings get besides the document itself: names for the codes that it carries.
import type { Commodity } from '#contract/constants.ts'
import { COMMODITIES } from '#contract/constants.ts'

export interface ReportNames {
  /** A location's code -> `CAC - California Coast`; an unknown one stays as it is. */
  readonly location: (code: string) => string
  readonly variety: (code: string) => string
  readonly reason: (code: string) => string
  /** A grower's mark -> `1002 - Coast Berries`; a place of the warehouse stays as it is. */
  readonly storage: (storageLocation: string) => string
  /** A moment of the document by the clock of the location where it is printed. */
  readonly time: (moment: string) => string
}

/** Whole plants as people read them: `1,000`. */
export function plants(count: number | null): string {
  return count === null ? '' : count.toLocaleString('en-US')
}

/** What all lines come to, unknown ones as none; null where none is known. */
export function sumOf(counts: readonly (number | null)[]): number | null {
  return counts.reduce((sum, count) => (count === null ? sum : (sum ?? 0) + count), null)
}

/** A number and a name in the form in which the app shows them; either alone where the other is missing. */
export function numberAndName(number: string, name: string): string {
  return [number, name].filter((part) => part !== '').join(' - ')
}

/** The commodity of a document by its plants. */
export function commodityOf(lines: readonly { readonly Commodity: string }[]): Commodity | undefined {
  return COMMODITIES.find((commodity) => commodity === lines[0]?.Commodity.toUpperCase())
}
