// Switches location and season in one step, and back. Loaded on demand.
import * as v from 'valibot'
import { PLACE_BEFORE, placeAtom, placeSchema } from '#app/state/place.ts'
import { sessionAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { readStored, writeStored } from '#app/state/stored.ts'
import type { RunOutcome } from '#core/commands/command.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import { refuse } from '#core/wire/refusals.ts'

const way = v.object({ place: placeSchema, path: v.pipe(v.string(), v.startsWith('/')) })
type Way = v.InferOutput<typeof way>

const facts = v.pipe(
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
  way,
)

// The place that the shown outcome offers, otherwise the previous place.
const wayFrom = (offered: unknown): Way | undefined => {
  const offer = v.safeParse(facts, offered)
  const there = offer.success ? offer.output : readStored(PLACE_BEFORE, way, 'tab')
  const mayWork = store.get(sessionAtom)?.locations.includes(there?.place.location ?? '') === true
  return mayWork ? there : undefined
}

/** Switches to the place in `offered`, the facts of the shown outcome. The next call returns to `path`. */
export function switchPlace(offered: unknown, path: string, go: (path: string) => void): RunOutcome {
  const there = wayFrom(offered)
  const here = store.get(placeAtom)
  if (!there || !here) return refusalOutcome(refuse('noOtherPlace'))
  writeStored(PLACE_BEFORE, { place: here, path } satisfies Way, 'tab')
  store.set(placeAtom, there.place)
  go(there.path)
  const { location, season } = there.place
  return {
    tone: 'ok',
    code: 'place.switched',
    facts: { location, season: season.name },
    next: ['switchPlace'],
  }
}
