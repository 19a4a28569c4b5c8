// Merges an edit of a header with what other people have saved since the edit began.
import type { HeaderValues } from './document.ts'
import type { HeaderFields } from './header-fields.ts'

export interface MergedHeader {
  readonly values: HeaderValues
  /** Fields that both have changed, to different values. */
  readonly conflicts: readonly string[]
}

/**
 * `seen`: the header when the edit began, `mine`: as edited, `now`: as saved. Fields of one unit are kept
 * together.
 */
export function mergeHeader(
  fields: HeaderFields,
  seen: HeaderValues,
  mine: HeaderValues,
  now: HeaderValues,
): MergedHeader {
  const values = { ...now }
  const conflicts: string[] = []
  const mineOf = (name: string) => mine[name] ?? seen[name] ?? ''
  for (const names of unitsOf(fields)) {
    if (names.every((name) => mineOf(name) === (seen[name] ?? ''))) continue
    const theirs = names.some((name) => (now[name] ?? '') !== (seen[name] ?? ''))
    const apart = names.filter((name) => mineOf(name) !== (now[name] ?? ''))
    if (theirs) conflicts.push(...apart)
    for (const name of names) values[name] = mineOf(name)
  }
  return { values, conflicts }
}

/** The names of the fields that are kept together with a field, itself among them. */
export function unitWith(fields: HeaderFields, name: string): readonly string[] {
  return unitsOf(fields).find((names) => names.includes(name)) ?? [name]
}

const known = new WeakMap<HeaderFields, readonly (readonly string[])[]>()

// The fields that people edit, each with those of its unit.
function unitsOf(fields: HeaderFields): readonly (readonly string[])[] {
  const before = known.get(fields)
  if (before) return before
  const units = new Map<string, string[]>()
  for (const [name, { as = name, column, unit }] of Object.entries(fields)) {
    if (column === undefined && unit === undefined) continue
    const key = unit === undefined ? `field ${name}` : unit
    units.set(key, [...(units.get(key) ?? []), as])
  }
  const all = [...units.values()]
  known.set(fields, all)
  return all
}
