// The history of barcodes and documents, limited to the user's locations.

import { mayOpen } from '#core/kinds/engine.ts'
import type { Problem } from '#core/wire/problem.ts'
import { refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { SECURITY_KEYS } from '#core/wire/security-keys.ts'
import type { DocumentsPort } from '#documents/server/documents-port.ts'
import type { HistoryEntry } from '#features/history/common/history.ts'
import { accessTo } from '#server/domain/changes.ts'
import { type PageRequest, pageAnswer, type RecordPage } from '#server/domain/paging.ts'
import type { Person } from '#server/domain/people.ts'
import { notFound, problemFor } from '#server/domain/refusals.ts'
import { canSeeGrowerStorage } from '#server/domain/stock-access.ts'

export interface HistoryPort {
  /** Whether this barcode exists. */
  readonly hasBarcode: (barcode: string) => Promise<boolean>
  /** The events of a barcode at these locations, newest first. */
  readonly ofBarcode: (
    barcode: string,
    at: { readonly locations: readonly string[]; readonly withGrowerStorage: boolean },
    page: PageRequest,
  ) => Promise<RecordPage<HistoryEntry>>
  /** The events of a document and its lines, newest first. */
  readonly ofDocument: (number: string, page: PageRequest) => Promise<RecordPage<HistoryEntry>>
}

type Answer = Result<ReturnType<typeof pageAnswer<HistoryEntry>>, Problem>

/** Reads a barcode's history at the user's locations. Any key suffices, except for grower storage. */
export async function readBarcodeHistory(
  history: HistoryPort,
  person: Person,
  barcode: string,
  page: PageRequest,
): Promise<Answer> {
  const allowed = mayReadHistory(person)
  if (!allowed.ok) return allowed
  if (!(await history.hasBarcode(barcode))) return fail(notFound('barcode'))
  const at = { locations: [...person.locations], withGrowerStorage: canSeeGrowerStorage(person) }
  return answer(await history.ofBarcode(barcode, at, page))
}

/** Reads a document's history for users who may open it; `not_found` for others. */
export async function readDocumentHistory(
  { documents, history }: { readonly documents: DocumentsPort; readonly history: HistoryPort },
  person: Person,
  number: string,
  page: PageRequest,
): Promise<Answer> {
  const allowed = mayReadHistory(person)
  if (!allowed.ok) return allowed
  const found = await documents.scopeOf(number)
  if (!found?.locations.some((location) => person.locations.has(location))) {
    return fail(notFound('document'))
  }
  const access = accessTo(found)
  if (!access) return fail(notFound('document'))
  const verdict = mayOpen(access, person)
  if (verdict !== true) return fail(problemFor(verdict))
  return answer(await history.ofDocument(number, page))
}

/** Whether the user has any key, which suffices to read histories. */
export function mayReadHistory(person: Person): Result<true, Problem> {
  return person.keys.size > 0
    ? succeed(true)
    : fail(problemFor(refuse('keyMissing', { key: SECURITY_KEYS.join(' / ') })))
}

const answer = (page: RecordPage<HistoryEntry>): Answer => succeed(pageAnswer(page))
