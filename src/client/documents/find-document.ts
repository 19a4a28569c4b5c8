// A document number from anywhere: which document is it? (scanning.md: looked up in every list the user may open.)
import type { Perform } from '#client/api/client.ts'
import type { ApiProblem } from '#client/api/problem.ts'
import type { RouteName } from '#contract/routes.ts'
import type { Actor, Document, Place } from '#kinds/document.ts'
import { mayOpen } from '#kinds/engine.ts'
import { kinds } from '#kinds/index.ts'
import type { Kind, Mode } from '#kinds/kind.ts'
import { screenFor } from '#kinds/screens.ts'
import { sayCode } from '#text/say.ts'
import { wordParty } from './party.ts'
import { codeOf } from './session/tell.ts'

export interface FoundDocument {
  readonly document: Document
  /** What it is, in words: 'Issuance 10000123, RESERVED, Coast Berries'. */
  readonly label: string
  readonly route: RouteName
  readonly parameters: Readonly<Record<string, string>>
}

export interface FindDocumentResult {
  readonly found: readonly FoundDocument[]
  /** Lists that could not be asked; empty when every one gave its word. */
  readonly problems: readonly ApiProblem[]
}

/** Looks a number up in every kind and mode that the person may open, all at once. Leads to the detail screens. */
export const findDocument = async (
  number: string,
  { perform, place, actor }: { readonly perform: Perform; readonly place: Place; readonly actor: Actor },
): Promise<FindDocumentResult> => {
  const lists = Object.values<Kind>(kinds).flatMap((workflow) =>
    Object.values(workflow.modes)
      .filter((mode) => mayOpen(mode.access, actor) === true)
      .map((mode) => ({ workflow, mode })),
  )
  const answers = await Promise.all(
    lists.map(async ({ workflow, mode }) => ({
      mode,
      result: await perform(workflow.wire.detail(place, mode.id, number)),
    })),
  )
  return {
    found: answers.flatMap(({ mode, result }) =>
      result.ok && result.value?.mode === mode.id ? [leadTo(mode, result.value, place)] : [],
    ),
    problems: answers.flatMap(({ result }) =>
      result.ok || result.error.code === 'not_found' ? [] : [result.error],
    ),
  }
}

const leadTo = (mode: Mode, document: Document, place: Place): FoundDocument => ({
  document,
  label: [
    sayCode(codeOf(document.kind, 'one'), { number: document.number ?? '' }),
    document.status,
    wordParty(document.header),
  ]
    .filter((part) => part !== '')
    .join(', '),
  ...screenFor(mode, document, place),
})
