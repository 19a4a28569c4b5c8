// Sends operations: builds the request, stores it, sends it, and interprets the answer. Never throws: every
// failure is an answer.
import type { Perform } from '#app/api/client.ts'
import { makeApiProblem } from '#app/api/problem.ts'
import { isForeignServer } from '#app/api/wire-text.ts'
import { hasLocation } from '#app/state/session.ts'
import type { Document } from '#core/kinds/document.ts'
import { kindNamed } from '#core/kinds/index.ts'
import {
  type Answer,
  type CallFailure,
  isMissingRight,
  NO_CHANGES,
  type OperationResult,
  type OutboxEffect,
  type OutboxEvent,
} from '#core/outbox/index.ts'
import { masterDataCalls } from '#core/wire/master-data-calls.ts'
import { createCallPreparer } from '#core/wire/prepared-call.ts'
import type { ProblemCode } from '#core/wire/problem.ts'
import {
  type AcceptedReply,
  answerOf,
  buildAnswerReader,
  buildRequest,
  isUnclear,
  noAnswerOf,
  requestOf,
  withOperation,
  withUnclearRefusals,
} from './build-request.ts'
import type { DuplicateCheck } from './duplicate-check.ts'
import { whyEnded } from './ended.ts'
import {
  type AppBatch,
  type AppOperation,
  type AppState,
  type CachedDocument,
  concernsOtherDocument,
  currentLaneOf,
  type Intent,
  isLocalNumber,
  numberOfLane,
  type Request,
  subjectOf,
} from './intent.ts'
import type { OutboxEnvironment } from './outbox-environment.ts'
import type { AppWriting } from './storage.ts'
import type { WriteQueue } from './write-queue.ts'

type PackEffect = Extract<OutboxEffect<Intent, Request>, { type: 'pack' }>
type SenderEvent<Type> = Extract<OutboxEvent<Intent, Request>, { type: Type }>

/** What the sender uses of the outbox. */
export interface Sending
  extends Pick<
    OutboxEnvironment,
    'storage' | 'perform' | 'now' | 'person' | 'remembersKeys' | 'readSince' | 'confirmed'
  > {
  readonly state: AppState
  readonly disk: WriteQueue
  readonly duplicates: DuplicateCheck
  /** The number of times this page has read the person's rights. */
  readonly rightsReads: number
  /**
   * The document used last: reading one of 500 lines again for the call and for the answer would delay the
   * next frame.
   */
  lastDocument: CachedDocument | undefined
  /** When the read of each lane's stored document began, by the page's clock. */
  readonly readAt: Map<string, number>
}

const ask = createCallPreparer(masterDataCalls)

const LATER = { type: 'later' } as const satisfies CallFailure

/** Builds and stores the batch of these operations. */
export async function buildBatch(
  sending: Sending,
  effect: PackEffect,
): Promise<SenderEvent<'packed' | 'unpacked'>> {
  const { lane, operations } = effect
  const readsBefore = sending.rightsReads
  const result = await tryBuild(sending, effect).catch((error: unknown) => ({
    id: operations[0]?.id ?? '',
    answer: unreadable(error),
  }))
  return 'answer' in result
    ? { type: 'unpacked', lane, id: result.id, answer: unlessRightsRead(sending, result.answer, readsBefore) }
    : { type: 'packed', lane, writing: result }
}

/** Sends a stored batch. The documents are to be stored in the same transaction as the event's result. */
export async function sendBatch(
  sending: Sending,
  key: string,
): Promise<readonly [SenderEvent<'answered'>, readonly CachedDocument[]]> {
  const readsBefore = sending.rightsReads
  const [received, documents] = await sendAndApply(sending, key).catch(
    (error: unknown) => [unreadable(error), []] as const,
  )
  return [{ type: 'answered', key, answer: unlessRightsRead(sending, received, readsBefore) }, documents]
}

/**
 * Caches a document from the server. `beganAt`: when its read began, by the page's clock; it never replaces a
 * later read.
 */
export async function cacheDocument(
  sending: Sending,
  lane: string,
  document: Document,
  beganAt: number,
): Promise<void> {
  const { readAt, storage, now } = sending
  if (beganAt < (readAt.get(lane) ?? 0)) return
  readAt.set(lane, beganAt)
  sending.lastDocument = undefined
  await storage.write(NO_CHANGES, [{ lane, document, at: now() }]).catch(() => undefined)
}

async function cachedDocument(sending: Sending, lane: string): Promise<CachedDocument | undefined> {
  const kept = await sending.storage.document(lane, sending.lastDocument).catch(() => undefined)
  sending.lastDocument = kept
  return kept
}

/** Reads the current document of an operation from the server. */
export async function readCurrentDocument(
  sending: Sending,
  operation: AppOperation,
): Promise<Document | CallFailure> {
  return readDocument(sending, operation, await cachedDocument(sending, operation.lane))
}

async function readDocument(
  sending: Sending,
  operation: AppOperation,
  kept: CachedDocument | undefined,
): Promise<Document | CallFailure> {
  const { perform, person } = sending
  const { lane, intent, user } = operation
  const number = kept?.document.number ?? numberOfLane(lane)
  if (intent.type === 'adjust' || intent.type === 'create') return LATER
  const barcode = subjectOf(intent)
  const why = { code: 'outbox.documentGone', facts: { barcode } }
  // It was never created: the operation that creates it is gone.
  if (isLocalNumber(number)) return { type: 'refused', why }
  // Documents are never deleted: a person checks before any change is dropped.
  const gone = { type: 'unreadable', why } as const
  if (person() !== user) return LATER
  const beganAt = performance.now()
  const read = await perform(kindNamed(intent.kind).wire.detail(intent.place, intent.mode, number))
  if (!read.ok && read.error.code !== 'not_found') return noAnswerOf(read.error)
  if (!read.ok || read.value === null)
    return (await findLostRights(perform, user, intent.place.location)) ?? gone
  if (concernsOtherDocument(operation, read.value)) {
    return { type: 'unreadable', why: { code: 'outbox.numberReused', facts: { barcode } } }
  }
  await cacheDocument(sending, lane, read.value, beganAt)
  return read.value
}

// The server returns no document to a person whose location was withdrawn.
async function findLostRights(
  perform: Perform,
  user: string,
  location: string,
): Promise<CallFailure | undefined> {
  const asked = ask('userdcs', { query: { username: user } }, ({ Result }) => Result)
  const read = await perform(asked)
  if (!read.ok) return noAnswerOf(read.error)
  return hasLocation(read.value, location)
    ? undefined
    : noAnswerOf({ ...makeApiProblem('server_refused', '', 403), code: 'location_not_allowed' })
}

interface Unpacked {
  readonly id: string
  readonly answer: CallFailure
}

async function tryBuild(
  sending: Sending,
  { lane, key, operations }: PackEffect,
): Promise<Unpacked | AppWriting> {
  const { disk, storage, now, duplicates } = sending
  const [first] = operations
  if (!first || !(await disk.flush())) return { id: first?.id ?? key, answer: LATER }
  const kept = await cachedDocument(sending, first.lane)
  const request = await requestFor(sending, operations, first, kept)
  if ('answer' in request) return request
  const ids = operations.map(({ id }) => id)
  try {
    const batch = { key, lane, user: first.user, operations: ids, request, at: now() }
    duplicates.noteCreated(batch)
    return await storage.storeBatch(batch)
  } catch {
    return { id: first.id, answer: LATER }
  }
}

// The request, built on the cached document or, if that is outdated, on the server's.
async function requestFor(
  sending: Sending,
  operations: readonly AppOperation[],
  first: AppOperation,
  kept: CachedDocument | undefined,
): Promise<Unpacked | Request> {
  const number = kept?.document.number ?? numberOfLane(first.lane)
  const isCreated = first.intent.type === 'create' || !isLocalNumber(number)
  const isOutdated = isCreated && kept !== undefined && mustReadFirst(sending, operations, first, kept)
  let currentDocument = kept?.document
  let ask = isCreated ? buildRequest(operations, isOutdated ? undefined : kept?.document) : 'again'
  if (ask === 'again' || 'gone' in ask) {
    const read = await readDocument(sending, first, kept)
    if ('type' in read) return { id: first.id, answer: read }
    const why = whyEnded(first, read)
    if (why) return { id: first.id, answer: { type: 'refused', why, all: true } }
    currentDocument = read
    ask = buildRequest(operations, read)
  }
  const unmerged = currentDocument && (await whyUnmerged(first, currentDocument))
  if (unmerged) return { id: first.id, answer: unmerged }
  if (ask === 'again') return { id: first.id, answer: LATER }
  if (!('gone' in ask)) return requestOf(ask)
  const { id, barcode } = ask.gone
  return { id, answer: { type: 'refused', why: { code: 'outbox.lineGone', facts: { barcode } } } }
}

const mustReadFirst = (
  { readSince }: Sending,
  operations: readonly AppOperation[],
  first: AppOperation,
  { document, at }: CachedDocument,
): boolean =>
  // A change that a person sends again may have succeeded under its former key.
  operations.some(({ was }) => was !== undefined) ||
  isReadFirst(first) ||
  at < (readSince?.() ?? 0) ||
  concernsOtherDocument(first, document)

// Such a server stores a header as it is sent: reading the document first prevents undoing other people's
// edits.
const isReadFirst = ({ intent }: AppOperation) =>
  intent.type === 'whole' || (intent.type === 'header' && isForeignServer())

// The conflict with other people's edits of the same header fields; LATER if its code cannot be loaded.
async function whyUnmerged({ intent }: AppOperation, document: Document): Promise<CallFailure | undefined> {
  if (intent.type !== 'header') return undefined
  const loaded = await import('./header-conflict.ts').catch(() => undefined)
  if (!loaded) return LATER
  const why = loaded.whyNotMerged(intent, document)
  return why && { type: 'refused', why }
}

async function sendAndApply(
  sending: Sending,
  key: string,
): Promise<readonly [Answer, readonly CachedDocument[]]> {
  const { duplicates, person } = sending
  const batch = sending.state.batches[key]
  const about = pendingIn(sending, batch?.operations ?? [])
  const ask = buildAnswerReader(about)
  // Never sends one person's operations with another person's token: the client reads the token at this
  // moment.
  if (!batch || !ask || person() !== batch.user) return [LATER, []]
  const maybeDone = duplicates.mayBeDone(batch, about)
  const before = maybeDone ? await duplicates.findAnswer(batch, about) : undefined
  if (before && before.type !== 'done') return [before, []]
  const received = before ?? (await sendAndExplain(sending, batch, ask, about, maybeDone))
  if (received.type !== 'done') return [received, []]
  noteConfirmed(sending, batch, about, received.results)
  const documents = await applyConfirmed(
    sending,
    pendingIn(sending, batch.operations),
    received.results,
  ).catch(() => [])
  return [received, documents]
}

// The operations of a call; another page may have finished some of them.
const pendingIn = ({ state }: Sending, ids: readonly string[]) =>
  state.operations.filter(({ id }) => ids.includes(id))

async function sendAndExplain(
  sending: Sending,
  { key, request }: AppBatch,
  ask: NonNullable<ReturnType<typeof buildAnswerReader>>,
  about: readonly AppOperation[],
  maybeDone: boolean,
): Promise<Answer> {
  const result = await sending.perform({ ...ask, input: request }, { idempotencyKey: key })
  const received = answerOf(result, about)
  const read = await resolveUnclear(
    sending,
    maybeDone || isKeyReused(received) ? withUnclearRefusals(received, about) : received,
    about,
  )
  const isRefused =
    read.type === 'done' && Object.values(read.results).every(({ type }) => type === 'refused')
  return explainRefusal(sending, isRefused && received.type === 'refused' ? received : read, about)
}

// The server has answered this key with another body: after a restore, an earlier call may arrive late. The
// document shows whether the change was made.
const isKeyReused = (received: Answer): boolean =>
  received.type === 'refused' && received.why.facts['problem'] === ('key_reused' satisfies ProblemCode)

// Verifies the unclear results of an answer by reading.
async function resolveUnclear(
  sending: Sending,
  received: Answer,
  about: readonly AppOperation[],
): Promise<Answer> {
  if (!isUnclear(received)) return received
  const loaded = await import('./verify-answer.ts').catch(() => undefined)
  if (!loaded) return LATER
  const readNow = (operation: AppOperation) => readCurrentDocument(sending, operation)
  return loaded.createAnswerVerifier(sending.perform, readNow)(received, about)
}

// Explains the refusal of a whole call. If others have ended the document, all its pending operations are
// refused. If the server lacks the document, the change is held for a person.
async function explainRefusal(
  sending: Sending,
  received: Answer,
  [first]: readonly AppOperation[],
): Promise<Answer> {
  if (received.type !== 'refused' || !first) return received
  if (first.intent.type === 'create' || first.intent.type === 'adjust') return received
  const read = await readCurrentDocument(sending, first)
  if ('type' in read)
    return read.type === 'unreadable' && received.why.facts['problem'] === 'not_found' ? read : received
  const why = whyEnded(first, read)
  return why ? { type: 'refused', why, all: true } : ((await whyUnmerged(first, read)) ?? received)
}

// Records the confirmed operations before they are deleted: a restored server may lose them.
function noteConfirmed(
  { now, confirmed }: Sending,
  { key, user, lane, request }: AppBatch,
  about: readonly AppOperation[],
  results: Readonly<Record<string, OperationResult>>,
): void {
  const operations = about.filter(({ id }) => results[id]?.type === 'confirmed')
  const lanesInAnswer = operations.flatMap(({ id }) => {
    const result = results[id]
    return result?.type === 'confirmed' ? (result.lane ?? []) : []
  })
  if (operations.length === 0) return
  const call = { key, user, at: now(), operations, request, answer: results }
  confirmed?.({ ...call, lane: lanesInAnswer[0] ?? lane })
}

// Applies the confirmed operations to the stored document.
async function applyConfirmed(
  sending: Sending,
  about: readonly AppOperation[],
  results: Readonly<Record<string, OperationResult>>,
): Promise<readonly CachedDocument[]> {
  const [first] = about
  const kept = first && (await cachedDocument(sending, first.lane))
  if (!first || !kept) return []
  let { document } = kept
  let isLineIdMissing = false
  for (const operation of about) {
    const result = results[operation.id]
    if (result?.type !== 'confirmed') continue
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `detail` is always an `AcceptedReply`
    const taken = result.detail as AcceptedReply | undefined
    document = withOperation(document, operation, taken)
    const { intent } = operation
    isLineIdMissing ||= intent.type === 'line' && intent.line.id === null && !taken?.id
  }
  // A new line without an ID in the answer could not be changed: read the document.
  if (isLineIdMissing && 'lines' in (await readDocument(sending, first, kept))) return []
  const { lane } = first
  const currentLane = currentLaneOf({ lane, document })
  // Each version needs a later time than the one before: the cache compares versions by time.
  const isOutdated = kept.at < (sending.readSince?.() ?? 0)
  const at = isOutdated ? kept.at + 1 : Math.max(sending.now(), kept.at + 1)
  const last = { lane, document, at }
  sending.lastDocument = last
  return [last, ...(currentLane === lane ? [] : [{ lane: currentLane, document, at }])]
}

// Retries a refusal for missing rights if the rights were read meanwhile.
const unlessRightsRead = <Given extends Answer>(
  { rightsReads }: Sending,
  received: Given,
  readsBefore: number,
): Given | typeof LATER =>
  received.type === 'unreadable' && isMissingRight(received.why) && rightsReads !== readsBefore
    ? LATER
    : received

// The operation comes from another release, or the answer is unexpected: a person must check.
const unreadable = (error: unknown): CallFailure =>
  noAnswerOf(makeApiProblem('answer_does_not_fit', error instanceof Error ? error.message : String(error)))
