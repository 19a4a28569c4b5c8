// Values of answers and bodies that their schemas have read, by the names of the wire.
import { type ModeId, modeOf, STATUSES, STORAGE_TYPES, type Status } from '#contract/constants.ts'
import type { HeaderFields, HeaderRole } from './header-fields.ts'

/** A header, a line, an answer or a body. */
export type Values = Readonly<Record<string, unknown>>

/** The text of a field. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The count of a field, in plants; null where it says none. */
export function countOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null

/** A part of an answer or a body by its name; null where it has none. */
export function partOf(whole: unknown, name: string): Values | null {
  const part = isValues(whole) ? whole[name] : null
  return isValues(part) ? part : null
}

/** The lines of an answer or a body by their name. */
export function linesOf(whole: unknown, name: string): readonly Values[] {
  const lines = isValues(whole) ? whole[name] : undefined
  return Array.isArray(lines) ? lines.filter(isValues) : []
}

/** The name of the header's field for what every document has. */
export function fieldOf(fields: HeaderFields, role: HeaderRole): string {
  const found = Object.entries(fields).find(([, field]) => field.role === role)
  return found?.[0] ?? ''
}

/** A status, as a schema has read it. */
export function statusIn(value: unknown): Status {
  return STATUSES.find((status) => status === value) ?? 'OPEN'
}
/** The mode of a storage type, as a schema has read it. */
export function modeIn(value: unknown): ModeId {
  return modeOf(STORAGE_TYPES.find((type) => type === value) ?? 'INVENTORY')
}
