// The outbox of this page: stores a person's changes on disk and sends them to the server, on any screen. The
// leader tab sends; other tabs append and listen. The rules are in src/core/outbox; this module has storage,
// network, locks and timers.

import type { Document } from '#core/kinds/document.ts'
import {
  createOutboxState,
  isInFlight,
  laneOf,
  mayDiscard,
  NO_CHANGES,
  nextTry,
  type OperationResult,
  type OutboxEvent,
  type OutboxState,
  reduceOutbox,
  type Why,
} from '#core/outbox/index.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import {
  type AppOperation,
  type CachedDocument,
  type Intent,
  laneOfDocument,
  type Request,
} from './intent.ts'
import { isMessage, type Message } from './messages.ts'
import type { OutboxEnvironment } from './outbox-environment.ts'
import { isSameWork } from './related-operations.ts'
import { createReports } from './reports.ts'
import { createRetryTimer } from './retry-timer.ts'
import { createSender } from './sender.ts'
import type { AppendFailure, AppWriting } from './storage.ts'
import { createUnconfirmedWrites } from './unconfirmed-writes.ts'
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

export interface Settled {
  readonly operation: AppOperation
  readonly result: OperationResult
}

/** `isOurs`: resolves to true if this page must report the result to the person. */
export type ResultListener = (settled: Settled, isOurs: Promise<boolean>) => void

export type AppState = OutboxState<Intent, Request>

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

// Retry delay of a failed read, in milliseconds. Reads interrupted by messages of other pages pause from the
// third on.
const [readRetryMs, readsWithoutPause, readPauseMs] = [5000, 3, 1000]

/**
 * Starts an outbox: loads the stored operations, and sends while this page is the leader tab and a person is
 * signed in.
 */
export function createOutbox(surroundings: OutboxEnvironment): Outbox {
  const { storage, person, now, elapsed, newId, after, requestLeadership, channel, page } = surroundings
  let state: AppState = createOutboxState<Intent, Request>()
  const listeners = new Set<() => void>()
  const laneListeners = new Map<() => void, string>()
  const hasLeft = (id: string) => state.ended.has(id)
  const disk = createWriteQueue(storage, after, hasLeft)
  storage.refillFrom?.(() => ({ operations: state.operations, batches: Object.values(state.batches) }))

  const nameOf = (lane: string): string => state.names[lane] ?? lane
  const reports = createReports(surroundings, nameOf)

  const post = (message: Message) => {
    try {
      channel.post(message)
    } catch {
      // If a message is lost, the other page reads the storage when it becomes the leader tab.
    }
  }
  const postWriting = (writing: AppWriting) => post({ writings: [writing], settled: [] })

  let eventCount = 0
  const dispatch = (event: OutboxEvent<Intent, Request>, documents: readonly CachedDocument[] = []) => {
    eventCount += 1
    const [next, effects] = reduceOutbox(state, event, now(), elapsed())
    state = next
    const settled = effects.flatMap((effect) => (effect.type === 'settled' ? [effect] : []))
    const writings = effects.flatMap((effect) => (effect.type === 'write' ? [effect.writing] : []))
    write(writings, documents, settled)
    for (const effect of effects) {
      if (effect.type === 'pack') void sender.buildBatch(effect)
      if (effect.type === 'send') void sender.send(effect.batch.key)
      if (effect.type === 'wait') waker.at(effect.until)
    }
    for (const { operation, result } of settled) reports.report({ operation, result }, true)
    if (state.isLeader && Object.keys(state.inFlight).length === 0) reports.flush()
    forgetDone(settled)
    for (const listener of listeners) listener()
  }

  // A closed operation leaves the list once the same work is confirmed.
  const forgetDone = (settled: readonly Settled[]) => {
    if (state.closed.length === 0) return
    const confirmed = settled.flatMap(({ operation, result }) =>
      result.type === 'confirmed' ? [operation] : [],
    )
    const ids = state.closed
      .filter((each) => confirmed.some((one) => isSameWork(one, each)))
      .map(({ id }) => id)
    if (ids.length > 0) dispatch({ type: 'forgotten', ids })
  }

  // Other pages are notified after the write. Results are final, so they are announced even if the disk is
  // full. A person's decision is announced only once stored: it is lost if this page closes before.
  const write = (
    writings: readonly AppWriting[],
    documents: readonly CachedDocument[],
    settled: readonly Settled[],
  ) => {
    for (const [index, writing] of writings.entries()) {
      const results =
        index === 0 ? settled.map(({ operation, result }): Settled => ({ operation, result })) : []
      let posted = false
      disk.write(writing, index === 0 ? documents : [], (stored) => {
        if (!stored && (posted || results.length === 0)) return
        post({
          writings: [stored ?? writing],
          settled: posted ? [] : results,
          ...(!stored && { unstored: true }),
        })
        posted = true
        if (stored && stored !== writing) onChanged([stored])
      })
    }
  }

  // The lanes in which these writings add or delete operations.
  const lanesIn = (writings: readonly AppWriting[]): ReadonlySet<string> => {
    const known = new Map(state.operations.map(({ id, lane }) => [id, lane]))
    const lanes = writings.flatMap(({ put, gone }) => [
      ...put.flatMap(({ id, lane }) => (known.has(id) ? [] : nameOf(lane))),
      ...gone.flatMap((id) => known.get(id) ?? []),
    ])
    return new Set(lanes)
  }

  // The storage changed something that this page did not write. Results have their own listeners.
  const onChanged = (writings: readonly AppWriting[], settled: readonly Settled[] = []) => {
    const lanes = settled.length === 0 ? lanesIn(writings) : new Set()
    for (const writing of writings) dispatch({ type: 'written', writing })
    for (const each of settled) reports.report(each, false)
    for (const [listener, lane] of laneListeners) if (lanes.has(nameOf(lane))) listener()
  }

  const syncPerson = () => {
    if (person() !== state.person) dispatch({ type: 'person', person: person() })
  }

  const waker = createRetryTimer(elapsed, after, () => {
    // Timers may fire early: a retry that became due after this moment may not have been sent.
    const wokenAt = elapsed()
    syncPerson()
    dispatch({ type: 'wake' })
    return nextTry(state.tries, wokenAt)
  })

  const retryNow = () => {
    syncPerson()
    dispatch({ type: 'wake', retryNow: true })
  }

  let rightsReads = 0
  const sender = createSender({
    ...surroundings,
    disk,
    state: () => state,
    dispatch,
    announce: postWriting,
    rightsReadCount: () => rightsReads,
  })

  let [messageCount, isLoaded] = [0, false]
  channel.listen((message) => {
    if (!isMessage(message)) return
    const { writings, settled, unstored, retryNow: hurry } = message
    if (hurry) {
      retryNow()
      return
    }
    messageCount += 1
    onChanged(writings, settled)
    for (const writing of unstored ? writings : []) {
      // A page that opened since has read the storage before this write.
      disk.write(writing, [], (stored) => {
        if (!stored) return
        postWriting(stored)
        if (stored !== writing) onChanged([stored])
      })
    }
  })

  const pause = (ms: number) => new Promise<void>((resolve) => void after(resolve, ms))
  // The read replaces the state: this page's changes must be stored before, and none may arrive meanwhile.
  const read = async (): Promise<boolean> => {
    try {
      for (let times = 1; ; times += 1) {
        if (!(await disk.flush())) return false
        const [before, known] = [eventCount, messageCount]
        const stored = await storage.read()
        if (eventCount === before) {
          isLoaded = true
          dispatch({ type: 'read', ...stored })
          return true
        }
        // Without a pause the reads would delay the leader tab: both share the disk.
        if (times >= readsWithoutPause && messageCount > known) await pause(readPauseMs)
      }
    } catch {
      // `append` reports to its caller that nothing can be stored.
      return false
    }
  }
  const applyStored = (put: readonly AppOperation[], back: readonly string[] = []) => {
    const writing = { ...NO_CHANGES, put, back }
    postWriting(writing)
    dispatch({ type: 'written', writing })
  }
  const unconfirmed = createUnconfirmedWrites(storage, after, (each) => applyStored([each]), hasLeft)
  // Sends nothing until the stored operations are loaded: earlier ones may be among them.
  const readUntilDone = async (): Promise<void> => {
    while (!(await read())) await pause(readRetryMs)
  }
  const ready = read().then((isRead) => {
    if (!isRead) void readUntilDone()
  })
  requestLeadership(() => {
    let isLeader = true
    void ready.then(readUntilDone).then(() => isLeader && dispatch({ type: 'leads', isLeader }))
    return () => {
      isLeader = false
      dispatch({ type: 'leads', isLeader })
    }
  })
  syncPerson()

  const discardIfAllowed = (
    event: Extract<OutboxEvent<Intent, Request>, { type: 'closed' | 'discarded' }>,
  ): boolean => {
    const isAllowed = state.operations.some((each) => each.id === event.id && mayDiscard(state, each))
    if (isAllowed) dispatch(event)
    return isAllowed
  }

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    append: async ({ id, user, lane: givenLane, intent, document, found }) => {
      // The person has signed out meanwhile.
      if (user === '') return fail('notSaved')
      const lane = nameOf(givenLane)
      const line = intent.type === 'line' || intent.type === 'delete' ? intent.line : undefined
      const operation: Omit<AppOperation, 'seq'> = {
        id,
        user,
        lane,
        intent,
        at: now(),
        ...(page && { page: page.name }),
        state: 'here',
        ...(intent.type === 'line' && { together: [intent.step, intent.mode, intent.uuid].join(' ') }),
        ...(line && { apart: line.barcode }),
      }
      const documents = document ? [{ lane, document, at: now() }] : []
      const appended = await storage.append(operation, documents)
      if (!appended.ok) {
        if (appended.error === 'notSure') unconfirmed.add(id, found)
        return appended
      }
      // An earlier unconfirmed operation goes first: it may be on the same line.
      await unconfirmed.check()
      applyStored([appended.value])
      return succeed({ ...appended.value, lane: nameOf(lane) })
    },
    follow: reports.follow,
    awaitReply: reports.awaitReply,
    onChangedElsewhere: (lane, listener) => {
      laneListeners.set(listener, lane)
      return () => void laneListeners.delete(listener)
    },
    watch: reports.watch,
    isReported: reports.isReported,
    pendingOf: (lane) => laneOf(state, nameOf(lane)),
    nameOf,
    cacheDocument: (document, beganAt) =>
      document.number === null
        ? Promise.resolve()
        : sender.cacheDocument(laneOfDocument(document.kind, document.number), document, beganAt),
    cachedDocument: (lane) => storage.document(nameOf(lane)).catch(() => undefined),
    appendAgain: async (operations, document) => {
      const put: AppOperation[] = []
      for (const { seq: _seq, why: _why, rev = 0, ...operation } of operations) {
        const documents = document ? [{ lane: operation.lane, document, at: now() }] : []
        const appended = await storage.append({ ...operation, rev: rev + 1, state: 'here' }, documents)
        if (!appended.ok) throw new Error(`${operation.id} could not be stored again`)
        put.push(appended.value)
      }
      const ids = put.map(({ id }) => id)
      applyStored(put, ids)
    },
    noteConfirmed: ({ id, user, lane, intent }) => {
      const operation = { id, seq: 0, user, lane, at: now(), intent, state: 'sent' } as const
      const call = { key: id, user, at: operation.at, operations: [operation], request: {}, answer: {}, lane }
      surroundings.confirmed?.(call)
    },
    resend: (id, intent) => {
      // A new document is searched for on the server instead.
      const isRebuilt = state.operations.find((each) => each.id === id)?.intent.type !== 'create'
      dispatch({ type: 'again', id, newId: newId(), anew: isRebuilt, ...(intent && { intent }) })
    },
    close: (id, why) => discardIfAllowed({ type: 'closed', id, why }),
    forget: (id) => dispatch({ type: 'forgotten', ids: [id] }),
    discard: (id) => discardIfAllowed({ type: 'discarded', id }),
    withdraw: (id) => {
      const operation = state.operations.find((each) => each.id === id)
      if (!state.isLeader || operation?.state !== 'here' || isInFlight(state, operation)) return false
      dispatch({ type: 'discarded', id })
      return true
    },
    rightsRead: () => {
      rightsReads += 1
      dispatch({ type: 'rights' })
    },
    personChanged: () => dispatch({ type: 'person', person: person() }),
    retryNow: () => {
      if (!state.isLeader) post({ writings: [], settled: [], retryNow: true })
      retryNow()
    },
    ready,
    isLoaded: () => isLoaded,
  }
}
