// Finds the screen where an operation can be fixed.
import type { AppOperation } from '#app/outbox/intent.ts'
import type { Outbox } from '#app/outbox/outbox.ts'
import { type Place, placeAtom } from '#app/state/place.ts'
import { sessionAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { kindNamed } from '#core/kinds/index.ts'
import { COMMODITIES } from '#core/wire/constants.ts'
import { pathTo, ROUTES } from '#core/wire/routes.ts'
import { numberOf, stageOfOperation } from './pending-operations.ts'

/** Returns the path of the operation's screen, or of one that shows its document. */
export async function pathOfOperation(
  operation: AppOperation,
  outbox: Pick<Outbox, 'cachedDocument' | 'nameOf'>,
): Promise<string> {
  const { intent, lane } = operation
  if (intent.type === 'adjust') return ROUTES.adjustTrim
  const { routes } = kindNamed(intent.kind).modes[intent.mode] ?? {}
  if (!routes) return ROUTES.home
  const number = numberOf(outbox.nameOf(lane))
  const stage = stageOfOperation(operation)
  const stored = stage === 'edit' ? undefined : await outbox.cachedDocument(lane)
  return stored
    ? pathTo(routes[stage] ?? routes.detail, routes.detailParameters(stored.document))
    : pathTo(routes.edit, { number })
}

/** Switches to the operation's location and season; false if the user has no rights there. */
export function switchToPlaceOf({ intent: { place } }: AppOperation): boolean {
  const commodity = COMMODITIES.find((each) => each === place.season.commodity)
  const currentPlace = store.get(placeAtom)
  if (currentPlace?.location === place.location && currentPlace.season.id === place.season.id) return true
  if (!commodity || store.get(sessionAtom)?.locations.includes(place.location) !== true) return false
  const operationPlace: Place = { location: place.location, season: { ...place.season, commodity } }
  store.set(placeAtom, operationPlace)
  return true
}
