// How the wire names plants that are kept for a grower (part 2 section 3, 'Grower storage line key').
const MARKER = '#GR'

/** The storage location of a grower's plants: `#GR{id}`. */
export function growerKey(growerId: string): string {
  return `${MARKER}${growerId}`
}

/** The id of the grower in such a storage location; undefined for a place of the warehouse. */
export function growerIn(storageLocation: string): string | undefined {
  return storageLocation.startsWith(MARKER) ? storageLocation.slice(MARKER.length) : undefined
}

/** The storage location at the end of a line's key; '' for a barcode alone. */
export function growerKeyIn(lineKey: string): string {
  const at = lineKey.indexOf(MARKER)
  return at < 0 ? '' : lineKey.slice(at)
}

/** The id of a grower who was named by such a storage location, or by the id itself. */
export function growerNamed<Name extends string | undefined>(name: Name): Name | string {
  return name === undefined ? name : (growerIn(name) ?? name)
}
