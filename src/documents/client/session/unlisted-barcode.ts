// A scanned barcode that is not on the open document: finds its document and asks what to do.
import type { ApiProblem } from '#app/api/problem.ts'
import { reasonOf } from '#app/ui/reason.ts'
import type { Cause, CommandOutcome } from '#core/commands/command.ts'
import type { ListFilter } from '#core/kinds/kind.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { FIRST_PAGE, type PageStart } from '#core/wire/paging.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import { type FoundDocument, findDocument } from '../find-document.ts'
import { findReservingDocuments } from '../find-reserving-documents.ts'
import type { Session } from './session-state.ts'
import { askAboutStrayScan, type StrayScan } from './stray-scan.ts'
import { codeOf, nameOf } from './wording.ts'

// Limit of parallel document loads, to protect the server.
const maxParallelLoads = 6
// Limit of searched list pages; older documents are months old.
const maxPages = 8

interface OwnerSearch {
  readonly number: string | null
  /** A failed request: the result may be incomplete. */
  readonly problem: ApiProblem | null
}

// Limit of reserving documents to check.
const maxHolders = 3

/** Finds the document of a scanned barcode, and asks what to do with the scan or names the next step. */
export async function handleUnlistedBarcode(
  session: Session,
  scan: StrayScan,
  cause: Cause,
): Promise<CommandOutcome> {
  const { barcode } = scan
  const { kind } = session.parts
  const { step } = session.stage.lineAction
  const document = session.get().sheet?.document
  const here = document ? nameOf(document) : ''
  const code = (moment: string) => codeOf(kind.kind, step, moment)
  if (session.stage.fallbackList === undefined) {
    const other = await findHolder(session, barcode)
    return other
      ? askAboutStrayScan(session, scan, cause, other.found, {
          code: 'documents.belongsElsewhere',
          facts: { status: other.found.document.status, n: other.n },
        })
      : outcomeOf('error', code('notHere'), { barcode, number: here }, ['goToEdit'])
  }
  const { number, problem } = await findOwner(session, session.stage.fallbackList, barcode)
  if (number !== null) {
    const [found] = (await findDocument(number, partsToFind(session))).found
    if (found) return askAboutStrayScan(session, scan, cause, found, { code: code('elsewhere'), facts: {} })
    return outcomeOf('error', code('elsewhere'), { barcode, number, here }, ['openDocument'])
  }
  if (problem !== null) {
    return outcomeOf('error', code('notAsked'), { barcode, here, reason: reasonOf(problem) })
  }
  const from = document?.header.OriginLocationID ?? ''
  return outcomeOf('error', code('notHere'), { barcode, number: here, from }, ['goToReceiving'])
}

const partsToFind = ({ parts: { perform, place, actor } }: Session) => ({ perform, place, actor: actor() })

// The document at this location that has the barcode to pick, and the number of reserved whole plants.
const findHolder = async (
  session: Session,
  barcode: string,
): Promise<{ readonly found: FoundDocument; readonly n: number } | undefined> => {
  const { perform, place, number: here } = session.parts
  const holders = (await findReservingDocuments(barcode, { perform, place })) ?? []
  const waiting = holders.filter(({ Number: number, Status }) => number !== here && Status === 'RESERVED')
  for (const { Number: number, Qty } of waiting.slice(0, maxHolders)) {
    // Only if the person may open it.
    const [found] = (await findDocument(number, partsToFind(session))).found
    if (found) return { found, n: Qty }
  }
  return undefined
}

// Searches the other documents of a list, in the server's order, for the barcode.
const findOwner = async (session: Session, view: string, barcode: string): Promise<OwnerSearch> => {
  const { kind, mode, place, perform, number: here } = session.parts
  let problem: ApiProblem | null = null
  let start: PageStart | null = FIRST_PAGE
  for (let page = 0; page < maxPages && start; page += 1) {
    const filter: ListFilter = { view, all: false, ...start, limit: LIMITS.pageSize }
    const listed = await perform(kind.wire.list(place, mode.id, filter))
    if (!listed.ok) return { number: null, problem: listed.error }
    const { documents, next } = listed.value
    start = next
    const numbers = documents.flatMap(({ number }) => (number === null || number === here ? [] : [number]))
    for (let first = 0; first < numbers.length; first += maxParallelLoads) {
      const results = await Promise.all(
        numbers
          .slice(first, first + maxParallelLoads)
          .map((number) => perform(kind.wire.detail(place, mode.id, number))),
      )
      for (const result of results) {
        if (!result.ok) problem ??= result.error
        else if (result.value?.lines.some((line) => line.barcode === barcode)) {
          return { number: result.value.number, problem: null }
        }
      }
    }
  }
  return { number: null, problem }
}
