// The place of work: one location, one season (part 1 section 1), chosen on /Setup/ and stored on the
// workstation.
import { atom, useAtomValue } from 'jotai'
import * as v from 'valibot'
import { COMMODITIES } from '#core/wire/constants.ts'
import { readStored, writeStored } from './stored.ts'

/** The key of the previous place, for switching back with one key. */
export const PREVIOUS_PLACE = 'placeBefore'

/** The format in which it is stored on this device. */
export const placeSchema = v.object({
  location: v.pipe(v.string(), v.nonEmpty()),
  season: v.object({
    id: v.pipe(v.string(), v.nonEmpty()),
    name: v.string(),
    commodity: v.picklist(COMMODITIES),
  }),
})
export type Place = v.InferOutput<typeof placeSchema>

const chosen = atom<Place | null | undefined>(undefined)

/** The chosen place, or null before the first choice. Writing it stores it. */
export const placeAtom = atom(
  (get): Place | null => {
    const place = get(chosen)
    return place === undefined ? (readStored('place', placeSchema) ?? null) : place
  },
  (_, set, place: Place | null) => {
    writeStored('place', place ?? undefined)
    set(chosen, place)
  },
)

/** The place of a screen; the shell redirects people without one to /Setup/ first. */
export function usePlace(): Place {
  const place = useAtomValue(placeAtom)
  if (!place) throw new Error('A screen is mounted without a place')
  return place
}
