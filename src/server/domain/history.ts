// Who did what and when, for a barcode and for a document. People see what concerns their locations.
import type { HistoryEntry } from '#contract/history.ts'
import type { Problem } from '#contract/problem.ts'
import { refuse } from '#contract/refusals.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import { SECURITY_KEYS } from '#contract/security-keys.ts'
import { mayOpen } from '#kinds/engine.ts'
import { kinds } from '#kinds/index.ts'
import type { Kind } from '#kinds/kind.ts'
import type { Concern } from './changes.ts'
import type { RecordPage } from './documents-port.ts'
import type { Person } from './people.ts'
import { notFound, problemFor } from './refusals.ts'

export interface HistoryPage {
  readonly offset: number
  readonly limit: number
}

export interface HistoryPort {
  /** Is there such a barcode? */
  readonly knows: (barcode: string) => Promise<boolean>
  /** What a document is, and the locations that it concerns; null when there is none. */
  readonly document: (number: string) => Promise<Concern | null>
  /** What happened to a barcode at these locations, the newest first. */
  readonly ofBarcode: (
    barcode: string,
    locations: readonly string[],
    page: HistoryPage,
  ) => Promise<RecordPage<HistoryEntry>>
  /** What happened to a document and its lines, the newest first. */
  readonly ofDocument: (number: string, page: HistoryPage) => Promise<RecordPage<HistoryEntry>>
}

type Answer = Result<{ Records: HistoryEntry[]; TotalRowCount: number }, Problem>

/** A barcode's history at the person's locations; whoever holds any key may look. */
export async function readBarcodeHistory(
  history: HistoryPort,
  person: Person,
  barcode: string,
  page: HistoryPage,
): Promise<Answer> {
  const allowed = holdsAnyKey(person)
  if (!allowed.ok) return allowed
  if (!(await history.knows(barcode))) return fail(notFound('barcode'))
  return answer(await history.ofBarcode(barcode, [...person.locations], page))
}

/** A document's history, for those who may open it: one that concerns none of their locations is not there. */
export async function readDocumentHistory(
  history: HistoryPort,
  person: Person,
  number: string,
  page: HistoryPage,
): Promise<Answer> {
  const allowed = holdsAnyKey(person)
  if (!allowed.ok) return allowed
  const found = await history.document(number)
  if (!found?.locations.some((location) => person.locations.has(location))) {
    return fail(notFound('document'))
  }
  const ofKind: Readonly<Record<string, Kind>> = kinds
  const mode = Object.values(ofKind[found.kind]?.modes ?? {}).find(({ id }) => id === found.mode)
  const verdict = mode ? mayOpen(mode.access, person) : true
  if (verdict !== true) return fail(problemFor(verdict))
  return answer(await history.ofDocument(number, page))
}

const holdsAnyKey = (person: Person): Result<true, Problem> =>
  person.keys.size > 0
    ? succeed(true)
    : fail(problemFor(refuse('keyMissing', { key: SECURITY_KEYS.join(' / ') })))

const answer = ({ records, total }: RecordPage<HistoryEntry>): Answer =>
  succeed({ Records: [...records], TotalRowCount: total })
