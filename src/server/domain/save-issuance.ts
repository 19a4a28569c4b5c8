// POST issuance and DELETE issuancedetail: one transaction a document, header and lines together (stock-ledger, "Answers").

import type { Status } from '#contract/constants.ts'
import type { LineReply } from '#contract/documents.ts'
import type { IssuanceBody, IssuanceReply } from '#contract/issuance.ts'
import type { Problem } from '#contract/problem.ts'
import { type Refusal, refuse } from '#contract/refusals.ts'
import { processed, REPLIES } from '#contract/reply-messages.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import type { HeaderValues } from '#workflows/document.ts'
import { documentAllows, lineAllows, mayAct } from '#workflows/engine.ts'
import { issuance as rules } from '#workflows/issuance.ts'
import { judgeDocumentStep } from './change-document.ts'
import type { LineOutcome, LineRequest } from './change-lines.ts'
import type { Stamp, StoredDocument, StoredLine } from './documents.ts'
import { issuanceEffects as effects } from './effects/issuance.ts'
import { type IssuanceFields, mayOpenIssuances, modeOf, type StoredIssuance, visible } from './issuance.ts'
import { mayWorkAt, type Person } from './people.ts'
import type { Ports } from './ports.ts'
import { lineMessage, misfit, notFound, problemFor } from './refusals.ts'
import { removeLine, takeDocumentStep, takeLineSteps } from './take-steps.ts'

type Needed = Pick<Ports, 'issuances' | 'documents' | 'ledger' | 'stock' | 'references'>
type Header = IssuanceBody['IssuanceHeader']

/** Issuance as the server works it: its rules, and what they do to the ledger. */
export const issuanceKind = { rules, effects }
const field = (name: keyof Header) => `body.IssuanceHeader.${name}`

/**
 * Creates or changes an issuance. Which step is meant follows from the statuses: SHIPPED and CANCELLED take the whole
 * document there; otherwise lines are ordered and picked, and a body without lines edits the header. A body with lines
 * leaves the saved header's fields alone: it was written for its lines, from a header that may be old.
 */
export async function saveIssuance(
  ports: Needed,
  person: Person,
  body: IssuanceBody,
): Promise<Result<IssuanceReply, Problem>> {
  const header = body.IssuanceHeader
  const open = mayOpenIssuances(person, header.StorageType)
  if (!open.ok) return open
  const there = mayWorkAt(person, header.InventoryLocation)
  if (!there.ok) return there
  const stamp: Stamp = { by: person.username, claimedAt: isoOrNull(header.LastChangedDateTime) }
  const saved = header.TagNbr
    ? await changeIssuance(ports, person, body, header.TagNbr, stamp)
    : await createIssuance(ports, person, body, stamp)
  if (!saved.ok) return saved
  return succeed({
    Message: processed('Issuance'),
    TagNbr: saved.value.number,
    InventoryLines: [...saved.value.lines],
  })
}

type Saved = Promise<Result<{ readonly number: string; readonly lines: readonly LineReply[] }, Problem>>

// ---- a new one

async function createIssuance(ports: Needed, person: Person, body: IssuanceBody, stamp: Stamp): Saved {
  const header = body.IssuanceHeader
  const rights = mayAct(modeOf(header.StorageType).access, person, 'create', valuesOf(header))
  if (rights !== true) return fail(problemFor(rights))
  if (header.Status === 'SHIPPED' || header.Status === 'CANCELLED') {
    const verdict = documentAllows(rules, header.Status === 'SHIPPED' ? 'ship' : 'cancel', null)
    if (verdict !== true) return fail(problemFor(verdict, { status: null }))
  }
  if (header.StorageType === 'GROWERSTORAGE' && header.IssueToType !== 'Grower') {
    return fail(misfit(field('IssueToType'), 'Grower'))
  }
  const season = await ports.references.season(header.TrimSeasonID)
  if (!season) return fail(misfit(field('TrimSeasonID'), 'a trim season'))
  const destination = await checkDestination(ports, header)
  if (!destination.ok) return destination
  const number = await ports.documents.create(
    {
      kind: 'issuance',
      mode: modeOf(header.StorageType).id,
      status: 'OPEN',
      location: header.InventoryLocation,
      seasonId: season.Id,
    },
    stamp,
  )
  await ports.issuances.insert(number, fieldsOf(header))
  if (body.InventoryLines.length === 0) return succeed({ number, lines: [] })
  const created = await ports.issuances.lock(number)
  if (!created) throw new Error(`Issuance ${number} is not there after its creation`)
  return succeed({ number, lines: await saveLines(ports, created, body, stamp) })
}

async function checkDestination(
  { references }: Needed,
  { IssueToType, IssueToNbr }: Header,
): Promise<Result<true, Problem>> {
  const known = await references.canBeIssuedTo(IssueToType, IssueToNbr)
  return known ? succeed(true) : fail(misfit(field('IssueToNbr'), `an active ${IssueToType.toLowerCase()}`))
}

// ---- one that is there

async function changeIssuance(
  ports: Needed,
  person: Person,
  body: IssuanceBody,
  number: string,
  stamp: Stamp,
): Saved {
  const header = body.IssuanceHeader
  const found = visible(await ports.issuances.lock(number), person, header.StorageType)
  if (!found.ok) return found
  const { document } = found.value
  const to = header.Status === 'SHIPPED' || header.Status === 'CANCELLED' ? header.Status : document.status
  const judged = judgeDocumentStep(issuanceKind, document, to)
  const step = judged.ok ? judged.value : 'edit'
  const rights = mayAct(modeOf(header.StorageType).access, person, step, document.header)
  if (rights !== true) return fail(problemFor(rights))
  const same = checkFixedFields(document, header)
  if (!same.ok) return same
  if (!judged.ok) return fail(conflict(document, judged.error))

  if (step === 'ship' || step === 'cancel') return finish(ports, document, step, body, stamp)
  if (body.InventoryLines.length > 0) {
    return succeed({ number, lines: await saveLines(ports, found.value, body, stamp) })
  }
  return editHeader(ports, document, header, stamp)
}

const conflict = ({ number, status }: StoredDocument, refusal: Refusal): Problem =>
  problemFor(refusal, { number, status })

/** What cannot change once there is a tag number (part 2 section 2.3). */
function checkFixedFields(document: StoredDocument, header: Header): Result<true, Problem> {
  const fixed = [
    ['IssueToType', document.header.IssueToType],
    ['InventoryLocation', document.location],
    ['TrimSeasonID', document.seasonId],
  ] as const
  const changed = fixed.find(([name, value]) => header[name] !== value)
  return changed ? fail(misfit(field(changed[0]), `${changed[1]}, as it was created`)) : succeed(true)
}

async function editHeader(ports: Needed, document: StoredDocument, header: Header, stamp: Stamp): Saved {
  if (header.IssueToNbr !== document.header.IssueToNbr) {
    // The lines of a grower storage issuance hold this grower's own plants.
    if (document.mode === 'growerStorage' && document.lines.length > 0) {
      return fail(conflict(document, refuse('notWhileStatus', statusFacts(document))))
    }
    const destination = await checkDestination(ports, header)
    if (!destination.ok) return destination
  }
  await ports.issuances.update(document.number, fieldsOf(header))
  await ports.documents.touch(document.number, document.status, stamp)
  return succeed({ number: document.number, lines: [] })
}

const statusFacts = ({ status, number }: StoredDocument) => ({ status, number })

/** Ships or cancels all lines that the document has, whatever lines were sent along. */
async function finish(
  ports: Needed,
  document: StoredDocument,
  step: 'ship' | 'cancel',
  body: IssuanceBody,
  stamp: Stamp,
): Saved {
  // Who ships a line that someone else has deleted has its plants on the truck: better to look again than to go.
  const gone = body.InventoryLines.find((sent) => !document.lines.some((line) => line.id === sent.ID))
  if (step === 'ship' && gone) {
    return fail(conflict(document, refuse('lineNotWhileStatus', { status: 'OPEN', barcode: gone.BarcodeID })))
  }
  const after = await takeDocumentStep(ports, issuanceKind, step, document, stamp)
  const message = step === 'ship' ? REPLIES.issuanceLineShipped : REPLIES.issuanceLineCancelled
  const lines = after.lines.map((line) => lineReply(line, message, line.picked))
  return succeed({ number: document.number, lines })
}

// ---- lines

async function saveLines(
  ports: Needed,
  { document, commodity }: StoredIssuance,
  body: IssuanceBody,
  stamp: Stamp,
): Promise<readonly LineReply[]> {
  const requests = body.InventoryLines.map(lineRequest)
  const outcomes = await takeLineSteps(ports, issuanceKind, document, commodity, requests, stamp)
  return outcomes.map(outcomeReply)
}

/** The quantity is the one that belongs to the step; a client that edits in place sends it as `UpdateQty`. */
function lineRequest(line: IssuanceBody['InventoryLines'][number]): LineRequest {
  const { ID, BarcodeID, StorageLocation, Status, IsReplant } = line
  const own = Status === 'PICKED' ? line.PickQty : line.OrderQty
  return {
    id: ID,
    barcode: BarcodeID,
    storageLocation: StorageLocation,
    to: Status,
    quantity: own ?? line.UpdateQty ?? line.Qty,
    isReplant: IsReplant,
  }
}

const successMessages: Partial<Record<Status, string>> = {
  RESERVED: REPLIES.issuanceLineReserved,
  PICKED: REPLIES.issuanceLinePicked,
}

function outcomeReply({ request, result }: LineOutcome): LineReply {
  if (result.ok) return lineReply(result.value, successMessages[result.value.status] ?? '', result.value.held)
  const { refusal, line } = result.error
  return {
    Message: lineMessage(refusal),
    ID: line?.id ?? request.id,
    BarcodeID: request.barcode,
    Status: line?.id ? line.status : '',
    Qty: line?.id ? line.held : null,
  }
}

const lineReply = (line: StoredLine, message: string, quantity: number | null): LineReply => ({
  Message: message,
  ID: line.id,
  BarcodeID: line.barcode,
  Status: line.status,
  Qty: quantity,
})

/** Deletes a line: its reservation ends, and after the last one the header is OPEN again (part 2 section 4.1). */
export async function deleteIssuanceLine(
  ports: Needed,
  person: Person,
  wanted: { readonly id: string; readonly number: string; readonly storageType: Header['StorageType'] },
): Promise<Result<{ Message: string; Id: string }, Problem>> {
  const open = mayOpenIssuances(person, wanted.storageType)
  if (!open.ok) return open
  const found = visible(await ports.issuances.lock(wanted.number), person, wanted.storageType)
  if (!found.ok) return found
  const { document } = found.value
  const rights = mayAct(modeOf(wanted.storageType).access, person, 'delete', document.header)
  if (rights !== true) return fail(problemFor(rights))
  const line = document.lines.find((each) => each.id === wanted.id)
  if (!line) return fail(notFound('line on this issuance'))
  const verdict = lineAllows(rules, 'delete', document, line, 0)
  if (verdict !== true) return fail(conflict(document, verdict))
  await removeLine(ports, issuanceKind, 'delete', document, line, { by: person.username, claimedAt: null })
  return succeed({ Message: REPLIES.issuanceLineDeleted, Id: wanted.id })
}

// ---- reading the body

const valuesOf = ({ IssueToType, IssueToNbr }: Header): HeaderValues => ({ IssueToType, IssueToNbr })

const fieldsOf = (header: Header): IssuanceFields => ({
  issueToType: header.IssueToType,
  issueToNumber: header.IssueToNbr,
  issueDate: header.IssueDate?.slice(0, 10) ?? null,
  reference: header.ReferenceNbr,
  comments: header.Comments,
})

const isoOrNull = (moment: string | null): string | null => (moment ? new Date(moment).toISOString() : null)
