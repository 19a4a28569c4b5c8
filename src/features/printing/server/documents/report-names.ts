// Defines the names for the codes in a document.
import type { Commodity } from '#core/wire/constants.ts'
import { COMMODITIES } from '#core/wire/constants.ts'
import { numberFormat } from '#text/formatters.ts'
import { paperLanguage } from '../paper/paper-texts.ts'

export interface ReportNames {
  /** A location's code -> `CAC - California Coast`; an unknown code stays as it is. */
  readonly location: (code: string) => string
  readonly variety: (code: string) => string
  readonly reason: (code: string) => string
  /** A grower's key -> `1002 - Coast Berries`; a storage location stays as it is. */
  readonly storage: (storageLocation: string) => string
  /** A time in the time zone of the print's location. */
  readonly time: (moment: string) => string
}

/** Formats whole plants with the thousands separators of the paper's language: `1,000`. */
export function formatPlants(count: number | null): string {
  return count === null ? '' : numberFormat(paperLanguage()).format(count)
}

/** Returns the sum, counting unknown values as 0; null if all are unknown. */
export function sumOf(counts: readonly (number | null)[]): number | null {
  return counts.reduce((sum, count) => (count === null ? sum : (sum ?? 0) + count), null)
}

/** Joins a number and a name as in the app; returns one alone if the other is missing. */
export function numberAndName(number: string, name: string): string {
  return [number, name].filter((part) => part !== '').join(' - ')
}

/** Returns the commodity of a document's plants. */
export function commodityOf(lines: readonly { readonly Commodity: string }[]): Commodity | undefined {
  return COMMODITIES.find((commodity) => commodity === lines[0]?.Commodity.toUpperCase())
}
