// Switches location and season in one step, and back. Loaded on demand.
import * as v from 'valibot'
import { PREVIOUS_PLACE, placeAtom, placeSchema } from '#app/state/place.ts'
import { sessionAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { readStored, writeStored } from '#app/state/stored.ts'
import type { RunOutcome } from '#core/commands/command.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import { refuse } from '#core/wire/refusals.ts'

const destinationSchema = v.object({ place: placeSchema, path: v.pipe(v.string(), v.startsWith('/')) })
type Destination = v.InferOutput<typeof destinationSchema>

const offerSchema = v.pipe(
  v.object({
    toLocation: v.string(),
    toSeasonId: v.string(),
    toSeason: v.string(),
    toCommodity: v.string(),
    path: v.string(),
  }),
  v.transform(({ toLocation: location, toSeasonId: id, toSeason: name, toCommodity: commodity, path }) => ({
    place: { location, season: { id, name, commodity } },
    path,
  })),
  destinationSchema,
)

// The place that the shown outcome offers, otherwise the previous place.
const findDestination = (offered: unknown): Destination | undefined => {
  const offer = v.safeParse(offerSchema, offered)
  const destination = offer.success ? offer.output : readStored(PREVIOUS_PLACE, destinationSchema, 'tab')
  const mayWork = store.get(sessionAtom)?.locations.includes(destination?.place.location ?? '') === true
  return mayWork ? destination : undefined
}

/** Switches to the place in `offered`, the facts of the shown outcome. The next call returns to `path`. */
export function switchPlace(offered: unknown, path: string, go: (path: string) => void): RunOutcome {
  const destination = findDestination(offered)
  const here = store.get(placeAtom)
  if (!destination || !here) return refusalOutcome(refuse('noOtherPlace'))
  writeStored(PREVIOUS_PLACE, { place: here, path } satisfies Destination, 'tab')
  store.set(placeAtom, destination.place)
  go(destination.path)
  const { location, season } = destination.place
  return {
    tone: 'ok',
    code: 'place.switched',
    facts: { location, season: season.name },
    next: ['switchPlace'],
  }
}
