import type { Variety } from '#contract/master-data.ts'
import { useVarieties } from './master-data.ts'

const named = new WeakMap<readonly Variety[], ReadonlyMap<string, string>>()

/** The description of a variety, by code (part 1 section 3); the code if it is unknown. */
export function useVarietyName(): (code: string) => string {
  const { items } = useVarieties()
  let names = named.get(items)
  if (!names) {
    names = new Map(items.map(({ Code, Descript }) => [Code, Descript]))
    named.set(items, names)
  }
  const known = names
  return (code) => known.get(code) || code
}
