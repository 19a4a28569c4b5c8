// Searches a number at the person's other locations.
import type { Perform } from '#client/api/client.ts'
import type { Actor, Document, Place } from '#kinds/document.ts'
import { kinds } from '#kinds/index.ts'
import type { Kind, Mode } from '#kinds/kind.ts'
import { type FoundDocument, findDocument } from './find-document.ts'

export interface ElsewhereDocument extends FoundDocument {
  /** The location of its next step: the destination of a transfer in transit. */
  readonly at: string
  /** Does the person have rights at that location? */
  readonly isOwn: boolean
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
  const at = nextLocation(found.document) ?? location
  return { ...found, at, isOwn: locations.includes(at) }
}

// The location of the document's next step; undefined if it has ended.
const nextLocation = (document: Document): string | undefined => {
  const all: readonly Kind[] = Object.values(kinds)
  const kind = all.find(({ kind }) => kind === document.kind)
  const mode = Object.values<Mode>(kind?.modes ?? {}).find(({ id }) => id === document.mode)
  if (!kind || !mode) return undefined
  const steps = Object.values(kind.stages).map(({ lineAction }) => lineAction.step)
  const step = steps.find((each) => kind.lineSteps[each]?.during.includes(document.status))
  return step === undefined ? undefined : mode.access.location(step, document.header)
}
