// The storage location of a grower's plants, as in calls (part 2 section 3, 'Grower storage line key').
const MARKER = '#GR'

/** The storage location of a grower's plants: `#GR{id}`. */
export function growerStorageLocation(growerId: string): string {
  return `${MARKER}${growerId}`
}

/** The grower id in a storage location; undefined for a shelf of the warehouse. */
export function growerIdIn(storageLocation: string): string | undefined {
  return storageLocation.startsWith(MARKER) ? storageLocation.slice(MARKER.length) : undefined
}

/** The grower's storage location at the end of a line's key; '' if there is none. */
export function growerLocationIn(lineKey: string): string {
  const at = lineKey.indexOf(MARKER)
  return at < 0 ? '' : lineKey.slice(at)
}

/** The grower id of a text that is either a grower's storage location or the id itself. */
export function growerIdOf<Name extends string | undefined>(name: Name): Name | string {
  return name === undefined ? name : (growerIdIn(name) ?? name)
}
