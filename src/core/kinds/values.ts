// Helpers for parsed requests and responses, by field name.
import { type ModeId, modeOf, STATUSES, STORAGE_TYPES, type Status } from '#core/wire/constants.ts'

/** A header, a line, a response or a request body. */
export type Values = Readonly<Record<string, unknown>>

/** The text of a field. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The quantity of a field, in plants; null if there is none. */
export function countOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null

/** A named part of a response or a request body; null if there is none. */
export function partOf(whole: unknown, name: string): Values | null {
  const part = isValues(whole) ? whole[name] : null
  return isValues(part) ? part : null
}

/** The named lines of a response or a request body. */
export function linesOf(whole: unknown, name: string): readonly Values[] {
  const lines = isValues(whole) ? whole[name] : undefined
  return Array.isArray(lines) ? lines.filter(isValues) : []
}

/** The value for a request body. An equal value keeps its type: 31 stays a number, null stays null. */
export function keepUnchanged(read: unknown, value: unknown): unknown {
  const isText = value === null || typeof value === 'string' || typeof value === 'number'
  if (read === undefined || !isText || typeof read === 'boolean') return value
  return textOf(read) === textOf(value) ? read : value
}

/** A parsed status. */
export function statusIn(value: unknown): Status {
  return STATUSES.find((status) => status === value) ?? 'OPEN'
}
/** The parsed storage type as a mode. */
export function modeIn(value: unknown): ModeId {
  return modeOf(STORAGE_TYPES.find((type) => type === value) ?? 'INVENTORY')
}
