import { growerIdIn } from '#core/wire/grower-key.ts'
import type { GrowerEntity } from '#core/wire/master-data.ts'
import { useGrowers } from './master-data.ts'

type NameOfStorage = (storageLocation: string) => string

// Returns the same function for the same growers, so that it can be a dependency.
const named = new WeakMap<readonly GrowerEntity[], NameOfStorage>()

/**
 * The grower's number and name for a grower storage key; a storage location of the warehouse is returned
 * unchanged.
 */
export function useStorageName(): NameOfStorage {
  const { items } = useGrowers()
  const known = named.get(items) ?? createNames(items)
  named.set(items, known)
  return known
}

const createNames = (items: readonly GrowerEntity[]): NameOfStorage => {
  const names = new Map(items.map(({ Id, GrowerEntity: name }) => [Id, name]))
  return (storageLocation) => {
    const grower = growerIdIn(storageLocation)
    if (grower === undefined) return storageLocation
    const name = names.get(grower)
    return name ? `${grower} - ${name}` : grower
  }
}
