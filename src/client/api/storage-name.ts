import { growerIn } from '#contract/grower-key.ts'
import type { GrowerEntity } from '#contract/master-data.ts'
import { useGrowers } from './master-data.ts'

const named = new WeakMap<readonly GrowerEntity[], ReadonlyMap<string, string>>()

/**
 * The grower's number and name for a grower storage key; a storage location of the warehouse is shown as it
 * is.
 */
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
