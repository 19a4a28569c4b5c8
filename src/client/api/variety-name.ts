import type { Variety } from '#contract/master-data.ts'
import { useVarieties } from './master-data.ts'

const named = new WeakMap<readonly Variety[], ReadonlyMap<string, string>>()

/** People see a variety's description, the code travels (part 1 section 3). The code stands in for a missing one. */
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
