/**
 * The outbox of this page: what a person does goes onto the disk, and from there to the server, whatever screen is open. One page of
 * the browser sends, the others append and listen. The rules are src/outbox; this is storage, network, locks and clock.
 */
import type { Perform } from '#client/api/client.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import type { Document } from '#kinds/document.ts'
import {
  createOutboxState,
  isUnderWay,
  laneOf,
  mayDiscard,
  NOTHING,
  nextTry,
  type OutboxEvent,
  type OutboxState,
  reduceOutbox,
  type Word,
} from '#outbox/index.ts'
import { createDisk } from './disk.ts'
import { type AppOperation, type Intent, type KeptDocument, laneOfDocument, type Request } from './intent.ts'
import { createSender } from './sender.ts'
import type { AppWriting, OutboxStorage } from './storage.ts'

/** What it needs of the page around it. */
export interface OutboxSurroundings {
  readonly storage: OutboxStorage
  readonly perform: Perform
  /** Whose sign-in is good this moment, by user name; null: nobody's. */
  readonly person: () => string | null
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly newId: () => string
  readonly after: (run: () => void, ms: number) => () => void
  /** Asks to be the page that sends; calls back once it is, and calls what that answers once it is no more. */
  readonly lead: (begin: () => () => void) => void
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

/** `isOurs`: this page is the one that tells the person of it, and no other does. */
export type Follower = (settled: Settled, isOurs: Promise<boolean>) => void

export type AppState = OutboxState<Intent, Request>

export interface Outbox {
  readonly state: () => AppState
  readonly subscribe: (listener: () => void) => () => void
  /** On the disk once it answers; 'notSaved' where nothing could be written. */
  readonly append: (appending: Appending) => Promise<Result<AppOperation, 'notSaved'>>
  /** Tells what becomes of the operations of a lane, and of the lane itself: the name that it has come to. */
  readonly follow: (lane: string, heard: Follower) => () => void
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
  /** Throws it away; false where it may be on its way, and nobody can take it back. */
  readonly discard: (id: string) => boolean
  /** Takes out what has not left this device; false where it may have, or another page sends. */
  readonly takeBack: (id: string) => boolean
  /** Somebody has signed in, or out. */
  readonly personChanged: () => void
  /** It may work now: there is a network, the page is in sight. */
  readonly hurry: () => void
  /** Resolves once what was stored before is known. */
  readonly ready: Promise<void>
}

interface Message {
  readonly writings: readonly AppWriting[]
  readonly settled: readonly Settled[]
}

// Where nothing could be read, it is tried again after so many milliseconds.
const READ_AGAIN = 5000

/** Starts an outbox; it reads what the storage has and sends once it leads and a person is there. */
export function createOutbox(surroundings: OutboxSurroundings): Outbox {
  const { storage, perform, person, now, newId, after, lead, channel, page } = surroundings
  let state: AppState = createOutboxState<Intent, Request>()
  const listeners = new Set<() => void>()
  const followers = new Map<string, Set<Follower>>()
  const watchers = new Set<(settled: Settled) => void>()
  const toldIds = new Set<string>()
  const disk = createDisk(storage, after)
  storage.refillFrom?.(() => ({ operations: state.operations, parcels: Object.values(state.parcels) }))
  let cancelWait: (() => void) | undefined
  let waitUntil = Number.POSITIVE_INFINITY

  const nameOf = (lane: string): string => state.names[lane] ?? lane

  const post = (message: Message) => {
    try {
      channel.post(message)
    } catch {
      // A page that cannot be told reads it when it leads.
    }
  }
  const tell = (writing: AppWriting) => post({ writings: [writing], settled: [] })

  const dispatch = (event: OutboxEvent<Intent, Request>, documents: readonly KeptDocument[] = []) => {
    const [next, effects] = reduceOutbox(state, event, now())
    state = next
    const settled = effects.flatMap((effect) => (effect.type === 'settled' ? [effect] : []))
    const writings = effects.flatMap((effect) => (effect.type === 'write' ? [effect.writing] : []))
    write(writings, documents, settled)
    for (const effect of effects) {
      if (effect.type === 'pack') void sender.pack(effect)
      if (effect.type === 'send') void sender.send(effect.parcel.key)
      if (effect.type === 'wait') wakeAt(effect.until)
    }
    for (const { operation, word } of settled) told({ operation, word }, true)
    for (const listener of listeners) listener()
  }

  // The other pages hear of it once it is on the disk; of the page that sends also where the disk is full: its word is what is so.
  const write = (
    writings: readonly AppWriting[],
    documents: readonly KeptDocument[],
    settled: readonly Settled[],
  ) => {
    for (const [index, writing] of writings.entries()) {
      const words = index === 0 ? settled.map(({ operation, word }) => ({ operation, word })) : []
      let posted = false
      disk.write(writing, index === 0 ? documents : [], (written) => {
        if (posted || !(written || state.leads)) return
        posted = true
        post({ writings: [writing], settled: words })
      })
    }
  }

  // It is told where it was done, or on the page that sends where that one is gone.
  const isOurs = async ({ page: doneOn }: AppOperation, sentHere: boolean): Promise<boolean> =>
    doneOn !== undefined && doneOn === page?.name
      ? true
      : sentHere && (doneOn === undefined || (await page?.isAlive(doneOn)) !== true)

  const tellWatchers = async (settled: Settled, ours: Promise<boolean>) => {
    if (!(await ours) || watchers.size === 0) return
    toldIds.add(settled.operation.id)
    for (const heard of watchers) heard(settled)
  }

  const told = (settled: Settled, sentHere: boolean) => {
    const { operation, word } = settled
    const lane = nameOf(operation.lane)
    const ours = isOurs(operation, sentHere)
    let followed = false
    for (const [name, all] of followers) {
      if (nameOf(name) !== lane) continue
      followed ||= all.size > 0
      for (const heard of all) heard(settled, ours)
    }
    if (!followed && word.type !== 'confirmed') void tellWatchers(settled, ours)
  }

  const takePerson = () => {
    if (person() !== state.person) dispatch({ type: 'person', person: person() })
  }

  const wakeAt = (until: number) => {
    if (until >= waitUntil) return
    cancelWait?.()
    waitUntil = until
    cancelWait = after(
      () => {
        waitUntil = Number.POSITIVE_INFINITY
        cancelWait = undefined
        takePerson()
        dispatch({ type: 'wake' })
        const next = nextTry(state.tries, now())
        if (next !== undefined) wakeAt(next)
      },
      Math.max(0, until - now()),
    )
  }

  const sender = createSender({
    storage,
    disk,
    perform,
    now,
    person,
    state: () => state,
    dispatch,
    tell,
  })

  channel.listen((message) => {
    if (!isMessage(message)) return
    for (const writing of message.writings) dispatch({ type: 'written', writing })
    for (const settled of message.settled) told(settled, false)
  })

  const read = async (): Promise<boolean> => {
    try {
      await disk.flush()
      dispatch({ type: 'read', ...(await storage.read()) })
      return true
    } catch {
      // Who appends is told that nothing can be kept.
      return false
    }
  }
  /** Until it is known what waits nothing is sent: something may stand before it. */
  const readAtLast = async (): Promise<void> => {
    while (!(await read())) {
      await new Promise<void>((resolve) => {
        after(resolve, READ_AGAIN)
      })
    }
  }
  const ready = read().then(() => undefined)
  lead(() => {
    let leads = true
    void ready.then(readAtLast).then(() => leads && dispatch({ type: 'leads', leads }))
    return () => {
      leads = false
      dispatch({ type: 'leads', leads })
    }
  })
  takePerson()

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
      const documents = document ? [{ lane, document, at: now() }] : []
      const appended = await storage.append(operation, documents).catch(() => undefined)
      if (!appended) return fail('notSaved')
      const writing = { ...NOTHING, put: [appended] }
      tell(writing)
      dispatch({ type: 'written', writing })
      return succeed({ ...appended, lane: nameOf(lane) })
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
        : sender.keep(laneOfDocument(document.kind, document.number), document),
    kept: (lane) => storage.document(nameOf(lane)).catch(() => undefined),
    again: (id) => dispatch({ type: 'again', id, newId: newId() }),
    discard: (id) => {
      const operation = state.operations.find((each) => each.id === id)
      if (!operation || !mayDiscard(state, operation)) return false
      dispatch({ type: 'discarded', id })
      return true
    },
    takeBack: (id) => {
      const operation = state.operations.find((each) => each.id === id)
      if (!state.leads || operation?.state !== 'here' || isUnderWay(state, operation)) return false
      dispatch({ type: 'discarded', id })
      return true
    },
    personChanged: () => dispatch({ type: 'person', person: person() }),
    hurry: () => {
      takePerson()
      dispatch({ type: 'wake', hurry: true })
    },
    ready,
  }
}

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'writings' in message && 'settled' in message
