// Searches a number at the person's other locations, and in the other seasons of this location.
import type { Perform } from '#app/api/client.ts'
import type { Actor, Document, Place } from '#core/kinds/document.ts'
import { kinds } from '#core/kinds/index.ts'
import type { Kind, Mode } from '#core/kinds/kind.ts'
import { screenFor } from '#core/kinds/screens.ts'
import { type FoundDocument, findDocument } from './find-document.ts'

interface ElsewhereDocument extends FoundDocument {
  /** The location of its next step: for a transfer in transit the destination. */
  readonly nextLocation: string
  /** Does the person have rights at that location? */
  readonly hasRights: boolean
}

/** Searches a number at all other locations of the person, in parallel. */
export async function findElsewhere(
  number: string,
  {
    perform,
    place,
    actor,
    locations,
  }: {
    readonly perform: Perform
    readonly place: Place
    readonly actor: Actor
    /** The codes of the locations where the person has rights. */
    readonly locations: readonly string[]
  },
): Promise<ElsewhereDocument | undefined> {
  const others = locations.filter((location) => location !== place.location)
  const answers = await Promise.all(
    others.map(async (location) => {
      const { found } = await findDocument(number, { perform, actor, place: { ...place, location } })
      return found.map((each) => ({ ...each, location }))
    }),
  )
  const [first] = answers.flat()
  if (!first) return undefined
  const { location, ...found } = first
  const { document } = found
  const at = nextLocation(document) ?? location
  const mode = modeOf(document)
  const screen = mode && screenFor(mode, document, { ...place, location: at })
  return { ...found, ...screen, nextLocation: at, hasRights: locations.includes(at) }
}

/** Searches a number in the other seasons, starting with those of the same commodity. */
export async function findInOtherSeason<Season extends Place['season']>(
  number: string,
  { perform, place, actor }: { readonly perform: Perform; readonly place: Place; readonly actor: Actor },
  seasons: readonly Season[],
): Promise<(FoundDocument & { readonly season: Season }) | undefined> {
  const isOther = ({ commodity }: Place['season']) => Number(commodity !== place.season.commodity)
  const others = seasons.filter(({ id }) => id !== place.season.id)
  for (const season of others.toSorted((one, next) => isOther(one) - isOther(next))) {
    const { found } = await findDocument(number, { perform, actor, place: { ...place, season } })
    const [first] = found
    if (first) return { ...first, season }
  }
  return undefined
}

// The location of the document's next step; undefined if it has ended.
const nextLocation = (document: Document): string | undefined => {
  const kind = kindOf(document)
  const mode = modeOf(document)
  if (!kind || !mode) return undefined
  const steps = Object.values(kind.stages).map(({ lineAction }) => lineAction.step)
  const step = steps.find((each) => kind.lineSteps[each]?.during.includes(document.status))
  return step === undefined ? undefined : mode.access.location(step, document.header)
}

const kindOf = (document: Document): Kind | undefined =>
  Object.values<Kind>(kinds).find(({ kind }) => kind === document.kind)
const modeOf = (document: Document): Mode | undefined => kindOf(document)?.modes[document.mode]
