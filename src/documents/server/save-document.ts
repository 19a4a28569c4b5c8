// Creates and changes documents of any kind. Header and lines share one transaction
// (docs/stock-ledger.md, Answers).

import { lineStepFor, mayAct, mayActAt, quantityOf } from '#core/kinds/engine.ts'
import { fieldNameOf } from '#core/kinds/header.ts'
import type { Kind, Mode } from '#core/kinds/kind.ts'
import { isWork } from '#core/kinds/screens.ts'
import type { StoredDocument, StoredLine } from '#core/kinds/stored.ts'
import type { Status } from '#core/wire/constants.ts'
import type { LineReply } from '#core/wire/documents.ts'
import type { Problem } from '#core/wire/problem.ts'
import { firstRefusal, type Refusal, refuse } from '#core/wire/refusals.ts'
import { formatRefusal } from '#core/wire/reply-messages.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { Person } from '#server/domain/people.ts'
import { conflict, invalidField, notFound, problemFor } from '#server/domain/refusals.ts'
import { afterStep } from './after-steps.ts'
import { findDocumentStep } from './change-document.ts'
import type { LineOutcome } from './change-lines.ts'
import { checkDestination, checkFixed, checkHeader, pathOf } from './check-header.ts'
import { checkAllSeen } from './check-seen.ts'
import type { DocumentPorts, LockedRecord, Stamp } from './documents-port.ts'
import { liveUpdateOf } from './live-update.ts'
import { mergeRequest } from './merge-request.ts'
import type { SaveBody } from './read-body.ts'
import { takeDocumentStep, takeLineSteps } from './take-steps.ts'
import { mayOpenMode, visible } from './visible.ts'

/** The document's version before a change (null if new) and after it. */
export interface Versions {
  readonly before: number | null
  readonly after: number
}

export interface SavedDocument {
  readonly number: string
  readonly lines: LineReply[]
  readonly versions: Versions
  /** Why nothing was saved. `lines` then contains the faulty ones. */
  readonly refused?: string
}
type SaveResult = Promise<Result<SavedDocument, Problem>>

/**
 * Creates or changes a document. The statuses determine the step.
 * A status that changes all lines (SHIPPED, CANCELLED, …) applies to the whole document.
 * Otherwise lines take their own steps, and a body without lines edits the header.
 * A body with lines never changes saved header fields, because its header may be stale.
 */
export async function saveDocument(
  ports: DocumentPorts,
  kind: Kind,
  person: Person,
  request: SaveBody,
): SaveResult {
  const mode = kind.modes[request.mode] ?? kind.modes.inventory
  const mayOpen = mayOpenMode(mode, person)
  if (!mayOpen.ok) return mayOpen
  const concerned = mode.access.concerns(request.header)
  if (!concerned.some((location) => person.locations.has(location))) {
    return fail(problemFor(refuse('locationNotAllowed', { location: concerned[0] ?? '' })))
  }
  const stamp: Stamp = { by: person.username, claimedAt: request.claimedAt }
  const save: Save = { ports, kind, mode, person, request, stamp }
  return request.number === null ? createDocument(save) : changeDocument(save, request.number)
}

interface Save {
  readonly ports: DocumentPorts
  readonly kind: Kind
  readonly mode: Mode
  readonly person: Person
  readonly request: SaveBody
  readonly stamp: Stamp
}

// Whether a document step to this status also changes all lines.
const endsStage = ({ documentSteps }: Pick<Kind, 'documentSteps'>, status: Status): boolean =>
  Object.values(documentSteps).some(({ to, linesTo }) => linesTo !== undefined && to === status)

// ---- a new document

async function createDocument(save: Save): SaveResult {
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
  if (!season) return fail(invalidField(pathOf(kind, fieldNameOf(kind.header, 'seasonId')), 'a trim season'))
  const checked = await checkHeader(ports, kind, request, null, 'create')
  if (!checked.ok) return checked
  const number = await ports.documents.create(
    {
      kind: kind.kind,
      mode: mode.id,
      status: 'OPEN',
      location: header[fieldNameOf(kind.header, 'location')] ?? '',
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
 * Whether the number belongs to a different document, because it was reused after a restore from a backup.
 * `uuid` identifies the requested document; '' if not sent.
 */
export function isDifferentDocument(
  { header }: Pick<Kind, 'header'>,
  document: StoredDocument,
  uuid: string,
): boolean {
  return uuid !== '' && uuid !== (document.header[fieldNameOf(header, 'uuid')] ?? '')
}

/** The document's version, and the version after a change. */
export function versionsOf(
  { header }: Pick<Kind, 'header'>,
  document: StoredDocument,
  isChanged: boolean,
): Versions {
  const before = Number(document.header[fieldNameOf(header, 'version')])
  return { before, after: isChanged ? before + 1 : before }
}

async function changeDocument(save: Save, number: string): SaveResult {
  const { ports, kind, mode, person, request } = save
  const found = visible(await ports.documents.lock(kind, number), person, mode, kind.kind)
  if (!found.ok) return found
  const { document } = found.value
  if (isDifferentDocument(kind, document, request.uuid)) return fail(notFound(kind.kind))
  const judged = judgeRequest(kind, document, request)
  const steps = judged.ok ? stepsOf(kind, document, request, judged.value) : ['edit']
  const rights = firstRefusal(...steps.map((step) => mayAct(mode.access, person, step, document.header)))
  if (rights !== true) return fail(problemFor(rights))
  const same = checkFixed(kind, request, document)
  if (!same.ok) return same
  if (!judged.ok) return fail(conflict(document, judged.error))
  const locationRights = firstRefusal(
    ...steps.map((step) => mayActAt(mode.access, step, document.header, person.locations)),
  )
  if (locationRights !== true) return fail(problemFor(locationRights))

  if (kind.documentSteps[judged.value]?.linesTo !== undefined) {
    return finish(save, found.value, judged.value)
  }
  if (request.lines.length > 0) return succeed({ number, ...(await saveLines(save, found.value)) })
  return editHeader(save, document, judged.value)
}

// Finds the document step of a request. A step that ends the stage is identified by its status.
// Other requests keep the document's status, if the document is still in the request's stage.
function judgeRequest(
  kind: Kind,
  document: StoredDocument,
  { status, lines }: SaveBody,
): Result<string, Refusal> {
  const stays = !endsStage(kind, status) && !endsStage(kind, document.status)
  const judged = findDocumentStep(kind, document, stays ? document.status : status)
  // All requested changes are already saved: another user took the step.
  const isTaken =
    status === document.status &&
    lines.length > 0 &&
    lines.every(({ id, to }) => to === status && document.lines.find((each) => each.id === id)?.status === to)
  return judged.ok && isTaken && endsStage(kind, status) ? fail(refuseStatus(document)) : judged
}

// The steps that need rights: the line steps, if the request names single lines.
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

const refuseStatus = ({ status, number }: StoredDocument) => refuse('notWhileStatus', { status, number })

async function editHeader(
  { ports, kind, request: sent, stamp }: Save,
  document: StoredDocument,
  step: string,
): SaveResult {
  const merged = mergeRequest(kind, sent, document, step)
  if (!merged.ok) return merged
  const request = merged.value
  const checked = await checkHeader(ports, kind, request, document, step)
  if (!checked.ok) return checked
  const written = kind.documentSteps[step]?.header
  const row = Object.entries(request.fields).filter(([name]) => written?.includes(name) ?? true)
  await ports.documents.updateHeader(kind, document.number, Object.fromEntries(row))
  const update = liveUpdateOf(kind, step, document, request)
  await ports.documents.touch(document.number, document.status, stamp, update)
  return succeed({ number: document.number, lines: [], versions: versionsOf(kind, document, true) })
}

// Applies a step to all lines of the document, including those that were not sent.
async function finish(
  { ports, kind, request, stamp }: Save,
  { document, commodity, owner }: LockedRecord,
  step: string,
): SaveResult {
  // Another user may have added, repicked or deleted a line, so the sender must check the plants again.
  const seen = checkAllSeen(kind, document, request.lines)
  if (seen !== true) return fail(conflict(document, seen))
  // Also compares the header and unlisted lines by version. Clients without version support may send a stale
  // header; their lines were compared above.
  const version = document.header[fieldNameOf(kind.header, 'version')] ?? ''
  const hasReliableVersion = request.lines.length === 0 || request.lines.some(({ seen }) => seen !== null)
  if (hasReliableVersion && request.version !== '' && request.version !== version) {
    return fail(conflict(document, refuse('documentChanged', { number: document.number })))
  }
  const reachable = await checkDestination(ports.references, kind, document, step)
  if (!reachable.ok) return reachable
  const { number } = document
  const unchanged = versionsOf(kind, document, false)
  const effect = kind.effects.document[step] ?? 'none'
  const covers = effect === 'none' ? undefined : effect.requiredStock?.(document)
  if (covers) {
    const { first, n } = await ports.stock.findUncounted(document, { ...covers, commodity })
    if (n > 0) {
      const refused = formatRefusal(refuse('linesNotCounted', { n, barcode: first ?? '' }))
      return succeed({ number, lines: [], versions: unchanged, refused })
    }
  }
  const taken = await takeDocumentStep(ports, kind, step, document, stamp)
  if (!taken.ok) {
    const lines = taken.error.map(({ line, refusal }) => ({
      ...lineReply(kind, line),
      Message: formatRefusal(refusal),
    }))
    return succeed({ number, lines, versions: unchanged, refused: lines[0]?.Message ?? '' })
  }
  // The next step gets its own owner, such as the receiver.
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
  const hasWork = outcomes.some(({ request: { to }, result }) => result.ok && isWork(kind, to))
  if (hasWork && owner === null) await ports.documents.own(document.number, stamp.by, null)
  return {
    lines: outcomes.map((outcome) => outcomeReply(kind, document, outcome)),
    versions: versionsOf(
      kind,
      document,
      outcomes.some(({ result }) => result.ok),
    ),
  }
}

type KindReplies = Pick<Kind, 'replies' | 'hidesQuantity'>

function outcomeReply(
  kind: KindReplies,
  document: StoredDocument,
  { request, result }: LineOutcome,
): LineReply {
  if (result.ok) return lineReply(kind, result.value)
  const { refusal, line } = result.error
  return {
    Message: formatRefusal(refusal),
    ID: line?.id ?? request.id,
    BarcodeID: request.barcode,
    Status: line?.id ? line.status : '',
    Qty: line?.id && !kind.hidesQuantity?.(line, document) ? quantityOf(line) : null,
  }
}

const lineReply = ({ replies }: KindReplies, line: StoredLine): LineReply => ({
  Message: replies.lines[line.status] ?? '',
  ID: line.id,
  BarcodeID: line.barcode,
  Status: line.status,
  Qty: quantityOf(line),
})
