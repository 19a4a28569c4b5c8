// Merges an edit of a header with changes that other people saved since the edit began.
import type { HeaderValues } from './document.ts'
import type { HeaderFields } from './header.ts'

interface MergedHeader {
  readonly values: HeaderValues
  /** Fields that both changed to different values. */
  readonly conflicts: readonly string[]
}

/**
 * `seen` is the header when the edit began, `mine` the edited one, `now` the saved one. Fields of one unit
 * keep values of one person.
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
    const isChangedByOthers = names.some((name) => (now[name] ?? '') !== (seen[name] ?? ''))
    const differing = names.filter((name) => mineOf(name) !== (now[name] ?? ''))
    if (isChangedByOthers) conflicts.push(...differing)
    for (const name of names) values[name] = mineOf(name)
  }
  return { values, conflicts }
}

/** The names of all fields in the unit of this field, including itself. */
export function fieldsOfUnit(fields: HeaderFields, name: string): readonly string[] {
  return unitsOf(fields).find((names) => names.includes(name)) ?? [name]
}

const cachedUnits = new WeakMap<HeaderFields, readonly (readonly string[])[]>()

// The editable fields, grouped by unit.
function unitsOf(fields: HeaderFields): readonly (readonly string[])[] {
  const cached = cachedUnits.get(fields)
  if (cached) return cached
  const units = new Map<string, string[]>()
  for (const [name, { as = name, column, unit }] of Object.entries(fields)) {
    if (column === undefined && unit === undefined) continue
    const key = unit === undefined ? `field ${name}` : unit
    units.set(key, [...(units.get(key) ?? []), as])
  }
  const all = [...units.values()]
  cachedUnits.set(fields, all)
  return all
}
