// Creating and changing documents of any kind: one transaction per document, header and lines together
// (docs/stock-ledger.md, Answers).

import { lineStepFor, mayAct, mayActAt, quantityOf } from '#core/kinds/engine.ts'
import type { Kind, Mode } from '#core/kinds/kind.ts'
import { isWork } from '#core/kinds/screens.ts'
import type { StoredDocument, StoredLine } from '#core/kinds/stored.ts'
import { fieldOf } from '#core/kinds/values.ts'
import type { Status } from '#core/wire/constants.ts'
import type { LineReply } from '#core/wire/documents.ts'
import type { Problem } from '#core/wire/problem.ts'
import { firstRefusal, type Refusal, refuse } from '#core/wire/refusals.ts'
import { replyOf } from '#core/wire/reply-messages.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { afterStep } from './after-steps.ts'
import { judgeDocumentStep } from './change-document.ts'
import type { LineOutcome } from './change-lines.ts'
import { checkDestination, checkFixed, checkHeader, pathOf } from './check-header.ts'
import { checkAllSeen } from './check-seen.ts'
import type { LockedRecord, Stamp } from './documents-port.ts'
import { liveUpdateOf } from './live-update.ts'
import { mergeRequest } from './merge-request.ts'
import type { Person } from './people.ts'
import type { Ports } from './ports.ts'
import type { SaveBody } from './read-body.ts'
import { conflict, invalidField, notFound, problemFor } from './refusals.ts'
import { takeDocumentStep, takeLineSteps } from './take-steps.ts'
import { mayOpenMode, visible } from './visible.ts'

/** The document's version before a change, null if it is new, and after it. */
export interface Versions {
  readonly before: number | null
  readonly after: number
}

export interface SavedDocument {
  readonly number: string
  readonly lines: LineReply[]
  readonly versions: Versions
  /** Why nothing was saved; `lines` are then those at fault. */
  readonly refused?: string
}
type Saving = Promise<Result<SavedDocument, Problem>>

/**
 * Creates or changes a document. The statuses say which step is meant: a status that takes all lines with it
 * (SHIPPED, CANCELLED, …) means the whole document; otherwise lines take their steps, and a body without
 * lines edits the header. A body with lines does not change the saved header's fields: its header may be
 * outdated.
 */
export async function saveDocument(ports: Ports, kind: Kind, person: Person, request: SaveBody): Saving {
  const mode = kind.modes[request.mode] ?? kind.modes.inventory
  const open = mayOpenMode(mode, person)
  if (!open.ok) return open
  const concerned = mode.access.concerns(request.header)
  if (!concerned.some((location) => person.locations.has(location))) {
    return fail(problemFor(refuse('locationNotAllowed', { location: concerned[0] ?? '' })))
  }
  const stamp: Stamp = { by: person.username, claimedAt: request.claimedAt }
  const save: Save = { ports, kind, mode, person, request, stamp }
  return request.number === null ? createDocument(save) : changeDocument(save, request.number)
}

interface Save {
  readonly ports: Ports
  readonly kind: Kind
  readonly mode: Mode
  readonly person: Person
  readonly request: SaveBody
  readonly stamp: Stamp
}

// Does a step take the whole document, lines included, to this status?
const endsStage = ({ documentSteps }: Pick<Kind, 'documentSteps'>, status: Status): boolean =>
  Object.values(documentSteps).some(({ to, linesTo }) => linesTo !== undefined && to === status)

// ---- a new document

async function createDocument(save: Save): Saving {
  const { ports, kind, mode, person, request, stamp } = save
  const { header, status } = request
  const rights = firstRefusal(
    mayAct(mode.access, person, 'create', header),
    mayActAt(mode.access, 'create', header, person.locations),
  )
  if (rights !== true) return fail(problemFor(rights))
  if (endsStage(kind, status)) {
    return fail(problemFor(refuse('notWhileStatus', { status: 'OPEN', number: '' }), { status: null }))
  }
  const season = await ports.references.season(request.seasonId)
  if (!season) return fail(invalidField(pathOf(kind, fieldOf(kind.header, 'seasonId')), 'a trim season'))
  const checked = await checkHeader(ports, kind, request, null, 'create')
  if (!checked.ok) return checked
  const number = await ports.documents.create(
    {
      kind: kind.kind,
      mode: mode.id,
      status: 'OPEN',
      location: header[fieldOf(kind.header, 'location')] ?? '',
      seasonId: season.Id,
    },
    stamp,
    liveUpdateOf(kind, 'create', request),
  )
  await ports.documents.insertHeader(kind, number, request.fields)
  if (request.lines.length === 0) {
    return succeed({ number, lines: [], versions: { before: null, after: FIRST_VERSION } })
  }
  const created = await ports.documents.lock(kind, number)
  if (!created) throw new Error(`${number} is not there after its creation`)
  const { lines, versions } = await saveLines(save, created)
  return succeed({ number, lines, versions: { ...versions, before: null } })
}

const FIRST_VERSION = 1

// ---- an existing document

/**
 * Was the number given to another document after a restore from a backup? `uuid` is of the one that is meant;
 * '' if not sent.
 */
export function isAnother({ header }: Pick<Kind, 'header'>, document: StoredDocument, uuid: string): boolean {
  return uuid !== '' && uuid !== (document.header[fieldOf(header, 'uuid')] ?? '')
}

/** The document's version, and the one after a change. */
export function versionsOf(
  { header }: Pick<Kind, 'header'>,
  document: StoredDocument,
  isChanged: boolean,
): Versions {
  const before = Number(document.header[fieldOf(header, 'version')])
  return { before, after: isChanged ? before + 1 : before }
}

async function changeDocument(save: Save, number: string): Saving {
  const { ports, kind, mode, person, request } = save
  const found = visible(await ports.documents.lock(kind, number), person, mode, kind.kind)
  if (!found.ok) return found
  const { document } = found.value
  if (isAnother(kind, document, request.uuid)) return fail(notFound(kind.kind))
  const judged = judgeRequest(kind, document, request)
  const steps = judged.ok ? stepsOf(kind, document, request, judged.value) : ['edit']
  const rights = firstRefusal(...steps.map((step) => mayAct(mode.access, person, step, document.header)))
  if (rights !== true) return fail(problemFor(rights))
  const same = checkFixed(kind, request, document)
  if (!same.ok) return same
  if (!judged.ok) return fail(conflict(document, judged.error))
  const there = firstRefusal(
    ...steps.map((step) => mayActAt(mode.access, step, document.header, person.locations)),
  )
  if (there !== true) return fail(problemFor(there))

  if (kind.documentSteps[judged.value]?.linesTo !== undefined) {
    return finish(save, found.value, judged.value)
  }
  if (request.lines.length > 0) return succeed({ number, ...(await saveLines(save, found.value)) })
  return editHeader(save, document, judged.value)
}

// The document step of a request. One that leaves the stage is named by its status; anything else means the
// document as it is, if it is still in the request's stage.
function judgeRequest(
  kind: Kind,
  document: StoredDocument,
  { status, lines }: SaveBody,
): Result<string, Refusal> {
  const stays = !endsStage(kind, status) && !endsStage(kind, document.status)
  const judged = judgeDocumentStep(kind, document, stays ? document.status : status)
  // Everything requested is already so: somebody else has taken the step.
  const taken =
    status === document.status &&
    lines.length > 0 &&
    lines.every(({ id, to }) => to === status && document.lines.find((each) => each.id === id)?.status === to)
  return judged.ok && taken && endsStage(kind, status) ? fail(notNow(document)) : judged
}

// The steps that need rights: those of the lines, if the request is about single lines.
function stepsOf(
  { documentSteps, lineSteps }: Kind,
  document: StoredDocument,
  { lines }: SaveBody,
  step: string,
): readonly string[] {
  if (lines.length === 0 || documentSteps[step]?.linesTo !== undefined) return [step]
  const saved = new Map(document.lines.map((line) => [line.id, line]))
  const taken = lines.map(({ id, to }) => {
    const line = saved.get(id)
    return lineStepFor({ documentSteps, lineSteps }, line?.status ?? null, to) ?? step
  })
  return [...new Set<string>(taken)]
}

const notNow = ({ status, number }: StoredDocument) => refuse('notWhileStatus', { status, number })

async function editHeader(
  { ports, kind, request: sent, stamp }: Save,
  document: StoredDocument,
  step: string,
): Saving {
  const merged = mergeRequest(kind, sent, document, step)
  if (!merged.ok) return merged
  const request = merged.value
  const checked = await checkHeader(ports, kind, request, document, step)
  if (!checked.ok) return checked
  const written = kind.documentSteps[step]?.header
  const row = Object.entries(request.fields).filter(([name]) => written?.includes(name) ?? true)
  await ports.documents.updateHeader(kind, document.number, Object.fromEntries(row))
  const heard = liveUpdateOf(kind, step, document, request)
  await ports.documents.touch(document.number, document.status, stamp, heard)
  return succeed({ number: document.number, lines: [], versions: versionsOf(kind, document, true) })
}

// Applies a step to all lines of the document, whatever lines were sent.
async function finish(
  { ports, kind, request, stamp }: Save,
  { document, commodity, owner }: LockedRecord,
  step: string,
): Saving {
  // Plants of a line that someone else has added, picked again or deleted may be on the truck, or not: look
  // again.
  const seen = checkAllSeen(kind, document, request.lines)
  if (seen !== true) return fail(conflict(document, seen))
  // Nor the header, nor lines that the request does not list. An app that knows no versions may send back a
  // header as it once read it: its lines, without what was seen of them, have been compared above.
  const version = document.header[fieldOf(kind.header, 'version')] ?? ''
  const isMeant = request.lines.length === 0 || request.lines.some(({ seen }) => seen !== null)
  if (isMeant && request.version !== '' && request.version !== version) {
    return fail(conflict(document, refuse('documentChanged', { number: document.number })))
  }
  const reachable = await checkDestination(ports.references, kind, document, step)
  if (!reachable.ok) return reachable
  const { number } = document
  const unchanged = versionsOf(kind, document, false)
  const effect = kind.effects.document[step] ?? 'none'
  const covers = effect === 'none' ? undefined : effect.covers?.(document)
  if (covers) {
    const { first, n } = await ports.stock.uncovered(document, { ...covers, commodity })
    if (n > 0) {
      const refused = replyOf(refuse('linesNotCounted', { n, barcode: first ?? '' }))
      return succeed({ number, lines: [], versions: unchanged, refused })
    }
  }
  const taken = await takeDocumentStep(ports, kind, step, document, stamp)
  if (!taken.ok) {
    const lines = taken.error.map(({ line, refusal }) => ({
      ...lineReply(kind, line),
      Message: replyOf(refusal),
    }))
    return succeed({ number, lines, versions: unchanged, refused: lines[0]?.Message ?? '' })
  }
  // The next step belongs to its first person, such as the receiver.
  if (owner !== null) await ports.documents.own(number, null, owner)
  await afterStep(ports, kind, step, taken.value, stamp)
  return succeed({
    number,
    lines: taken.value.lines.map((line) => lineReply(kind, line)),
    versions: versionsOf(kind, document, true),
  })
}

// ---- lines

async function saveLines(
  { ports, kind, request, stamp }: Save,
  { document, commodity, owner }: LockedRecord,
): Promise<Pick<SavedDocument, 'lines' | 'versions'>> {
  const outcomes = await takeLineSteps(ports, kind, document, commodity, request.lines, stamp)
  const works = outcomes.some(({ request: { to }, result }) => result.ok && isWork(kind, to))
  if (works && owner === null) await ports.documents.own(document.number, stamp.by, null)
  return {
    lines: outcomes.map((outcome) => outcomeReply(kind, document, outcome)),
    versions: versionsOf(
      kind,
      document,
      outcomes.some(({ result }) => result.ok),
    ),
  }
}

type Worded = Pick<Kind, 'replies' | 'hidesQuantity'>

function outcomeReply(kind: Worded, document: StoredDocument, { request, result }: LineOutcome): LineReply {
  if (result.ok) return lineReply(kind, result.value)
  const { refusal, line } = result.error
  return {
    Message: replyOf(refusal),
    ID: line?.id ?? request.id,
    BarcodeID: request.barcode,
    Status: line?.id ? line.status : '',
    Qty: line?.id && !kind.hidesQuantity?.(line, document) ? quantityOf(line) : null,
  }
}

const lineReply = ({ replies }: Worded, line: StoredLine): LineReply => ({
  Message: replies.lines[line.status] ?? '',
  ID: line.id,
  BarcodeID: line.barcode,
  Status: line.status,
  Qty: quantityOf(line),
})
