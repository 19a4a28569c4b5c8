// How the wire names plants that are kept for a grower (part 2 section 3, 'Grower storage line key').
const MARKER = '#GR'

/** The storage location of a grower's plants: `#GR{id}`. */
export const growerKey = (growerId: string): string => `${MARKER}${growerId}`

/** The id of the grower in such a storage location; undefined for a place of the warehouse. */
export const growerIn = (storageLocation: string): string | undefined =>
  storageLocation.startsWith(MARKER) ? storageLocation.slice(MARKER.length) : undefined

/** The storage location at the end of a line's key; '' for a barcode alone. */
export const growerKeyIn = (lineKey: string): string => {
  const at = lineKey.indexOf(MARKER)
  return at < 0 ? '' : lineKey.slice(at)
}

/** The id of a grower who was named by such a storage location, or by the id itself. */
export const growerNamed = <Name extends string | undefined>(name: Name): Name | string =>
  name === undefined ? name : (growerIn(name) ?? name)
