// The outbox of this page: stores a person's changes on disk and sends them to the server, on any screen. The
// leader tab sends; other tabs append and listen. The rules are in src/core/outbox; this module has storage,
// network, locks and timers.

import type { Document } from '#core/kinds/document.ts'
import {
  changedLanes,
  createOutboxState,
  laneNameOf,
  laneOf,
  MAX_OPERATION_AGE_MS,
  mayDiscard,
  mayWithdraw,
  NO_CHANGES,
  nextRetryTime,
  type OperationResult,
  type OutboxEffect,
  type OutboxEvent,
  reduceOutbox,
  type Why,
} from '#core/outbox/index.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { createDuplicateCheck } from './duplicate-check.ts'
import {
  type AppOperation,
  type AppState,
  type CachedDocument,
  type Intent,
  laneOfDocument,
  type Request,
  type Settled,
} from './intent.ts'
import type { OutboxEnvironment } from './outbox-environment.ts'
import { confirmedAgain } from './related-operations.ts'
import {
  awaitReply,
  createReports,
  flushReports,
  follow,
  type Reports,
  type ResultListener,
  report,
} from './reports.ts'
import { buildBatch, cacheDocument, readCurrentDocument, type Sending, sendBatch } from './sender.ts'
import type { AppendFailure, AppWriting } from './storage.ts'
import { createUnconfirmedWrites, type UnconfirmedWrites } from './unconfirmed-writes.ts'
import { createWriteQueue } from './write-queue.ts'

/** An operation to append. */
export interface NewOperation {
  readonly id: string
  readonly user: string
  readonly lane: string
  readonly intent: Intent
  /** A new document's data before the server has it. */
  readonly document?: Document
  /** Called if the result was 'notSure' and the operation turns out to be stored. */
  readonly found?: () => void
}

export interface Outbox {
  readonly state: () => AppState
  readonly subscribe: (listener: () => void) => () => void
  /**
   * Resolves once stored. 'notSaved': it is not stored. 'notSure': the storage does not answer; the outbox
   * keeps checking, and a stored operation then appears like any other.
   */
  readonly append: (appending: NewOperation) => Promise<Result<AppOperation, AppendFailure>>
  /**
   * Subscribes to the results of a lane's operations, also after a rename of the lane. `waitsFor`: does a
   * person wait for this operation's result? The listener's report then covers all work that is held for the
   * same right.
   */
  readonly follow: (lane: string, listener: ResultListener, waitsFor?: (id: string) => boolean) => () => void
  /** Calls back once with an operation's result; the caller reports it. Returns a function that cancels. */
  readonly awaitReply: (id: string, waiter: (result: OperationResult) => void) => () => void
  /** Notifies when another page has appended or discarded operations of a lane. */
  readonly onChangedElsewhere: (lane: string, listener: () => void) => () => void
  /**
   * Reports each refused or held operation without a listener, once: on the page of its origin, or on the
   * leader tab if that page is closed. Operations that need the same right are reported together.
   */
  readonly watch: (listener: (settled: Settled) => void) => () => void
  /** Has this page shown the person that the operation is refused or held? */
  readonly isReported: (id: string) => boolean
  /** The pending operations of a lane, in order. */
  readonly pendingOf: (lane: string) => readonly AppOperation[]
  /** The current name of a lane: it changes when the server assigns the document's number. */
  readonly nameOf: (lane: string) => string
  /**
   * Caches a document from the server. `beganAt`: when its read began, by the page's clock; it never replaces
   * a later read.
   */
  readonly cacheDocument: (document: Document, beganAt: number) => Promise<void>
  readonly cachedDocument: (lane: string) => Promise<CachedDocument | undefined>
  /**
   * Appends operations that had left the outbox; they are sent once all are stored. Rejects if one cannot be
   * stored.
   */
  readonly appendAgain: (operations: readonly AppOperation[], document?: Document) => Promise<void>
  /** Records a confirmed change that was sent without the outbox: a restored server may have lost it. */
  readonly noteConfirmed: (done: Pick<NewOperation, 'id' | 'user' | 'lane' | 'intent'>) => void
  /** Sends a held or refused operation again; `intent` replaces that of a closed one. */
  readonly resend: (id: string, intent?: Intent) => void
  /**
   * The screen shows the refusal: the operation is no longer pending and stays listed for a day. False if it
   * may be in flight.
   */
  readonly close: (id: string, why: Why) => boolean
  /** Removes a closed operation from the list. */
  readonly forget: (id: string) => void
  /** Discards an operation; false if it may be in flight. */
  readonly discard: (id: string) => boolean
  /** Removes an unsent operation; false if it may be sent already, or this page is not the leader tab. */
  readonly withdraw: (id: string) => boolean
  /** A person has signed in or out. */
  readonly personChanged: () => void
  /** The person's rights were read. */
  readonly rightsRead: () => void
  /** A retry may succeed now: the network is back, or the page is visible. */
  readonly retryNow: () => void
  /** Resolves once the stored operations are loaded or loading has failed. */
  readonly ready: Promise<void>
  /** Are the stored operations loaded? */
  readonly isLoaded: () => boolean
}

// The state of a running outbox, and the parts that its steps use.
interface Running extends OutboxEnvironment, Sending {
  state: AppState
  readonly reports: Reports
  /** The next retry time of `elapsed`, and how to cancel its timer. */
  wakesAt: number
  cancelWake: () => void
  readonly unconfirmed: UnconfirmedWrites
  readonly listeners: Set<() => void>
  /** Listeners for changes of other pages, with their lanes. */
  readonly laneListeners: Map<() => void, string>
  eventCount: number
  messageCount: number
  rightsReads: number
  isLoaded: boolean
}

// A message between the pages of a browser.
interface Message {
  readonly writings: readonly AppWriting[]
  readonly settled: readonly Settled[]
  /** A retry may succeed now. */
  readonly retryNow?: true
  /**
   * The writings are not stored yet. Receivers store them too, because the sending page may close before it
   * can.
   */
  readonly unstored?: boolean
}

type AppEvent = OutboxEvent<Intent, Request>
type Effect<Type> = Extract<OutboxEffect<Intent, Request>, { type: Type }>

// Retry delay of a failed read, in milliseconds. Reads interrupted by messages of other pages pause from the
// third on.
const [readRetryMs, readsWithoutPause, readPauseMs] = [5000, 3, 1000]

/**
 * Starts an outbox: loads the stored operations, and sends while this page is the leader tab and a person is
 * signed in.
 */
export function createOutbox(environment: OutboxEnvironment): Outbox {
  const box = createRunning(environment)
  const { storage, reports } = box
  storage.refillFrom?.(() => ({
    operations: box.state.operations,
    batches: Object.values(box.state.batches),
  }))
  box.channel.listen((message) => receive(box, message))
  const ready = read(box).then((isRead) => {
    if (!isRead) void readUntilDone(box)
  })
  box.requestLeadership(() => lead(box, ready))
  syncPerson(box)
  const nameOf = (lane: string) => laneNameOf(box.state, lane)
  return {
    state: () => box.state,
    subscribe: (listener) => {
      box.listeners.add(listener)
      return () => void box.listeners.delete(listener)
    },
    append: (appending) => append(box, appending),
    follow: (...subscription) => follow(reports, ...subscription),
    awaitReply: (id, waiter) => awaitReply(reports, id, waiter),
    onChangedElsewhere: (lane, listener) => {
      box.laneListeners.set(listener, lane)
      return () => void box.laneListeners.delete(listener)
    },
    watch: (listener) => {
      reports.watchers.add(listener)
      return () => void reports.watchers.delete(listener)
    },
    isReported: (id) => reports.reportedIds.has(id),
    pendingOf: (lane) => laneOf(box.state, nameOf(lane)),
    nameOf,
    cacheDocument: (document, beganAt) =>
      document.number === null
        ? Promise.resolve()
        : cacheDocument(box, laneOfDocument(document.kind, document.number), document, beganAt),
    cachedDocument: (lane) => storage.document(nameOf(lane)).catch(() => undefined),
    appendAgain: (operations, document) => appendAgain(box, operations, document),
    noteConfirmed: (done) => noteConfirmed(box, done),
    resend: (id, intent) => resend(box, id, intent),
    close: (id, why) => dispatchIfDiscardable(box, { type: 'closed', id, why }),
    forget: (id) => dispatch(box, { type: 'forgotten', ids: [id] }),
    discard: (id) => dispatchIfDiscardable(box, { type: 'discarded', id }),
    withdraw: (id) => withdraw(box, id),
    rightsRead: () => {
      box.rightsReads += 1
      dispatch(box, { type: 'rights' })
    },
    personChanged: () => dispatch(box, { type: 'person', person: box.person() }),
    retryNow: () => {
      if (!box.state.isLeader) post(box, { writings: [], settled: [], retryNow: true })
      retryNow(box)
    },
    ready,
    isLoaded: () => box.isLoaded,
  }
}

function createRunning(environment: OutboxEnvironment): Running {
  const { storage, perform, now, after, remembersKeys = () => true } = environment
  const hasLeft = (id: string) => box.state.ended.has(id)
  const box: Running = {
    ...environment,
    state: createOutboxState<Intent, Request>(),
    disk: createWriteQueue(storage, after, hasLeft),
    reports: createReports(environment, (lane) => laneNameOf(box.state, lane)),
    wakesAt: Number.POSITIVE_INFINITY,
    cancelWake: () => {},
    unconfirmed: createUnconfirmedWrites(storage, after, (each) => applyStored(box, [each]), hasLeft),
    duplicates: createDuplicateCheck(
      perform,
      (operation) => readCurrentDocument(box, operation),
      remembersKeys,
      ({ at }) => remembersKeys() && now() - at < MAX_OPERATION_AGE_MS,
    ),
    lastDocument: undefined,
    readAt: new Map(),
    listeners: new Set(),
    laneListeners: new Map(),
    eventCount: 0,
    messageCount: 0,
    rightsReads: 0,
    isLoaded: false,
  }
  return box
}

// Applies an event: stores its changes, then sends, reports and notifies.
function dispatch(box: Running, event: AppEvent, documents: readonly CachedDocument[] = []): void {
  box.eventCount += 1
  const [next, effects] = reduceOutbox(box.state, event, box.now(), box.elapsed())
  box.state = next
  const settled = effects.flatMap((effect) => (effect.type === 'settled' ? [effect] : []))
  const writings = effects.flatMap((effect) => (effect.type === 'write' ? [effect.writing] : []))
  write(box, writings, documents, settled)
  for (const effect of effects) {
    if (effect.type === 'pack') void pack(box, effect)
    if (effect.type === 'send') void send(box, effect)
    if (effect.type === 'wait') wakeAt(box, effect.until)
  }
  for (const { operation, result } of settled) report(box.reports, { operation, result }, true)
  if (box.state.isLeader && Object.keys(box.state.inFlight).length === 0) flushReports(box.reports)
  // A closed operation leaves the list once the same work is confirmed.
  const ids = confirmedAgain(box.state.closed, settled)
  if (ids.length > 0) dispatch(box, { type: 'forgotten', ids })
  for (const listener of box.listeners) listener()
}

async function pack(box: Running, effect: Effect<'pack'>): Promise<void> {
  const event = await buildBatch(box, effect)
  if (event.type === 'packed') postWriting(box, event.writing)
  dispatch(box, event)
}

async function send(box: Running, { batch }: Effect<'send'>): Promise<void> {
  dispatch(box, ...(await sendBatch(box, batch.key)))
}

// Other pages are notified after the write. Results are final, so they are announced even if the disk is
// full. A person's decision is announced only once stored: it is lost if this page closes before.
function write(
  box: Running,
  writings: readonly AppWriting[],
  documents: readonly CachedDocument[],
  settled: readonly Settled[],
): void {
  for (const [index, writing] of writings.entries()) {
    const results =
      index === 0 ? settled.map(({ operation, result }): Settled => ({ operation, result })) : []
    let posted = false
    box.disk.write(writing, index === 0 ? documents : [], (stored) => {
      if (!stored && (posted || results.length === 0)) return
      post(box, {
        writings: [stored ?? writing],
        settled: posted ? [] : results,
        ...(!stored && { unstored: true }),
      })
      posted = true
      if (stored && stored !== writing) onChanged(box, [stored])
    })
  }
}

function post({ channel }: Running, message: Message): void {
  try {
    channel.post(message)
  } catch {
    // If a message is lost, the other page reads the storage when it becomes the leader tab.
  }
}

function isMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'writings' in message && 'settled' in message
}

function postWriting(box: Running, writing: AppWriting): void {
  post(box, { writings: [writing], settled: [] })
}

// Handles a message of another page.
function receive(box: Running, message: unknown): void {
  if (!isMessage(message)) return
  const { writings, settled, unstored, retryNow: isRetryDue } = message
  if (isRetryDue) {
    retryNow(box)
    return
  }
  box.messageCount += 1
  onChanged(box, writings, settled)
  for (const writing of unstored ? writings : []) {
    // A page that opened since has read the storage before this write.
    box.disk.write(writing, [], (stored) => {
      if (!stored) return
      postWriting(box, stored)
      if (stored !== writing) onChanged(box, [stored])
    })
  }
}

// The storage changed something that this page did not write. Results have their own listeners.
function onChanged(box: Running, writings: readonly AppWriting[], settled: readonly Settled[] = []): void {
  const lanes = settled.length === 0 ? changedLanes(box.state, writings) : new Set()
  for (const writing of writings) dispatch(box, { type: 'written', writing })
  for (const each of settled) report(box.reports, each, false)
  for (const [listener, lane] of box.laneListeners) if (lanes.has(laneNameOf(box.state, lane))) listener()
}

function syncPerson(box: Running): void {
  const person = box.person()
  if (person !== box.state.person) dispatch(box, { type: 'person', person })
}

// Wakes at this time of `elapsed`, unless an earlier one is set.
function wakeAt(box: Running, until: number): void {
  if (until >= box.wakesAt) return
  box.cancelWake()
  box.wakesAt = until
  box.cancelWake = box.after(() => wake(box), Math.max(0, until - box.elapsed()))
}

function wake(box: Running): void {
  box.wakesAt = Number.POSITIVE_INFINITY
  box.cancelWake = () => {}
  // Timers may fire early: a retry that became due after this moment may not have been sent.
  const wokenAt = box.elapsed()
  syncPerson(box)
  dispatch(box, { type: 'wake' })
  const next = nextRetryTime(box.state.tries, wokenAt)
  if (next !== undefined) wakeAt(box, next)
}

function retryNow(box: Running): void {
  syncPerson(box)
  dispatch(box, { type: 'wake', retryNow: true })
}

const pause = ({ after }: Running, ms: number) => new Promise<void>((resolve) => void after(resolve, ms))

// The read replaces the state: this page's changes must be stored before, and none may arrive meanwhile.
async function read(box: Running): Promise<boolean> {
  try {
    for (let times = 1; ; times += 1) {
      if (!(await box.disk.flush())) return false
      const { eventCount, messageCount } = box
      const stored = await box.storage.read()
      if (box.eventCount === eventCount) {
        box.isLoaded = true
        dispatch(box, { type: 'read', ...stored })
        return true
      }
      // Without a pause the reads would delay the leader tab: both share the disk.
      if (times >= readsWithoutPause && box.messageCount > messageCount) await pause(box, readPauseMs)
    }
  } catch {
    // `append` reports to its caller that nothing can be stored.
    return false
  }
}

// Sends nothing until the stored operations are loaded: earlier ones may be among them.
async function readUntilDone(box: Running): Promise<void> {
  while (!(await read(box))) await pause(box, readRetryMs)
}

// This page is the leader tab until the returned function is called.
function lead(box: Running, ready: Promise<void>): () => void {
  let isLeader = true
  void ready.then(() => readUntilDone(box)).then(() => isLeader && dispatch(box, { type: 'leads', isLeader }))
  return () => {
    isLeader = false
    dispatch(box, { type: 'leads', isLeader })
  }
}

async function append(box: Running, appending: NewOperation): Promise<Result<AppOperation, AppendFailure>> {
  const { id, user, document, found } = appending
  // The person has signed out meanwhile.
  if (user === '') return fail('notSaved')
  const operation = operationOf(box, appending)
  const { lane, at } = operation
  const appended = await box.storage.append(operation, document ? [{ lane, document, at }] : [])
  if (!appended.ok) {
    if (appended.error === 'notSure') box.unconfirmed.add(id, found)
    return appended
  }
  // An earlier unconfirmed operation goes first: it may be on the same line.
  await box.unconfirmed.check()
  applyStored(box, [appended.value])
  return succeed({ ...appended.value, lane: laneNameOf(box.state, lane) })
}

const operationOf = (
  { state, page, now }: Running,
  { id, user, lane, intent }: NewOperation,
): Omit<AppOperation, 'seq'> => {
  const line = intent.type === 'line' || intent.type === 'delete' ? intent.line : undefined
  return {
    id,
    user,
    lane: laneNameOf(state, lane),
    intent,
    at: now(),
    ...(page && { page: page.name }),
    state: 'here',
    ...(intent.type === 'line' && { together: [intent.step, intent.mode, intent.uuid].join(' ') }),
    ...(line && { apart: line.barcode }),
  }
}

async function appendAgain(
  box: Running,
  operations: readonly AppOperation[],
  document: Document | undefined,
): Promise<void> {
  const put: AppOperation[] = []
  for (const { seq: _seq, why: _why, rev = 0, ...operation } of operations) {
    const documents = document ? [{ lane: operation.lane, document, at: box.now() }] : []
    const appended = await box.storage.append({ ...operation, rev: rev + 1, state: 'here' }, documents)
    if (!appended.ok) throw new Error(`${operation.id} could not be stored again`)
    put.push(appended.value)
  }
  const ids = put.map(({ id }) => id)
  applyStored(box, put, ids)
}

// `back`: ids that had left the outbox.
function applyStored(box: Running, put: readonly AppOperation[], back: readonly string[] = []): void {
  const writing = { ...NO_CHANGES, put, back }
  postWriting(box, writing)
  dispatch(box, { type: 'written', writing })
}

function noteConfirmed(
  { now, confirmed }: Running,
  { id, user, lane, intent }: Parameters<Outbox['noteConfirmed']>[0],
): void {
  const operation = { id, seq: 0, user, lane, at: now(), intent, state: 'sent' } as const
  confirmed?.({ key: id, user, at: operation.at, operations: [operation], request: {}, answer: {}, lane })
}

function resend(box: Running, id: string, intent: Intent | undefined): void {
  // A new document is searched for on the server instead.
  const isRebuilt = box.state.operations.find((each) => each.id === id)?.intent.type !== 'create'
  dispatch(box, { type: 'again', id, newId: box.newId(), anew: isRebuilt, ...(intent && { intent }) })
}

function dispatchIfDiscardable(
  box: Running,
  event: Extract<AppEvent, { type: 'closed' | 'discarded' }>,
): boolean {
  const { state } = box
  const isAllowed = state.operations.some((each) => each.id === event.id && mayDiscard(state, each))
  if (isAllowed) dispatch(box, event)
  return isAllowed
}

function withdraw(box: Running, id: string): boolean {
  const { state } = box
  const isAllowed = state.operations.some((each) => each.id === id && mayWithdraw(state, each))
  if (isAllowed) dispatch(box, { type: 'discarded', id })
  return isAllowed
}
