// What the outbox knows, what it hears, and what it wants done.
import type { Operation, Parcel, Why } from './operation.ts'
import { type Tries, withoutTries } from './tries.ts'

/** What the server's answer to a parcel came to. */
export type Answer =
  /** Read and understood: for each operation by its id what became of it. */
  { readonly type: 'done'; readonly words: Readonly<Record<string, Word>> } | NoAnswer

/** The server has said nothing about what was asked, or nothing good. */
export type NoAnswer =
  /** Refused as a whole; nothing of it was done. */
  | { readonly type: 'refused'; readonly why: Why }
  /** No answer, or one that says 'later': the same again finds out. `after` in milliseconds, where a time was named. */
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

/** Lanes that have another name by now. */
export type Names = Readonly<Record<string, string>>

export interface OutboxState<Intent = unknown, Request = unknown> {
  /** All of this device, in their order. */
  readonly operations: readonly Operation<Intent>[]
  readonly parcels: Readonly<Record<string, Parcel<Request>>>
  readonly names: Names
  /** This page sends; only one does. */
  readonly leads: boolean
  /** Whose sign-in is good; null: nobody's. */
  readonly person: string | null
  /** What is under way, by lane. */
  readonly flying: Readonly<Record<string, string>>
  /** What did not get through: parcels by key, operations that could not be written by id. */
  readonly tries: Tries
}

/** What is written in one transaction. */
export interface Writing<Intent = unknown, Request = unknown> {
  readonly put: readonly Operation<Intent>[]
  readonly gone: readonly string[]
  readonly parcels: readonly Parcel<Request>[]
  readonly parcelsGone: readonly string[]
  readonly names?: Names
}

export type OutboxEvent<Intent = unknown, Request = unknown> =
  /** All that the storage has, in place of what was known. */
  | {
      readonly type: 'read'
      readonly operations: readonly Operation<Intent>[]
      readonly parcels: readonly Parcel<Request>[]
      readonly names: Names
    }
  /** Written already, by this page or another one. */
  | { readonly type: 'written'; readonly writing: Writing<Intent, Request> }
  | { readonly type: 'leads'; readonly leads: boolean }
  | { readonly type: 'person'; readonly person: string | null }
  /** Time has passed; `hurry`: and it may work now (network, page in sight, sign-in). */
  | { readonly type: 'wake'; readonly hurry?: true }
  /** What was to be packed has been looked at on the disk, and stands there like this: as a parcel, or as another page has left it. */
  | { readonly type: 'packed'; readonly lane: string; readonly writing: Writing<Intent, Request> }
  /** This operation cannot be written as things are. */
  | { readonly type: 'unpacked'; readonly lane: string; readonly id: string; readonly answer: NoAnswer }
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

/** A state, and what is wanted done. */
export type Step<Intent, Request> = readonly [
  OutboxState<Intent, Request>,
  readonly OutboxEffect<Intent, Request>[],
]

/** Nothing to write. */
export const NOTHING: Writing<never, never> = { put: [], gone: [], parcels: [], parcelsGone: [] }

/** In `flying`: its call is being written. */
export const PACKING = 'packing'

/** An outbox that knows of nothing yet and sends nothing. */
export function createOutboxState<Intent, Request>(): OutboxState<Intent, Request> {
  return { operations: [], parcels: {}, names: {}, leads: false, person: null, flying: {}, tries: {} }
}

/** The operations of a lane, in their order. */
export function laneOf<Intent>(
  { operations }: Pick<OutboxState<Intent>, 'operations'>,
  lane: string,
): readonly Operation<Intent>[] {
  return operations.filter((each) => each.lane === lane)
}

/** The parcel that an operation is in. */
export function parcelOf<Request>(
  { parcels }: Pick<OutboxState<unknown, Request>, 'parcels'>,
  id: string,
): Parcel<Request> | undefined {
  return Object.values(parcels).find(({ operations }) => operations.includes(id))
}

/** Is its lane's call under way with it? Then nobody can take it back. */
export function isUnderWay<Intent, Request>(
  { flying }: OutboxState<Intent, Request>,
  { lane, state }: Operation<Intent>,
): boolean {
  const now = flying[lane]
  return now !== undefined && (state === 'sent' || now === PACKING)
}

/** Does a person have to look before it goes on? */
export function needsPerson({ state }: Operation): boolean {
  return state === 'refused' || state === 'held'
}

/**
 * Can it be thrown away? What may have reached the server cannot, nor what another page may be sending this moment: only what waits
 * for a person, or stands behind such, or has not left the page that sends.
 */
export function mayDiscard<Intent, Request>(
  state: OutboxState<Intent, Request>,
  operation: Operation<Intent>,
): boolean {
  if (needsPerson(operation)) return true
  const [head] = laneOf(state, operation.lane)
  const parked = head !== undefined && needsPerson(head)
  return operation.state === 'here' && !isUnderWay(state, operation) && (parked || state.leads)
}

/** Takes over all that the storage has. */
export function withAll<Intent, Request>(
  state: OutboxState<Intent, Request>,
  operations: readonly Operation<Intent>[],
  parcels: readonly Parcel<Request>[],
  names: Names,
): OutboxState<Intent, Request> {
  const known = { ...state.names, ...names }
  return {
    ...state,
    operations: named(bySeq(operations), known),
    parcels: Object.fromEntries(parcels.map((parcel) => [parcel.key, parcel])),
    names: known,
  }
}

/** Takes over what is written. */
export function withWriting<Intent, Request>(
  state: OutboxState<Intent, Request>,
  { put, gone, parcels, parcelsGone, names }: Writing<Intent, Request>,
): OutboxState<Intent, Request> {
  const changed = new Set([...put.map(({ id }) => id), ...gone])
  const kept = state.operations.filter(({ id }) => !changed.has(id))
  const operations = put.length === 0 ? kept : bySeq([...kept, ...put])
  const known = names ? { ...state.names, ...names } : state.names
  const all = { ...state.parcels, ...Object.fromEntries(parcels.map((parcel) => [parcel.key, parcel])) }
  return {
    ...state,
    operations: named(operations, known),
    flying: names ? renamed(state.flying, names) : state.flying,
    parcels: Object.fromEntries(Object.entries(all).filter(([key]) => !parcelsGone.includes(key))),
    names: known,
    tries: withoutTries(state.tries, [...gone, ...parcelsGone]),
  }
}

// Who appends may not have heard yet what a lane is called by now.
const named = <Intent>(operations: readonly Operation<Intent>[], names: Names) =>
  operations.map((each) => {
    const lane = names[each.lane]
    return lane === undefined ? each : { ...each, lane }
  })

// A call that is under way is its lane's, whatever the lane is called by now.
const renamed = (flying: Readonly<Record<string, string>>, names: Names) =>
  Object.fromEntries(Object.entries(flying).map(([lane, key]) => [names[lane] ?? lane, key]))

const bySeq = <Intent>(operations: readonly Operation<Intent>[]) =>
  operations.toSorted((one, other) => one.seq - other.seq)
