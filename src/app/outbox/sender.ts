// Sends operations: builds the request, stores it, sends it, and interprets the answer.
import type { Perform } from '#app/api/client.ts'
import { makeApiProblem } from '#app/api/problem.ts'
import { isForeignServer } from '#app/api/wire-text.ts'
import { hasLocation } from '#app/state/session.ts'
import type { Document } from '#core/kinds/document.ts'
import { kindNamed } from '#core/kinds/index.ts'
import {
  type Answer,
  type CallFailure,
  MAX_OPERATION_AGE_MS,
  MISSING_RIGHT_PREFIX,
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
import { createDuplicateCheck } from './duplicate-check.ts'
import { whyEnded } from './ended.ts'
import {
  type AppBatch,
  type AppOperation,
  type CachedDocument,
  concernsOtherDocument,
  currentLaneOf,
  type Intent,
  isLocalNumber,
  numberOfLane,
  type Request,
  subjectOf,
} from './intent.ts'
import type { AppState } from './outbox.ts'
import type { ConfirmedCall } from './restore/confirmed-store.ts'
import type { AppWriting, OutboxStorage } from './storage.ts'
import type { WriteQueue } from './write-queue.ts'

/** The parts of the outbox that the sender uses. */
export interface SenderParts {
  readonly storage: OutboxStorage
  readonly disk: WriteQueue
  readonly perform: Perform
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The user name with a valid sign-in; null if there is none. */
  readonly person: () => string | null
  readonly state: () => AppState
  /** `documents` are stored in the same transaction as the event's result. */
  readonly dispatch: (event: OutboxEvent<Intent, Request>, documents?: readonly CachedDocument[]) => void
  /** Notifies the browser's other pages. */
  readonly announce: (writing: AppWriting) => void
  readonly remembersKeys?: () => boolean
  /** The number of times this page has read the person's rights. */
  readonly rightsReadCount: () => number
  /** Documents read before this time, in milliseconds since 1970, are reloaded before use. */
  readonly readSince?: () => number
  /** Called with each confirmed call, before its operations are deleted. */
  readonly confirmed?: (call: ConfirmedCall) => void
}

export interface Sender {
  readonly buildBatch: (effect: Extract<OutboxEffect<Intent, Request>, { type: 'pack' }>) => Promise<void>
  readonly send: (key: string) => Promise<void>
  /**
   * Caches a document from the server. `beganAt`: when its read began, by the page's clock; it never replaces
   * a later read.
   */
  readonly cacheDocument: (lane: string, document: Document, beganAt: number) => Promise<void>
}

const ask = createCallPreparer(masterDataCalls)

const zero = () => 0
const LATER = { type: 'later' } as const satisfies CallFailure

/** Creates the sender. Never throws: every failure is an answer. */
export function createSender(parts: SenderParts): Sender {
  const {
    storage,
    disk,
    perform,
    now,
    person,
    state,
    dispatch,
    announce,
    readSince = zero,
    confirmed,
  } = parts
  const { remembersKeys = () => true, rightsReadCount } = parts
  const readNow = async (operation: AppOperation) => readDocument(operation, await keptIn(operation.lane))
  const isKeyKnown = ({ at }: AppOperation) => remembersKeys() && now() - at < MAX_OPERATION_AGE_MS
  const madeAlready = createDuplicateCheck(perform, readNow, remembersKeys, isKeyKnown)

  // The document used last: reading one of 500 lines again for the call and for the answer would delay the
  // next frame.
  let last: CachedDocument | undefined

  // When the read of each lane's stored document began, by the page's clock.
  const readAt = new Map<string, number>()
  const keep = async (lane: string, document: Document, beganAt: number) => {
    if (beganAt < (readAt.get(lane) ?? 0)) return
    readAt.set(lane, beganAt)
    last = undefined
    const writing: AppWriting = { put: [], gone: [], batches: [], batchesGone: [] }
    await storage.write(writing, [{ lane, document, at: now() }]).catch(() => undefined)
  }
  const keptIn = async (lane: string) => {
    const kept = await storage.document(lane, last).catch(() => undefined)
    last = kept
    return kept
  }

  // Reads the current document of an operation from the server.
  const readDocument = async (
    operation: AppOperation,
    kept: CachedDocument | undefined,
  ): Promise<Document | CallFailure> => {
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
    if (!read.ok || read.value === null) return (await findLostRights(user, intent.place.location)) ?? gone
    if (concernsOtherDocument(operation, read.value)) {
      return { type: 'unreadable', why: { code: 'outbox.numberReused', facts: { barcode } } }
    }
    await keep(lane, read.value, beganAt)
    return read.value
  }

  // Verifies the unclear results of an answer by reading.
  const resolveUnclear = async (received: Answer, about: readonly AppOperation[]): Promise<Answer> => {
    if (!isUnclear(received)) return received
    const loaded = await import('./verify-answer.ts').catch(() => undefined)
    return loaded ? loaded.createAnswerVerifier(perform, readNow)(received, about) : LATER
  }

  // The server returns no document to a person whose location was withdrawn.
  const findLostRights = async (user: string, location: string): Promise<CallFailure | undefined> => {
    const asked = ask('userdcs', { query: { username: user } }, ({ Result }) => Result)
    const read = await perform(asked)
    if (!read.ok) return noAnswerOf(read.error)
    return hasLocation(read.value, location)
      ? undefined
      : noAnswerOf({ ...makeApiProblem('server_refused', '', 403), code: 'location_not_allowed' })
  }

  const buildBatch = async (effect: Parameters<Sender['buildBatch']>[0]): Promise<Unpacked | AppWriting> => {
    const { lane, key, operations } = effect
    const [first] = operations
    if (!first || !(await disk.flush())) return { id: first?.id ?? key, answer: LATER }
    const kept = await keptIn(first.lane)
    const number = kept?.document.number ?? numberOfLane(first.lane)
    const isCreated = first.intent.type === 'create' || !isLocalNumber(number)
    // A change that a person sends again may have succeeded under its former key.
    const isRepeated = operations.some(({ was }) => was !== undefined)
    const isOutdated =
      kept !== undefined &&
      (isRepeated ||
        isReadFirst(first) ||
        kept.at < readSince() ||
        concernsOtherDocument(first, kept.document)) &&
      isCreated
    let currentDocument = kept?.document
    let ask = isCreated ? buildRequest(operations, isOutdated ? undefined : kept?.document) : 'again'
    if (ask === 'again' || 'gone' in ask) {
      const read = await readDocument(first, kept)
      if ('type' in read) return { id: first.id, answer: read }
      const why = whyEnded(first, read)
      if (why) return { id: first.id, answer: { type: 'refused', why, all: true } }
      currentDocument = read
      ask = buildRequest(operations, read)
    }
    const unmerged = currentDocument && (await whyUnmerged(first, currentDocument))
    if (unmerged) return { id: first.id, answer: unmerged }
    if (ask === 'again') return { id: first.id, answer: LATER }
    if ('gone' in ask) {
      const { id, barcode } = ask.gone
      return { id, answer: { type: 'refused', why: { code: 'outbox.lineGone', facts: { barcode } } } }
    }
    const ids = operations.map(({ id }) => id)
    const request = requestOf(ask)
    try {
      const batch = { key, lane, user: first.user, operations: ids, request, at: now() }
      madeAlready.noteCreated(batch)
      return await storage.storeBatch(batch)
    } catch {
      return { id: first.id, answer: LATER }
    }
  }

  // The operations of a call; another page may have finished some of them.
  const known = (ids: readonly string[]) => state().operations.filter(({ id }) => ids.includes(id))

  const sendAndApply = async (key: string): Promise<readonly [Answer, readonly CachedDocument[]]> => {
    const batch = state().batches[key]
    const about = known(batch?.operations ?? [])
    const ask = buildAnswerReader(about)
    // Never sends one person's operations with another person's token: the client reads the token at this
    // moment.
    if (!batch || !ask || person() !== batch.user) return [LATER, []]
    const maybeDone = madeAlready.mayBeDone(batch, about)
    const before = maybeDone ? await madeAlready.findAnswer(batch, about) : undefined
    if (before && before.type !== 'done') return [before, []]
    const received = before ?? (await sendBatch(batch, ask, about, maybeDone))
    if (received.type !== 'done') return [received, []]
    keepConfirmed(batch, about, received.results)
    return [received, await applyConfirmed(known(batch.operations), received.results).catch(() => [])]
  }

  const sendBatch = async (
    { key, request }: AppBatch,
    ask: NonNullable<ReturnType<typeof buildAnswerReader>>,
    about: readonly AppOperation[],
    maybeDone: boolean,
  ): Promise<Answer> => {
    const result = await perform({ ...ask, input: request }, { idempotencyKey: key })
    const received = answerOf(result, about)
    const read = await resolveUnclear(
      maybeDone || isKeyReused(received) ? withUnclearRefusals(received, about) : received,
      about,
    )
    const isRefused =
      read.type === 'done' && Object.values(read.results).every(({ type }) => type === 'refused')
    return explainRefusal(isRefused && received.type === 'refused' ? received : read, about)
  }

  // Explains the refusal of a whole call. If others have ended the document, all its pending operations are
  // refused. If the server lacks the document, the change is held for a person.
  const explainRefusal = async (received: Answer, [first]: readonly AppOperation[]): Promise<Answer> => {
    if (received.type !== 'refused' || !first) return received
    if (first.intent.type === 'create' || first.intent.type === 'adjust') return received
    const read = await readDocument(first, await keptIn(first.lane))
    if ('type' in read)
      return read.type === 'unreadable' && received.why.facts['problem'] === 'not_found' ? read : received
    const why = whyEnded(first, read)
    return why ? { type: 'refused', why, all: true } : ((await whyUnmerged(first, read)) ?? received)
  }

  // The conflict with other people's edits of the same header fields; LATER if its code cannot be loaded.
  const whyUnmerged = async (
    { intent }: AppOperation,
    document: Document,
  ): Promise<CallFailure | undefined> => {
    if (intent.type !== 'header') return undefined
    const loaded = await import('./header-conflict.ts').catch(() => undefined)
    if (!loaded) return LATER
    const why = loaded.whyNotMerged(intent, document)
    return why && { type: 'refused', why }
  }

  const keepConfirmed = (
    { key, user, lane, request }: AppBatch,
    about: readonly AppOperation[],
    results: Readonly<Record<string, OperationResult>>,
  ) => {
    const operations = about.filter(({ id }) => results[id]?.type === 'confirmed')
    const lanesInAnswer = operations.flatMap(({ id }) => {
      const result = results[id]
      return result?.type === 'confirmed' ? (result.lane ?? []) : []
    })
    if (operations.length === 0) return
    confirmed?.({
      key,
      user,
      at: now(),
      operations,
      request,
      answer: results,
      lane: lanesInAnswer[0] ?? lane,
    })
  }

  // Applies the confirmed operations to the stored document.
  const applyConfirmed = async (
    about: readonly AppOperation[],
    results: Readonly<Record<string, OperationResult>>,
  ): Promise<readonly CachedDocument[]> => {
    const [first] = about
    const kept = first && (await keptIn(first.lane))
    if (!first || !kept) return []
    let { document } = kept
    let isLineIdMissing = false
    for (const operation of about) {
      const result = results[operation.id]
      if (result?.type !== 'confirmed') continue
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `detail` is always a `Taken`
      const taken = result.detail as AcceptedReply | undefined
      document = withOperation(document, operation, taken)
      const { intent } = operation
      isLineIdMissing ||= intent.type === 'line' && intent.line.id === null && !taken?.id
    }
    // A new line without an ID in the answer could not be changed: read the document.
    if (isLineIdMissing && 'lines' in (await readDocument(first, kept))) return []
    const { lane } = first
    const currentLane = currentLaneOf({ lane, document })
    // Each version needs a later time than the one before: the cache compares versions by time.
    const isOutdated = kept.at < readSince()
    const at = isOutdated ? kept.at + 1 : Math.max(now(), kept.at + 1)
    last = { lane, document, at }
    return [last, ...(currentLane === lane ? [] : [{ lane: currentLane, document, at }])]
  }

  // Retries a refusal for missing rights if the rights were read meanwhile.
  const unlessRightsRead = <Given extends Answer>(
    received: Given,
    readsBefore: number,
  ): Given | typeof LATER =>
    received.type === 'unreadable' &&
    received.why.code.startsWith(MISSING_RIGHT_PREFIX) &&
    rightsReadCount() !== readsBefore
      ? LATER
      : received

  return {
    buildBatch: async (effect) => {
      const { lane } = effect
      const before = rightsReadCount()
      const result = await buildBatch(effect).catch((error: unknown) => ({
        id: effect.operations[0]?.id ?? '',
        answer: unreadable(error),
      }))
      if ('answer' in result)
        dispatch({ type: 'unpacked', lane, id: result.id, answer: unlessRightsRead(result.answer, before) })
      else {
        announce(result)
        dispatch({ type: 'packed', lane, writing: result })
      }
    },
    send: async (key) => {
      const before = rightsReadCount()
      const [received, documents] = await sendAndApply(key).catch(
        (error: unknown) => [unreadable(error), []] as const,
      )
      dispatch({ type: 'answered', key, answer: unlessRightsRead(received, before) }, documents)
    },
    cacheDocument: keep,
  }
}

// The server has answered this key with another body: after a restore, an earlier call may arrive late. The
// document shows whether the change was made.
const isKeyReused = (received: Answer): boolean =>
  received.type === 'refused' && received.why.facts['problem'] === ('key_reused' satisfies ProblemCode)

interface Unpacked {
  readonly id: string
  readonly answer: CallFailure
}

// Such a server stores a header as it is sent: reading the document first prevents undoing other people's
// edits.
const isReadFirst = ({ intent }: AppOperation) =>
  intent.type === 'whole' || (intent.type === 'header' && isForeignServer())

// The operation comes from another release, or the answer is unexpected: a person must check.
const unreadable = (error: unknown): CallFailure =>
  noAnswerOf(makeApiProblem('answer_does_not_fit', error instanceof Error ? error.message : String(error)))
