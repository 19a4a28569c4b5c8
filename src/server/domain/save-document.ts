// How a document of any kind is created and changed: one transaction a document, header and lines together (stock-ledger,
// "Answers"). A kind brings its rules, its effects, and what only its header knows.

import type { ModeId, Status } from '#contract/constants.ts'
import type { LineReply } from '#contract/documents.ts'
import type { Problem } from '#contract/problem.ts'
import { firstRefusal, type Refusal, refuse } from '#contract/refusals.ts'
import { replyOf } from '#contract/reply-messages.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import type { HeaderValues } from '#kinds/document.ts'
import { lineAllows, lineStepFor, mayAct, mayActAt, quantityOf } from '#kinds/engine.ts'
import type { Kind, Mode } from '#kinds/kind.ts'
import { judgeDocumentStep } from './change-document.ts'
import { checkSeen, type LineOutcome, type LineRequest, type ServedKind } from './change-lines.ts'
import type { Stamp, StoredDocument, StoredLine } from './documents.ts'
import type { Person } from './people.ts'
import type { Ports } from './ports.ts'
import { mayOpenMode, type RecordsPort, type StoredRecord, visible } from './records.ts'
import { misfit, notFound, problemFor } from './refusals.ts'
import { removeLine, takeDocumentStep, takeLineSteps } from './take-steps.ts'

/** A document kind as the server works it. */
export interface SavedKind<DocumentSteps extends string, LineSteps extends string, Fields>
  extends ServedKind<DocumentSteps, LineSteps> {
  readonly rules: Kind<DocumentSteps, LineSteps>
  readonly records: (ports: Ports) => RecordsPort<StoredRecord, Fields>
  /** What the header is called in a body. */
  readonly header: string
  /** The header's field for the location that the document is written at. */
  readonly locationField: string
  /** Header fields that stay as they were created. */
  readonly fixed: readonly string[]
  /** Judges a header against the database: a new one (no document), or one that a header step brings. */
  readonly check: (
    ports: Ports,
    request: SaveRequest<Fields>,
    document: StoredDocument | null,
  ) => Promise<Result<true, Problem>>
  /** The fields that a header step writes; without it all of them. */
  readonly writes?: (step: DocumentSteps, fields: Fields) => Partial<Fields>
  /** What comes of a step that has been taken over the whole document. */
  readonly after?: (
    ports: Ports,
    step: DocumentSteps,
    document: StoredDocument,
    stamp: Stamp,
  ) => Promise<void>
  /** What a line says that has come to a status. */
  readonly messages: Partial<Readonly<Record<Status, string>>>
}

/** A body as the common flow reads it. */
export interface SaveRequest<Fields> {
  /** null: a new one. */
  readonly number: string | null
  readonly status: Status
  readonly mode: ModeId
  readonly seasonId: string
  /** The names of the specification, as the workflow's access reads them. */
  readonly header: HeaderValues
  readonly fields: Fields
  readonly lines: readonly LineRequest[]
  /** When it happened by the device's clock, or null. */
  readonly claimedAt: string | null
}

export interface SavedDocument {
  readonly number: string
  readonly lines: LineReply[]
  /** Why the document as a whole stays as it was; its `lines` are then those to blame. */
  readonly refused?: string
}
type Saving = Promise<Result<SavedDocument, Problem>>

/**
 * Creates or changes a document. Which step is meant follows from the statuses: a status that takes all lines with it (SHIPPED,
 * CANCELLED, …) takes the whole document there; otherwise lines take their steps, and a body without lines edits the header.
 * A body with lines leaves the saved header's fields alone: it was written for its lines, from a header that may be old.
 */
export async function saveDocument<DocumentSteps extends string, LineSteps extends string, Fields>(
  ports: Ports,
  kind: SavedKind<DocumentSteps, LineSteps, Fields>,
  person: Person,
  request: SaveRequest<Fields>,
): Saving {
  const mode = modeOf(kind.rules, request.mode)
  const open = mayOpenMode(mode, person)
  if (!open.ok) return open
  const concerned = mode.access.concerns(request.header)
  if (!concerned.some((location) => person.locations.has(location))) {
    return fail(problemFor(refuse('locationNotAllowed', { location: concerned[0] ?? '' })))
  }
  const stamp: Stamp = { by: person.username, claimedAt: request.claimedAt }
  const save: Save<DocumentSteps, LineSteps, Fields> = { ports, kind, mode, person, request, stamp }
  return request.number === null ? createDocument(save) : changeDocument(save, request.number)
}

/** The mode of a kind by its id; a kind that lacks it works in its only one. */
const modeOf = ({ modes }: Pick<Kind, 'modes'>, id: ModeId): Mode => modes[id] ?? modes.inventory

interface Save<DocumentSteps extends string, LineSteps extends string, Fields> {
  readonly ports: Ports
  readonly kind: SavedKind<DocumentSteps, LineSteps, Fields>
  readonly mode: Mode
  readonly person: Person
  readonly request: SaveRequest<Fields>
  readonly stamp: Stamp
}

/** Is this a status that a step takes the whole document to, lines and all? */
const endsStage = ({ documentSteps }: Pick<Kind, 'documentSteps'>, status: Status): boolean =>
  Object.values(documentSteps).some(({ to, linesTo }) => linesTo !== undefined && to === status)

const fieldOf = ({ header }: { readonly header: string }, name: string) => `body.${header}.${name}`

// ---- a new one

async function createDocument<DocumentSteps extends string, LineSteps extends string, Fields>(
  save: Save<DocumentSteps, LineSteps, Fields>,
): Saving {
  const { ports, kind, mode, person, request, stamp } = save
  const { header, status } = request
  const rights = firstRefusal(
    mayAct(mode.access, person, 'create', header),
    mayActAt(mode.access, 'create', header, person.locations),
  )
  if (rights !== true) return fail(problemFor(rights))
  if (endsStage(kind.rules, status)) {
    return fail(problemFor(refuse('notWhileStatus', { status: 'OPEN', number: '' }), { status: null }))
  }
  const season = await ports.references.season(request.seasonId)
  if (!season) return fail(misfit(fieldOf(kind, 'TrimSeasonID'), 'a trim season'))
  const checked = await kind.check(ports, request, null)
  if (!checked.ok) return checked
  const records = kind.records(ports)
  const number = await ports.documents.create(
    {
      kind: kind.rules.kind,
      mode: mode.id,
      status: 'OPEN',
      location: header[kind.locationField] ?? '',
      seasonId: season.Id,
    },
    stamp,
  )
  await records.insert(number, request.fields)
  if (request.lines.length === 0) return succeed({ number, lines: [] })
  const created = await records.lock(number)
  if (!created) throw new Error(`${number} is not there after its creation`)
  return succeed({ number, lines: await saveLines(save, created) })
}

// ---- one that is there

async function changeDocument<DocumentSteps extends string, LineSteps extends string, Fields>(
  save: Save<DocumentSteps, LineSteps, Fields>,
  number: string,
): Saving {
  const { ports, kind, mode, person, request } = save
  const found = visible(await kind.records(ports).lock(number), person, mode, kind.rules.kind)
  if (!found.ok) return found
  const { document } = found.value
  const judged = judgeRequest(kind, document, request)
  const steps = judged.ok ? stepsOf(kind.rules, document, request, judged.value) : ['edit']
  const rights = firstRefusal(...steps.map((step) => mayAct(mode.access, person, step, document.header)))
  if (rights !== true) return fail(problemFor(rights))
  const same = checkFixedFields(kind, document, request)
  if (!same.ok) return same
  if (!judged.ok) return fail(conflict(document, judged.error))
  const there = firstRefusal(
    ...steps.map((step) => mayActAt(mode.access, step, document.header, person.locations)),
  )
  if (there !== true) return fail(problemFor(there))

  if (kind.rules.documentSteps[judged.value].linesTo !== undefined) {
    return finish(save, document, judged.value)
  }
  if (request.lines.length > 0) return succeed({ number, lines: await saveLines(save, found.value) })
  return editHeader(save, document, judged.value)
}

/**
 * The document step that a request means. One that leaves the stage is stated by its status; anything else means the document as it
 * stands, as long as it is still in the stage that the request speaks of.
 */
function judgeRequest<DocumentSteps extends string>(
  { rules }: { readonly rules: Kind<DocumentSteps> },
  document: StoredDocument,
  { status, lines }: SaveRequest<unknown>,
): Result<DocumentSteps, Refusal> {
  const stays = !endsStage(rules, status) && !endsStage(rules, document.status)
  const judged = judgeDocumentStep({ rules }, document, stays ? document.status : status)
  // All that it wants is so already: somebody else has taken the step that it means.
  const taken =
    status === document.status &&
    lines.length > 0 &&
    lines.every(({ id, to }) => to === status && document.lines.find((each) => each.id === id)?.status === to)
  return judged.ok && taken && endsStage(rules, status) ? fail(notNow(document)) : judged
}

/** The steps that a request takes and needs the rights for: those of its lines, where it is about single lines. */
function stepsOf<DocumentSteps extends string>(
  { documentSteps, lineSteps }: Kind<DocumentSteps>,
  document: StoredDocument,
  { lines }: SaveRequest<unknown>,
  step: DocumentSteps,
): readonly string[] {
  if (lines.length === 0 || documentSteps[step].linesTo !== undefined) return [step]
  const taken = lines.map(({ id, to }) => {
    const line = document.lines.find((each) => each.id === id)
    return lineStepFor({ documentSteps, lineSteps }, line?.status ?? null, to) ?? step
  })
  return [...new Set<string>(taken)]
}

const notNow = ({ status, number }: StoredDocument) => refuse('notWhileStatus', { status, number })

/** A refusal for the state that the document is in. */
export const conflict = ({ number, status }: StoredDocument, refusal: Refusal): Problem =>
  problemFor(refusal, { number, status })

/** What cannot change once there is a number. */
function checkFixedFields<Fields>(
  kind: Pick<SavedKind<string, string, Fields>, 'fixed' | 'header'>,
  document: StoredDocument,
  { header, seasonId }: SaveRequest<Fields>,
): Result<true, Problem> {
  const fixed = [
    ...kind.fixed.map((name) => [name, header[name], document.header[name]] as const),
    ['TrimSeasonID', seasonId, document.seasonId] as const,
  ]
  const changed = fixed.find(([, sent, stored]) => sent !== stored)
  return changed ? fail(misfit(fieldOf(kind, changed[0]), `${changed[2]}, as it was created`)) : succeed(true)
}

async function editHeader<DocumentSteps extends string, LineSteps extends string, Fields>(
  { ports, kind, request, stamp }: Save<DocumentSteps, LineSteps, Fields>,
  document: StoredDocument,
  step: DocumentSteps,
): Saving {
  const checked = await kind.check(ports, request, document)
  if (!checked.ok) return checked
  const fields = kind.writes ? kind.writes(step, request.fields) : request.fields
  await kind.records(ports).update(document.number, fields)
  await ports.documents.touch(document.number, document.status, stamp)
  return succeed({ number: document.number, lines: [] })
}

/** Takes all lines that the document has along, whatever lines were sent. */
async function finish<DocumentSteps extends string, LineSteps extends string, Fields>(
  { ports, kind, request, stamp }: Save<DocumentSteps, LineSteps, Fields>,
  document: StoredDocument,
  step: DocumentSteps,
): Saving {
  // Who ships a line that someone else has deleted or picked otherwise has its plants on the truck: better to look again than
  // to go. A step that asks nothing of its lines, such as a cancel, does not mind.
  if (kind.rules.documentSteps[step].guard) {
    const stale = request.lines.map((sent) => checkSent(document, sent)).find((verdict) => verdict !== true)
    if (stale) return fail(conflict(document, stale))
  }
  const { number } = document
  const taken = await takeDocumentStep(ports, kind, step, document, stamp)
  if (!taken.ok) {
    const lines = taken.error.map(({ line, refusal }) => ({
      ...lineReply(kind, line),
      Message: replyOf(refusal),
    }))
    return succeed({ number, lines, refused: lines[0]?.Message ?? '' })
  }
  await kind.after?.(ports, step, taken.value, stamp)
  return succeed({ number, lines: taken.value.lines.map((line) => lineReply(kind, line)) })
}

function checkSent(document: StoredDocument, { id, barcode, seen }: LineRequest) {
  const line = document.lines.find((each) => each.id === id)
  return line ? checkSeen(line, seen) : refuse('lineNotWhileStatus', { status: 'OPEN', barcode })
}

// ---- lines

async function saveLines<DocumentSteps extends string, LineSteps extends string, Fields>(
  { ports, kind, request, stamp }: Save<DocumentSteps, LineSteps, Fields>,
  { document, commodity }: StoredRecord,
): Promise<LineReply[]> {
  const outcomes = await takeLineSteps(ports, kind, document, commodity, request.lines, stamp)
  return outcomes.map((outcome) => outcomeReply(kind, outcome))
}

type Worded = Pick<SavedKind<string, string, unknown>, 'messages'>

function outcomeReply(kind: Worded, { request, result }: LineOutcome): LineReply {
  if (result.ok) return lineReply(kind, result.value)
  const { refusal, line } = result.error
  return {
    Message: replyOf(refusal),
    ID: line?.id ?? request.id,
    BarcodeID: request.barcode,
    Status: line?.id ? line.status : '',
    Qty: line?.id ? quantityOf(line) : null,
  }
}

const lineReply = ({ messages }: Worded, line: StoredLine): LineReply => ({
  Message: messages[line.status] ?? '',
  ID: line.id,
  BarcodeID: line.barcode,
  Status: line.status,
  Qty: quantityOf(line),
})

/** Deletes a line: its reservation ends, and after the last one the header is OPEN again (part 2 sections 4.1, 4.4). */
export async function deleteDocumentLine<DocumentSteps extends string, Fields>(
  ports: Ports,
  kind: SavedKind<DocumentSteps, 'delete' | (string & {}), Fields>,
  person: Person,
  wanted: { readonly id: string; readonly number: string; readonly mode: ModeId },
): Promise<Result<true, Problem>> {
  const mode = modeOf(kind.rules, wanted.mode)
  const open = mayOpenMode(mode, person)
  if (!open.ok) return open
  const found = visible(await kind.records(ports).lock(wanted.number), person, mode, kind.rules.kind)
  if (!found.ok) return found
  const { document } = found.value
  const rights = mayAct(mode.access, person, 'delete', document.header)
  if (rights !== true) return fail(problemFor(rights))
  const line = document.lines.find((each) => each.id === wanted.id)
  if (!line) return fail(notFound(`line on this ${kind.rules.kind}`))
  const verdict = lineAllows(kind.rules, 'delete', document, line, 0)
  if (verdict !== true) return fail(conflict(document, verdict))
  const there = mayActAt(mode.access, 'delete', document.header, person.locations)
  if (there !== true) return fail(problemFor(there))
  await removeLine(ports, kind, 'delete', document, line, { by: person.username, claimedAt: null })
  return succeed(true)
}

// ---- reading bodies

/** A line of a body as the common flow reads it; `own` is the quantity that belongs to the status it is sent to. */
export const lineRequest = (
  line: {
    readonly ID: string | null
    readonly BarcodeID: string
    readonly Status: Status
    readonly StorageLocation: string
    readonly UpdateQty: number | null
    readonly Qty: number | null
    readonly IsReplant?: boolean
    readonly ReasonCode?: string
    readonly SeenStatus?: Status
    readonly SeenQty?: number
  },
  own: number | null,
): LineRequest => ({
  id: line.ID,
  barcode: line.BarcodeID,
  storageLocation: line.StorageLocation,
  to: line.Status,
  // A client that edits in place sends it as `UpdateQty`.
  quantity: own ?? line.UpdateQty ?? line.Qty,
  isReplant: line.IsReplant ?? false,
  reason: line.ReasonCode ?? null,
  seen:
    line.SeenStatus === undefined || line.SeenQty === undefined
      ? null
      : { status: line.SeenStatus, quantity: line.SeenQty },
})

/** A moment as the database takes it; null for none. */
export const isoOrNull = (moment: string | null): string | null =>
  moment ? new Date(moment).toISOString() : null
