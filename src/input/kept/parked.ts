// Parked documents: documents that were left with unsaved or unfinished work. The palette lists them.
import * as v from 'valibot'
import { placeAtom } from '#app/state/place.ts'
import { identityAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { readStored, writeStored } from '#app/state/stored.ts'
import type { ShellPort } from '#core/commands/context.ts'
import { ROUTES, type RouteName } from '#core/wire/routes.ts'
import { sayCode } from '#text/say.ts'
import type { DocumentHit } from '../app-shell.ts'

const isRoute = (route: unknown): route is RouteName =>
  typeof route === 'string' && Object.hasOwn(ROUTES, route)

const parkedSchema = v.object({
  route: v.custom<RouteName>(isRoute),
  parameters: v.record(v.string(), v.string()),
  /** Its label: 'Issuance 10000123'. */
  name: v.string(),
  /** The unfinished work: a code of the text catalogue; `facts` are its values. */
  code: v.string(),
  facts: v.record(v.string(), v.union([v.string(), v.number()])),
  location: v.string(),
  season: v.string(),
})
const listSchema = v.array(parkedSchema)
type Parked = v.InferOutput<typeof parkedSchema>
/** A document to park; `park` adds the person's current place. */
export type DocumentToPark = Omit<Parked, 'location' | 'season'>

// Maximum number of parked documents per person; the oldest are removed.
const maxParked = 30

const keyOf = () => `parked.${store.get(identityAtom)?.userName ?? ''}`
const read = (): readonly Parked[] => readStored(keyOf(), listSchema) ?? []
const write = (list: readonly Parked[]) =>
  void writeStored(keyOf(), list.length === 0 ? undefined : list.slice(0, maxParked))

// A document is parked once, for the screen where it was last left.
const isSame = (one: DocumentToPark, other: DocumentToPark) => one.name === other.name

/** Parks a document as the latest one. */
export function park(parking: DocumentToPark): void {
  const place = store.get(placeAtom)
  if (!place) return
  const parked = { ...parking, location: place.location, season: place.season.id }
  write([parked, ...read().filter((other) => !isSame(other, parking))])
}

/** Removes a parked document whose work is finished. */
export function unpark(parking: DocumentToPark): void {
  return write(read().filter((other) => !isSame(other, parking)))
}

/** The documents that the signed-in person has parked at this place, latest first. */
export function parkedHere(): readonly Parked[] {
  const place = store.get(placeAtom)
  return read().filter(({ location, season }) => location === place?.location && season === place.season.id)
}

/** The signed-in person's unsaved work at all places, as texts. */
export function listUnsavedWork(): readonly string[] {
  return read().flatMap(({ name, code, facts }) =>
    code === 'parked.halfDone' ? [] : [`${name}, ${sayCode(code, facts)}`],
  )
}

/** The documents parked at this place, as choices, each with its unfinished work. */
export function parkedHits(go: ShellPort['go']): readonly DocumentHit[] {
  return parkedHere().map(({ route, parameters, name, code, facts }) => ({
    key: `${route} ${Object.values(parameters).join(' ')}`,
    label: `${name}, ${sayCode(code, facts)}`,
    open: () => go(route, parameters),
  }))
}
