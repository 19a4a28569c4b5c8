import type { Variety } from '#core/wire/master-data.ts'
import { useVarieties } from './master-data.ts'

const named = new WeakMap<readonly Variety[], ReadonlyMap<string, string>>()

const namesOf = (items: readonly Variety[]): ReadonlyMap<string, string> => {
  const names = named.get(items) ?? new Map(items.map(({ Code, Descript }) => [Code, Descript]))
  named.set(items, names)
  return names
}

/** The description of a variety, by code (part 1 section 3); the code if it is unknown. */
export function useVarietyName(): (code: string) => string {
  const { items } = useVarieties()
  return (code) => namesOf(items).get(code) || code
}

/** The same for varieties of any commodity: some lists have those of all seasons. */
export function useAnyVarietyName(): (code: string) => string {
  const lists = [useVarieties('STRAW'), useVarieties('RASP'), useVarieties('BLACK'), useVarieties('BLUE')]
  return (code) => lists.map(({ items }) => namesOf(items).get(code)).find(Boolean) || code
}
