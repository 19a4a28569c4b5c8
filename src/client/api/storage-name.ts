import { growerIn } from '#contract/grower-key.ts'
import type { GrowerEntity } from '#contract/master-data.ts'
import { useGrowers } from './master-data.ts'

const named = new WeakMap<readonly GrowerEntity[], ReadonlyMap<string, string>>()

/** People see whose plants they are, number and name; the mark of grower storage travels. A place of the warehouse is its own name. */
export function useStorageName(): (storageLocation: string) => string {
  const { items } = useGrowers()
  let names = named.get(items)
  if (!names) {
    names = new Map(items.map(({ Id, GrowerEntity: name }) => [Id, name]))
    named.set(items, names)
  }
  const known = names
  return (storageLocation) => {
    const grower = growerIn(storageLocation)
    if (grower === undefined) return storageLocation
    const name = known.get(grower)
    return name ? `${grower} - ${name}` : grower
  }
}
