// Finds the document of a scanned or typed number (docs/scanning.md, Route).
import type { Perform } from '#app/api/client.ts'
import type { ApiProblem } from '#app/api/problem.ts'
import { adjustmentRequests } from '#core/kinds/adjustment/rules.ts'
import type { Actor, Document, DocumentSummary, Place } from '#core/kinds/document.ts'
import { mayOpen } from '#core/kinds/engine.ts'
import { kinds } from '#core/kinds/index.ts'
import type { Kind } from '#core/kinds/kind.ts'
import { screenFor } from '#core/kinds/screens.ts'
import type { RouteName } from '#core/wire/routes.ts'
import { sayCode } from '#text/say.ts'
import { entityLabel } from './entity-label.ts'
import { codeOf } from './session/wording.ts'

export interface FoundDocument<Found extends DocumentSummary = Document> {
  readonly document: Found
  /** Its label: 'Issuance 10000123, RESERVED, Coast Berries'. */
  readonly label: string
  readonly route: RouteName
  readonly parameters: Readonly<Record<string, string>>
}

interface FindDocumentResult {
  readonly found: readonly FoundDocument[]
  /** Lists that could not be searched; empty if all were. */
  readonly problems: readonly ApiProblem[]
}

interface Lookup {
  readonly perform: Perform
  readonly place: Place
  readonly actor: Actor
}

// The result of one list, or the reason why it could not be searched.
type Answer = FoundDocument | ApiProblem | null

/**
 * Searches a number in parallel in every kind and mode that the person may open, adjustment requests
 * included. The results open the detail screen.
 */
export async function findDocument(number: string, lookup: Lookup): Promise<FindDocumentResult> {
  const { perform, place, actor } = lookup
  const modes = Object.values<Kind>(kinds).flatMap((kind) =>
    Object.values(kind.modes)
      .filter((mode) => mayOpen(mode.access, actor) === true)
      .map(async (mode): Promise<Answer> => {
        const result = await perform(kind.wire.detail(place, mode.id, number))
        if (!result.ok) return result.error
        return result.value?.mode === mode.id
          ? { ...withLabel(result.value), ...screenFor(mode, result.value, place) }
          : null
      }),
  )
  const answers = await Promise.all([...modes, findRequest(number, lookup)])
  const problems = answers.filter((answer) => answer !== null && 'code' in answer)
  return {
    found: answers.filter((answer) => answer !== null && 'route' in answer),
    problems: problems.filter(({ code }) => code !== 'not_found'),
  }
}

const findRequest = async (number: string, { perform, actor }: Lookup): Promise<Answer> => {
  if (mayOpen(adjustmentRequests.access, actor) !== true) return null
  const result = await perform(adjustmentRequests.detail(number))
  if (!result.ok) return result.error
  const { route } = adjustmentRequests
  return result.value && { ...withLabel(result.value), route, parameters: { number } }
}

/** Returns a document with its label. */
export function withLabel<Found extends DocumentSummary>(document: Found) {
  return {
    document,
    label: [
      sayCode(codeOf(document.kind, 'one'), { number: document.number ?? '' }),
      document.status,
      entityLabel(document.header),
    ]
      .filter((part) => part !== '')
      .join(', '),
  }
}
