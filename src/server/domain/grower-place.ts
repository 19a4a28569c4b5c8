import { GROWER_MARKER } from '#contract/constants.ts'

/** The grower behind a storage key `#GR{id}`; a bare id stands for itself (part 2 section 3). */
export const growerOf = <Key extends string | undefined>(key: Key): Key | string =>
  key?.startsWith(GROWER_MARKER) ? key.slice(GROWER_MARKER.length) : key
