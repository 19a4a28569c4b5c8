// Searches for a document that a lost call may have created. Loaded on demand.
import type { Perform } from '#app/api/client.ts'
import type { ApiProblem } from '#app/api/problem.ts'
import { isSameValue } from '#core/kinds/applied-changes.ts'
import { kindNamed } from '#core/kinds/index.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { FIRST_PAGE } from '#core/wire/paging.ts'
import { type Result, succeed } from '#core/wire/result.ts'
import type { CreateIntent } from './intent.ts'

/** The numbers of the documents with the same header, from the first page of their list. */
export async function findSimilarDocuments(
  perform: Perform,
  { kind: name, mode: modeId, place, values }: CreateIntent,
): Promise<Result<readonly string[], ApiProblem>> {
  const kind = kindNamed(name)
  const view = kind.modes[modeId]?.lists[0].id ?? 'open'
  const filter = { view, all: true, ...FIRST_PAGE, limit: LIMITS.pageSize }
  const listed = await perform(kind.wire.list(place, modeId, filter))
  if (!listed.ok) return listed
  const givenValues = Object.entries(values).filter(([, value]) => value !== '')
  const similar = listed.value.documents.filter(
    ({ header }) =>
      givenValues.length > 0 &&
      givenValues.every(([field, value]) => !header[field] || isSameValue(header[field], value)),
  )
  return succeed(similar.flatMap(({ number }) => number ?? []))
}
