/**
 * The outbox: (state, event, now) -> [state, effects]. It decides what goes out when, and what becomes of it; storage, network, locks
 * and clock are its adapter's. Its promises are docs/outbox.md, Guarantees.
 *
 * One lane, one call at a time, in order. A head that is refused or held keeps its own lane waiting and no other. Nothing leaves it but
 * by the server's word or a person's.
 */
import { nextTogether, OLD, type Operation, type Parcel, type Why } from './operation.ts'

/** What the server's answer to a parcel came to. */
export type Answer =
  /** Read and understood: for each operation by its id what became of it. */
  | { readonly type: 'done'; readonly words: Readonly<Record<string, Word>> }
  /** Refused as a whole; nothing of it was done. */
  | { readonly type: 'refused'; readonly why: Why }
  /** No answer, or one that says 'later': the same again finds out. `after` in milliseconds, where the server has named a time. */
  | { readonly type: 'later'; readonly after?: number }
  /** The server failed. Five times the same in a row, and a person has to look. */
  | { readonly type: 'failed'; readonly why: Why }
  /** An answer that nobody can read, or a body that a newer server does not know. */
  | { readonly type: 'misfit'; readonly why: Why }
  | { readonly type: 'signed-out' }

/** What became of one operation. `detail` is the server's word on it, as the packer reads it. */
export type Word =
  /** `lane`: what it is about has another name by now, and so has what waits behind it. */
  | { readonly type: 'confirmed'; readonly detail?: unknown; readonly lane?: string }
  | { readonly type: 'refused'; readonly why: Why }
  | { readonly type: 'held'; readonly why: Why }

interface Try {
  /** What went wrong, and how often in a row. */
  readonly code: string
  readonly count: number
  /** Not before, in milliseconds since 1970. */
  readonly until: number
}

export interface OutboxState<Intent = unknown, Request = unknown> {
  /** All of this device, in their order. */
  readonly operations: readonly Operation<Intent>[]
  readonly parcels: Readonly<Record<string, Parcel<Request>>>
  /** This page sends; only one does. */
  readonly leads: boolean
  /** Whose sign-in is good; null: nobody's. */
  readonly person: string | null
  /** What is under way, by lane. */
  readonly flying: Readonly<Record<string, string>>
  /** Parcels that did not get through, by key. */
  readonly tries: Readonly<Record<string, Try>>
}

/** What is written in one transaction. */
export interface Writing<Intent = unknown, Request = unknown> {
  readonly put: readonly Operation<Intent>[]
  readonly gone: readonly string[]
  readonly parcels: readonly Parcel<Request>[]
  readonly parcelsGone: readonly string[]
}

export type OutboxEvent<Intent = unknown, Request = unknown> =
  /** All that the storage has, in place of what was known. */
  | {
      readonly type: 'read'
      readonly operations: readonly Operation<Intent>[]
      readonly parcels: readonly Parcel<Request>[]
    }
  /** Written already, by this page or another one. */
  | { readonly type: 'written'; readonly writing: Writing<Intent, Request> }
  | { readonly type: 'leads'; readonly leads: boolean }
  | { readonly type: 'person'; readonly person: string | null }
  /** Time has passed; `hurry`: and it may work now (network, page in sight, sign-in). */
  | { readonly type: 'wake'; readonly hurry?: true }
  /** Its parcel is stored, with its operations as sent. */
  | { readonly type: 'packed'; readonly parcel: Parcel<Request> }
  /** It cannot be written as things are. */
  | { readonly type: 'unpacked'; readonly lane: string; readonly id: string; readonly why?: Why }
  | { readonly type: 'answered'; readonly key: string; readonly answer: Answer }
  /** A person wants it sent again; what was refused goes as a deed of its own, by the new id. */
  | { readonly type: 'again'; readonly id: string; readonly newId: string }
  | { readonly type: 'discarded'; readonly id: string }

export type OutboxEffect<Intent = unknown, Request = unknown> =
  /** Write a parcel of these, store it, and tell `packed`. */
  | {
      readonly type: 'pack'
      readonly lane: string
      readonly key: string
      readonly operations: readonly Operation<Intent>[]
    }
  | { readonly type: 'send'; readonly parcel: Parcel<Request> }
  | { readonly type: 'write'; readonly writing: Writing<Intent, Request> }
  | { readonly type: 'settled'; readonly operation: Operation<Intent>; readonly word: Word }
  /** Wake it then, in milliseconds since 1970. */
  | { readonly type: 'wait'; readonly until: number }

// So many calls are under way at once.
const MOST_FLYING = 3
// So often the same failure of the server is tried again before a person has to look.
const MOST_FAILURES = 5
const FIRST_WAIT = 1000
const LONGEST_WAIT = 30_000
const PACKING = 'packing'
const nothing = { put: [], gone: [], parcels: [], parcelsGone: [] }

/** An outbox that knows of nothing yet and sends nothing. */
export function createOutboxState<Intent, Request>(): OutboxState<Intent, Request> {
  return { operations: [], parcels: {}, leads: false, person: null, flying: {}, tries: {} }
}

/** The operations of a lane, in their order. */
export function laneOf<Intent>(
  { operations }: Pick<OutboxState<Intent>, 'operations'>,
  lane: string,
): readonly Operation<Intent>[] {
  return operations.filter((each) => each.lane === lane)
}

/** One event; `now` in milliseconds since 1970. */
export function reduceOutbox<Intent, Request>(
  state: OutboxState<Intent, Request>,
  event: OutboxEvent<Intent, Request>,
  now: number,
): readonly [OutboxState<Intent, Request>, readonly OutboxEffect<Intent, Request>[]] {
  const [applied, effects] = apply(state, event, now)
  const [started, starting] = start(applied, now)
  return [started, [...effects, ...starting]]
}

type Step<Intent, Request> = readonly [OutboxState<Intent, Request>, readonly OutboxEffect<Intent, Request>[]]

function apply<Intent, Request>(
  state: OutboxState<Intent, Request>,
  event: OutboxEvent<Intent, Request>,
  now: number,
): Step<Intent, Request> {
  switch (event.type) {
    case 'read': {
      const parcels = Object.fromEntries(event.parcels.map((parcel) => [parcel.key, parcel]))
      return [{ ...state, operations: bySeq(event.operations), parcels }, []]
    }
    case 'written':
      return [withWriting(state, event.writing), []]
    case 'leads':
      return [{ ...state, leads: event.leads, flying: {} }, []]
    case 'person':
      return [{ ...state, person: event.person, tries: hurried(state.tries, now) }, []]
    case 'wake':
      return [event.hurry ? { ...state, tries: hurried(state.tries, now) } : state, []]
    case 'packed': {
      const { parcel } = event
      const put = state.operations
        .filter(({ id }) => parcel.operations.includes(id))
        .map((each) => ({ ...each, state: 'sent' as const }))
      const stored = withWriting(state, { ...nothing, put, parcels: [parcel] })
      return [landed(stored, parcel.lane), []]
    }
    case 'unpacked': {
      const operation = state.operations.find(({ id }) => id === event.id)
      const after = landed(state, event.lane)
      return operation && event.why ? hold(after, [operation], event.why) : tryLater(after, event.id, '', now)
    }
    case 'answered':
      return answered(state, event.key, event.answer, now)
    case 'again':
      return again(state, event, now)
    case 'discarded':
      return discard(state, event.id)
  }
}

function answered<Intent, Request>(
  state: OutboxState<Intent, Request>,
  key: string,
  answer: Answer,
  now: number,
): Step<Intent, Request> {
  const parcel = state.parcels[key]
  if (!parcel) return [state, []]
  const after = landed(state, parcel.lane)
  const about = state.operations.filter(({ id }) => parcel.operations.includes(id))
  switch (answer.type) {
    case 'done':
      return settle(after, parcel, about, ({ id }) => answer.words[id] ?? { type: 'confirmed' })
    case 'refused': {
      if (about.length <= 1) return settle(after, parcel, about, () => ({ type: 'refused', why: answer.why }))
      // One of them is to blame, and which is not known: each by itself.
      const put = about.map(({ together: _no, ...each }) => ({ ...each, state: 'here' as const }))
      return write(after, { ...nothing, put, parcelsGone: [key] })
    }
    case 'misfit':
      return hold(after, about, answer.why)
    case 'signed-out':
      return [{ ...after, person: null }, []]
    case 'later':
    case 'failed': {
      if (answer.type === 'later') return tryLater(after, key, '', now, answer.after)
      const { code } = answer.why
      const before = state.tries[key]
      if (before?.code === code && before.count + 1 >= MOST_FAILURES) return hold(after, about, answer.why)
      return tryLater(after, key, code, now)
    }
  }
}

// The same again after a while: `named` is the server's own word on how long, in milliseconds.
function tryLater<Intent, Request>(
  state: OutboxState<Intent, Request>,
  key: string,
  code: string,
  now: number,
  named?: number,
): Step<Intent, Request> {
  const before = state.tries[key]
  const count = before?.code === code ? before.count + 1 : 1
  const until = now + (named ?? waitOf(key, count))
  return [{ ...state, tries: { ...state.tries, [key]: { code, count, until } } }, [{ type: 'wait', until }]]
}

// Each of a parcel's operations has its word, and the parcel is done with.
function settle<Intent, Request>(
  state: OutboxState<Intent, Request>,
  { key, lane }: Parcel<Request>,
  about: readonly Operation<Intent>[],
  wordOf: (operation: Operation<Intent>) => Word,
): Step<Intent, Request> {
  const words = about.map((operation) => ({ operation, word: wordOf(operation) }))
  const named = words.flatMap(({ word }) => (word.type === 'confirmed' ? (word.lane ?? []) : []))[0]
  const behind = named === undefined ? [] : laneOf(state, lane).filter((each) => !about.includes(each))
  const put = [
    ...words.flatMap(({ operation, word }) =>
      word.type === 'confirmed' ? [] : [{ ...operation, state: word.type, why: word.why }],
    ),
    ...behind.map((each) => ({ ...each, lane: named ?? lane })),
  ]
  const gone = words.flatMap(({ operation: { id }, word }) => (word.type === 'confirmed' ? [id] : []))
  const [after, effects] = write(state, { ...nothing, put, gone, parcelsGone: [key] })
  return [after, [...effects, ...words.map((each) => ({ type: 'settled', ...each }) as const)]]
}

// A person has to look at them; what was written for them stays as it is.
function hold<Intent, Request>(
  state: OutboxState<Intent, Request>,
  about: readonly Operation<Intent>[],
  why: Why,
): Step<Intent, Request> {
  const put = about.map((each) => ({ ...each, state: 'held' as const, why }))
  const [after, effects] = write(state, { ...nothing, put })
  const word = { type: 'held', why } as const
  return [after, [...effects, ...put.map((operation) => ({ type: 'settled', operation, word }) as const)]]
}

function again<Intent, Request>(
  state: OutboxState<Intent, Request>,
  { id, newId }: { readonly id: string; readonly newId: string },
  now: number,
): Step<Intent, Request> {
  const operation = state.operations.find((each) => each.id === id)
  if (operation?.state !== 'refused' && operation?.state !== 'held') return [state, []]
  const { why: _was, ...rest } = operation
  const parcel = parcelOf(state, id)
  // What may have reached the server goes as it was, under its own key.
  if (parcel) {
    const mates = state.operations.filter((each) => parcel.operations.includes(each.id))
    const put = mates.map(({ why: _no, ...each }) => ({ ...each, state: 'sent' as const }))
    const { [parcel.key]: _tried, ...tries } = state.tries
    return write({ ...state, tries }, { ...nothing, put, parcels: [{ ...parcel, at: now }] })
  }
  const put = [{ ...rest, id: newId, state: 'here' as const, at: now }]
  return write(state, { ...nothing, put, gone: [id] })
}

function discard<Intent, Request>(state: OutboxState<Intent, Request>, id: string): Step<Intent, Request> {
  const operation = state.operations.find((each) => each.id === id)
  if (!operation || isUnderWay(state, operation)) return [state, []]
  const parcel = parcelOf(state, id)
  const left = parcel?.operations.filter((each) => each !== id && state.operations.some((o) => o.id === each))
  const parcelsGone = parcel && left?.length === 0 ? [parcel.key] : []
  return write(state, { ...nothing, gone: [id], parcelsGone })
}

/** Is its lane's call under way with it? Then nobody can take it back. */
export function isUnderWay<Intent, Request>(
  { flying }: OutboxState<Intent, Request>,
  { lane, state }: Operation<Intent>,
): boolean {
  const now = flying[lane]
  return now !== undefined && (state === 'sent' || now === PACKING)
}

function start<Intent, Request>(state: OutboxState<Intent, Request>, now: number): Step<Intent, Request> {
  if (!state.leads || state.person === null) return [state, []]
  const flying: Record<string, string> = { ...state.flying }
  const effects: OutboxEffect<Intent, Request>[] = []
  const old: Operation<Intent>[] = []
  for (const lane of new Set(state.operations.map((each) => each.lane))) {
    if (Object.keys(flying).length >= MOST_FLYING) break
    const waiting = laneOf(state, lane)
    const [head] = waiting
    if (flying[lane] !== undefined || head?.user !== state.person) continue
    if (head.state === 'refused' || head.state === 'held') continue
    const parcel = parcelOf(state, head.id)
    if (now - (parcel?.at ?? head.at) >= OLD) {
      old.push(head)
    } else if (parcel) {
      if ((state.tries[parcel.key]?.until ?? 0) > now) continue
      flying[lane] = parcel.key
      effects.push({ type: 'send', parcel })
    } else {
      if ((state.tries[head.id]?.until ?? 0) > now) continue
      const operations = nextTogether(waiting)
      const key = operations.length > 1 ? `${head.id}+${operations.length - 1}` : head.id
      flying[lane] = PACKING
      effects.push({ type: 'pack', lane, key, operations })
    }
  }
  const started = { ...state, flying }
  if (old.length === 0) return [started, effects]
  const [held, holding] = hold(started, old, { code: 'outbox.old', facts: {} })
  return [held, [...effects, ...holding]]
}

function write<Intent, Request>(
  state: OutboxState<Intent, Request>,
  writing: Writing<Intent, Request>,
): Step<Intent, Request> {
  return [withWriting(state, writing), [{ type: 'write', writing }]]
}

function withWriting<Intent, Request>(
  state: OutboxState<Intent, Request>,
  { put, gone, parcels, parcelsGone }: Writing<Intent, Request>,
): OutboxState<Intent, Request> {
  const changed = new Map(put.map((each) => [each.id, each]))
  const kept = state.operations.filter(({ id }) => !gone.includes(id) && !changed.has(id))
  const all = { ...state.parcels, ...Object.fromEntries(parcels.map((parcel) => [parcel.key, parcel])) }
  const without = <Value>(record: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(record).filter(([key]) => !parcelsGone.includes(key)))
  return {
    ...state,
    operations: put.length === 0 ? kept : bySeq([...kept, ...put]),
    parcels: parcelsGone.length === 0 ? all : without(all),
    tries: parcelsGone.length === 0 ? state.tries : without(state.tries),
  }
}

const parcelOf = <Intent, Request>({ parcels }: OutboxState<Intent, Request>, id: string) =>
  Object.values(parcels).find(({ operations }) => operations.includes(id))

const landed = <Intent, Request>(state: OutboxState<Intent, Request>, lane: string) => {
  const { [lane]: _landed, ...flying } = state.flying
  return { ...state, flying }
}

const bySeq = <Intent>(operations: readonly Operation<Intent>[]) =>
  operations.toSorted((one, other) => one.seq - other.seq)

const hurried = (tries: Readonly<Record<string, Try>>, now: number) =>
  Object.fromEntries(Object.entries(tries).map(([key, each]) => [key, { ...each, until: now }]))

// Doubled each time up to half a minute, and spread, so that devices that lost the network together do not return together.
const waitOf = (key: string, count: number): number => {
  const full = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(count - 1, 10))
  let spread = count
  for (const letter of key) spread = (spread * 31 + letter.charCodeAt(0)) % 1009
  return Math.round(full * (0.5 + spread / 2018))
}
