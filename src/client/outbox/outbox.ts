/**
 * The outbox of this page: what a person does goes onto the disk, and from there to the server, whatever screen is open. One page of
 * the browser sends, the others append and listen. The rules are src/outbox; this is storage, network, locks and clock.
 */
import type { Perform } from '#client/api/client.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import type { Document } from '#kinds/document.ts'
import { kindNamed } from '#kinds/index.ts'
import {
  createOutboxState,
  isUnderWay,
  laneOf,
  type OutboxEffect,
  type OutboxEvent,
  type OutboxState,
  reduceOutbox,
  type Word,
  type Writing,
} from '#outbox/index.ts'
import { type AppOperation, type Intent, type KeptDocument, laneOfDocument, type Request } from './intent.ts'
import { answerOf, packAsk, requestOf, type Taken, withOperation } from './packer.ts'
import type { OutboxStorage } from './storage.ts'

/** What it needs of the page around it. */
export interface OutboxSurroundings {
  readonly storage: OutboxStorage
  readonly perform: Perform
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly newId: () => string
  readonly after: (run: () => void, ms: number) => () => void
  /** Asks to be the page that sends; calls back once it is. */
  readonly lead: (begin: () => void) => void
  /** The name of this page, and whether one of another name lives; left out: it is the only one. */
  readonly page?: { readonly name: string; readonly isAlive: (name: string) => Promise<boolean> }
  /** To the other pages of this browser, and from them. */
  readonly channel: {
    readonly post: (message: unknown) => void
    readonly listen: (heard: (message: unknown) => void) => void
  }
}

/** What is appended: who does what, and where. */
export interface Appending {
  readonly id: string
  readonly user: string
  readonly lane: string
  readonly intent: Intent
  /** What a new document looks like before the server has seen it. */
  readonly document?: Document
}

export interface Settled {
  readonly operation: AppOperation
  readonly word: Word
}

export type AppState = OutboxState<Intent, Request>

export interface Outbox {
  readonly state: () => AppState
  readonly subscribe: (listener: () => void) => () => void
  /** On the disk once it answers; 'notSaved' where nothing could be written. */
  readonly append: (appending: Appending) => Promise<Result<AppOperation, 'notSaved'>>
  /** Tells what becomes of the operations of a lane, and of the lane itself: the name that it has come to. */
  readonly follow: (lane: string, heard: (settled: Settled) => void) => () => void
  /**
   * Tells what is refused or held and nobody here follows, once: on the page where it was done, or on the one that sends where that
   * is gone.
   */
  readonly watch: (heard: (settled: Settled) => void) => () => void
  /** Has a person been told on this page that it is refused or held? */
  readonly isTold: (id: string) => boolean
  /** What waits of a lane, in its order. */
  readonly waiting: (lane: string) => readonly AppOperation[]
  /** The lane that this one has become, once the server has numbered its document. */
  readonly nameOf: (lane: string) => string
  /** A document as the server has it now. */
  readonly keep: (document: Document) => Promise<void>
  readonly kept: (lane: string) => Promise<KeptDocument | undefined>
  readonly again: (id: string) => void
  readonly discard: (id: string) => void
  /** Takes out what has not left this device; false where it may have, or another page sends. */
  readonly takeBack: (id: string) => boolean
  readonly setPerson: (userName: string | null) => void
  /** It may work now: there is a network, the page is in sight. */
  readonly hurry: () => void
  /** Resolves once what was stored before is known. */
  readonly ready: Promise<void>
}

interface Message {
  readonly writing?: Writing<Intent, Request>
  readonly settled?: Settled
}

/** Starts an outbox; it reads what the storage has and sends once it leads and a person is there. */
export function createOutbox(surroundings: OutboxSurroundings): Outbox {
  const { storage, perform, now, newId, after, lead, channel, page } = surroundings
  let state: AppState = createOutboxState<Intent, Request>()
  const listeners = new Set<() => void>()
  const followers = new Map<string, Set<(settled: Settled) => void>>()
  const watchers = new Set<(settled: Settled) => void>()
  const toldIds = new Set<string>()
  const renamed = new Map<string, string>()
  /** Documents to be written with the next words on their lane. */
  const folded = new Map<string, KeptDocument[]>()
  let cancelWait: (() => void) | undefined
  let waitUntil = Number.POSITIVE_INFINITY

  const dispatch = (event: OutboxEvent<Intent, Request>) => {
    const [next, effects] = reduceOutbox(state, event, now())
    state = next
    for (const effect of effects) carryOut(effect)
    for (const listener of listeners) listener()
  }

  const nameOf = (lane: string): string => renamed.get(lane) ?? lane

  const tellWatchers = async (settled: Settled, sentHere: boolean) => {
    const { id, page: doneOn } = settled.operation
    const doneHere = doneOn !== undefined && doneOn === page?.name
    const isOurs = doneHere || (sentHere && (doneOn === undefined || (await page?.isAlive(doneOn)) !== true))
    if (!isOurs || watchers.size === 0) return
    toldIds.add(id)
    for (const heard of watchers) heard(settled)
  }

  const told = (settled: Settled, sentHere: boolean) => {
    const { operation, word } = settled
    let followed = false
    if (word.type === 'confirmed' && word.lane !== undefined) renamed.set(operation.lane, word.lane)
    for (const [lane, all] of followers) {
      if (lane !== operation.lane && nameOf(lane) !== operation.lane) continue
      followed ||= all.size > 0
      for (const heard of all) heard(settled)
    }
    if (!followed && word.type !== 'confirmed') void tellWatchers(settled, sentHere)
  }

  const write = async (writing: Writing<Intent, Request>, documents: readonly KeptDocument[]) => {
    try {
      await storage.write(writing, documents)
    } catch {
      // What is known of it by now is told all the same: sent again under its key, it does no harm.
    }
    channel.post({ writing } satisfies Message)
  }

  const carryOut = (effect: OutboxEffect<Intent, Request>) => {
    switch (effect.type) {
      case 'pack':
        void pack(effect)
        break
      case 'send':
        void send(effect.parcel.key)
        break
      case 'write': {
        const lanes = [...folded.values()].flat()
        folded.clear()
        void write(effect.writing, lanes)
        break
      }
      case 'settled':
        told({ operation: effect.operation, word: effect.word }, true)
        channel.post({ settled: { operation: effect.operation, word: effect.word } } satisfies Message)
        break
      case 'wait':
        wakeAt(effect.until)
    }
  }

  const wakeAt = (until: number) => {
    if (until >= waitUntil) return
    cancelWait?.()
    waitUntil = until
    cancelWait = after(
      () => {
        waitUntil = Number.POSITIVE_INFINITY
        cancelWait = undefined
        dispatch({ type: 'wake' })
        const next = Math.min(...Object.values(state.tries).map((each) => each.until))
        if (Number.isFinite(next) && next > now()) wakeAt(next)
      },
      Math.max(0, until - now()),
    )
  }

  /** The document of a lane as the server has it: what is kept, or read now where nothing is or it has to be newer. */
  const documentOf = async (operation: AppOperation, newer: boolean): Promise<Document | undefined> => {
    const kept = await storage.document(operation.lane).catch(() => undefined)
    if (kept && !newer) return kept.document
    const { intent } = operation
    if (intent.type === 'adjust' || intent.type === 'create') return kept?.document
    const number = kept?.document.number ?? operation.lane.split(' ').at(-1) ?? ''
    const read = await perform(kindNamed(intent.kind).wire.detail(intent.place, intent.mode, number))
    if (!read.ok || read.value === null) return undefined
    await keepAs(operation.lane, read.value)
    return read.value
  }

  const keepAs = async (lane: string, document: Document) => {
    const kept = { lane, document, at: now() }
    await storage.write({ put: [], gone: [], parcels: [], parcelsGone: [] }, [kept]).catch(() => undefined)
  }

  const pack = async (effect: Extract<OutboxEffect<Intent, Request>, { type: 'pack' }>) => {
    const { lane, key, operations } = effect
    const [first] = operations
    if (!first) return
    let packed = packAsk(operations, await documentOf(first, false))
    if (packed === 'again' || packed === 'gone') packed = packAsk(operations, await documentOf(first, true))
    if (packed === 'gone') {
      const barcode = 'line' in first.intent ? first.intent.line.barcode : ''
      dispatch({ type: 'unpacked', lane, id: first.id, why: { code: 'outbox.lineGone', facts: { barcode } } })
      return
    }
    if (packed === 'again') {
      dispatch({ type: 'unpacked', lane, id: first.id })
      return
    }
    const ids = operations.map(({ id }) => id)
    const parcel = { key, lane, user: first.user, operations: ids, request: requestOf(packed), at: now() }
    const put = operations.map((each) => ({ ...each, state: 'sent' as const }))
    const writing = { put, gone: [], parcels: [parcel], parcelsGone: [] }
    try {
      await storage.write(writing, [])
    } catch {
      dispatch({ type: 'unpacked', lane, id: first.id })
      return
    }
    channel.post({ writing } satisfies Message)
    dispatch({ type: 'packed', parcel })
  }

  const send = async (key: string) => {
    const parcel = state.parcels[key]
    if (!parcel) return
    const about = state.operations.filter(({ id }) => parcel.operations.includes(id))
    const [first] = about
    const kept = await storage.document(parcel.lane).catch(() => undefined)
    // How its answer is read follows from what was meant; what is sent was written before.
    const ask = packAsk(about.map(asNew), kept?.document ?? (first && emptyOf(first)))
    if (typeof ask === 'string') {
      dispatch({ type: 'answered', key, answer: { type: 'later' } })
      return
    }
    const result = await perform({ ...ask, input: parcel.request }, { idempotencyKey: key })
    const answer = answerOf(result, about)
    if (answer.type === 'done') await fold(about, answer.words, kept?.document)
    dispatch({ type: 'answered', key, answer })
  }

  /** What the server has confirmed is part of the document from now on. */
  const fold = async (
    about: readonly AppOperation[],
    words: Readonly<Record<string, Word>>,
    document: Document | undefined,
  ) => {
    const [first] = about
    if (!first || !document) return
    let after = document
    let unnamed = false
    for (const operation of about) {
      const word = words[operation.id]
      if (word?.type !== 'confirmed') continue
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the packer's own word on it
      const taken = word.detail as Taken | undefined
      after = withOperation(after, operation, taken)
      const { intent } = operation
      unnamed ||= intent.type === 'line' && intent.line.id === null && !taken?.id
    }
    const { lane } = first
    const named = laneNamed(after, lane)
    const at = now()
    folded.set(lane, [
      { lane, document: after, at },
      ...(named === lane ? [] : [{ lane: named, document: after, at }]),
    ])
    // A server that does not name the new line's ID is asked for it: without one it could not be changed.
    if (unnamed && (await documentOf(first, true))) folded.delete(lane)
  }

  channel.listen((message) => {
    const { writing, settled } = isMessage(message) ? message : {}
    if (writing) dispatch({ type: 'written', writing })
    if (settled) told(settled, false)
  })

  const read = async () => {
    try {
      dispatch({ type: 'read', ...(await storage.read()) })
    } catch {
      // Where the browser keeps nothing there is nothing to read; who appends is told.
    }
  }
  const ready = read()
  lead(() => {
    void ready.then(read).then(() => dispatch({ type: 'leads', leads: true }))
  })

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    append: async ({ id, user, lane: given, intent, document }) => {
      const lane = nameOf(given)
      const line = intent.type === 'line' || intent.type === 'delete' ? intent.line : undefined
      const operation: Omit<AppOperation, 'seq'> = {
        id,
        user,
        lane,
        intent,
        at: now(),
        ...(page && { page: page.name }),
        state: 'here',
        ...(intent.type === 'line' && { together: `${intent.step} ${intent.mode}` }),
        ...(line && { apart: line.barcode }),
      }
      try {
        const documents = document ? [{ lane, document, at: now() }] : []
        const appended = await storage.append(operation, documents)
        const writing = { put: [appended], gone: [], parcels: [], parcelsGone: [] }
        channel.post({ writing } satisfies Message)
        dispatch({ type: 'written', writing })
        return succeed(appended)
      } catch {
        return fail('notSaved')
      }
    },
    follow: (lane, heard) => {
      const all = followers.get(lane) ?? new Set()
      followers.set(lane, all.add(heard))
      return () => void all.delete(heard)
    },
    watch: (heard) => {
      watchers.add(heard)
      return () => void watchers.delete(heard)
    },
    isTold: (id) => toldIds.has(id),
    waiting: (lane) => laneOf(state, nameOf(lane)),
    nameOf,
    keep: (document) =>
      document.number === null
        ? Promise.resolve()
        : keepAs(laneOfDocument(document.kind, document.number), document),
    kept: async (lane) => {
      const kept = await storage.document(nameOf(lane)).catch(() => undefined)
      const named = kept && laneNamed(kept.document, lane)
      // It has been numbered before this page began.
      if (named !== undefined && named !== lane) renamed.set(lane, named)
      return kept
    },
    again: (id) => dispatch({ type: 'again', id, newId: newId() }),
    discard: (id) => dispatch({ type: 'discarded', id }),
    takeBack: (id) => {
      const operation = state.operations.find((each) => each.id === id)
      if (!state.leads || operation?.state !== 'here' || isUnderWay(state, operation)) return false
      dispatch({ type: 'discarded', id })
      return true
    },
    setPerson: (person) => dispatch({ type: 'person', person }),
    hurry: () => dispatch({ type: 'wake', hurry: true }),
    ready,
  }
}

// A line that was new when it was written is read by the same rules once it has an ID.
const asNew = (operation: AppOperation): AppOperation =>
  operation.intent.type === 'line'
    ? { ...operation, intent: { ...operation.intent, line: { ...operation.intent.line, id: null } } }
    : operation

const emptyOf = ({ intent, lane }: AppOperation): Document | undefined =>
  intent.type === 'adjust' || intent.type === 'create'
    ? undefined
    : {
        kind: intent.kind,
        mode: intent.mode,
        number: lane.split(' ').at(-1) ?? '',
        status: 'OPEN',
        header: {},
        lines: intent.type === 'delete' ? [intent.line] : [],
      }

// The lane of a document by the number that it has, or the one that it had while it had none.
const laneNamed = ({ kind, number }: Document, lane: string) =>
  number === null ? lane : laneOfDocument(kind, number)

const isMessage = (message: unknown): message is Message => typeof message === 'object' && message !== null
