// State, events and effects of the outbox.
import type { Operation, Parcel, Why } from './operation.ts'
import { type Tries, withoutTries } from './tries.ts'

/** The result of a parcel's call. */
export type Answer =
  /** Understood: the result of each operation, by id. */
  | { readonly type: 'done'; readonly results: Readonly<Record<string, OperationResult>> }
  /** It was not done, and its document has changed: the call is written again. */
  | { readonly type: 'anew' }
  | NoAnswer

/** There is no result of the operations. */
export type NoAnswer =
  /** Refused as a whole; nothing was done. */
  | {
      readonly type: 'refused'
      readonly why: Why
      /** About their whole document: those behind them that could share their call are refused, too. */
      readonly all?: true
    }
  /** No answer, or 'later': a retry finds out. `after` in milliseconds, if the server named a time. */
  | { readonly type: 'later'; readonly after?: number }
  /** The server failed. After five equal failures in a row, a person must look. */
  | { readonly type: 'failed'; readonly why: Why }
  /** An unreadable answer, or a body that a newer server does not know. */
  | { readonly type: 'misfit'; readonly why: Why }
  | { readonly type: 'signed-out' }

/** The result of one operation. `detail` is the server's reply, as read by the packer. */
export type OperationResult =
  /** `lane`: the new name of its lane. */
  | { readonly type: 'confirmed'; readonly detail?: unknown; readonly lane?: string }
  | { readonly type: 'refused'; readonly why: Why }
  | { readonly type: 'held'; readonly why: Why }

/** Renamed lanes. */
export type Names = Readonly<Record<string, string>>

export interface OutboxState<Intent = unknown, Request = unknown> {
  /** All operations of this device, in order. */
  readonly operations: readonly Operation<Intent>[]
  readonly parcels: Readonly<Record<string, Parcel<Request>>>
  readonly names: Names
  /**
   * Refused operations whose screen has taken the refusal over, in order: to be listed, and sent again by
   * hand.
   */
  readonly closed: readonly Operation<Intent>[]
  /**
   * The ids of operations that have left the outbox. Only `back` brings one back, whatever else is read or
   * heard later.
   */
  readonly ended: ReadonlySet<string>
  /** This page sends; only one does. */
  readonly leads: boolean
  /** The user name with a valid sign-in; null: nobody. */
  readonly person: string | null
  /** Running calls, by lane. */
  readonly flying: Readonly<Record<string, string>>
  /** Lanes whose call was running when the network came back: one without an answer is retried at once. */
  readonly hurried: readonly string[]
  /** Failed attempts: of parcels by key, of operations that could not be packed by id. */
  readonly tries: Tries
}

/** The changes of one transaction. */
export interface Writing<Intent = unknown, Request = unknown> {
  readonly put: readonly Operation<Intent>[]
  readonly gone: readonly string[]
  readonly parcels: readonly Parcel<Request>[]
  readonly parcelsGone: readonly string[]
  readonly names?: Names
  /** Ids that were to go and have not: another page has packed them, and they may be on their way. */
  readonly back?: readonly string[]
}

export type OutboxEvent<Intent = unknown, Request = unknown> =
  /** Everything stored, replacing the known state. */
  | {
      readonly type: 'read'
      readonly operations: readonly Operation<Intent>[]
      readonly parcels: readonly Parcel<Request>[]
      readonly names: Names
    }
  /** Already stored, by this page or another one. */
  | { readonly type: 'written'; readonly writing: Writing<Intent, Request> }
  | { readonly type: 'leads'; readonly leads: boolean }
  | { readonly type: 'person'; readonly person: string | null }
  /** The person's rights were read: what they were refused for may succeed now. */
  | { readonly type: 'rights' }
  /** Time has passed; `hurry`: a retry may succeed now (network, page visible, sign-in). */
  | { readonly type: 'wake'; readonly hurry?: true }
  /** The operations to pack as they are stored: in a parcel, or as another page has left them. */
  | { readonly type: 'packed'; readonly lane: string; readonly writing: Writing<Intent, Request> }
  /** This operation cannot be packed now. */
  | { readonly type: 'unpacked'; readonly lane: string; readonly id: string; readonly answer: NoAnswer }
  | { readonly type: 'answered'; readonly key: string; readonly answer: Answer }
  /**
   * A person wants a retry; a refused operation becomes a new one with the new id, and with this intent, if
   * one is given. `anew`: so does one whose key the server may have deleted by now; left out: its call is
   * sent unchanged.
   */
  | {
      readonly type: 'again'
      readonly id: string
      readonly newId: string
      readonly intent?: Intent
      readonly anew?: boolean
    }
  /** Its screen shows the refusal: it is listed as refused, and its lane goes on. */
  | { readonly type: 'closed'; readonly id: string; readonly why: Why }
  /** A closed one is done with. */
  | { readonly type: 'forgotten'; readonly ids: readonly string[] }
  | { readonly type: 'discarded'; readonly id: string }

export type OutboxEffect<Intent = unknown, Request = unknown> =
  /** Write and store a parcel of these, then send `packed`. */
  | {
      readonly type: 'pack'
      readonly lane: string
      readonly key: string
      readonly operations: readonly Operation<Intent>[]
    }
  | { readonly type: 'send'; readonly parcel: Parcel<Request> }
  | { readonly type: 'write'; readonly writing: Writing<Intent, Request> }
  | { readonly type: 'settled'; readonly operation: Operation<Intent>; readonly word: OperationResult }
  /** Wake it at this time, in milliseconds that only run forward. */
  | { readonly type: 'wait'; readonly until: number }

/** A state, and effects. */
export type Step<Intent, Request> = readonly [
  OutboxState<Intent, Request>,
  readonly OutboxEffect<Intent, Request>[],
]

/** No changes. */
export const NO_CHANGES: Writing<never, never> = { put: [], gone: [], parcels: [], parcelsGone: [] }

/** In `flying`: the call is being written. */
export const PACKING = 'packing'

/** The initial state: empty, and not sending. */
export function createOutboxState<Intent, Request>(): OutboxState<Intent, Request> {
  const nothing = { operations: [], closed: [], parcels: {}, names: {}, flying: {}, hurried: [], tries: {} }
  return { ...nothing, ended: new Set(), leads: false, person: null }
}

/** The operations of a lane, in order. */
export function laneOf<Intent>(
  { operations }: Pick<OutboxState<Intent>, 'operations'>,
  lane: string,
): readonly Operation<Intent>[] {
  return operations.filter((each) => each.lane === lane)
}

/** The parcel of an operation. */
export function parcelOf<Request>(
  { parcels }: Pick<OutboxState<unknown, Request>, 'parcels'>,
  id: string,
): Parcel<Request> | undefined {
  return Object.values(parcels).find(({ operations }) => operations.includes(id))
}

/** Is it part of its lane's running call? Then it cannot be taken back. */
export function isUnderWay<Intent, Request>(
  { flying }: OutboxState<Intent, Request>,
  { lane, state }: Operation<Intent>,
): boolean {
  const now = flying[lane]
  return now !== undefined && (state === 'sent' || now === PACKING)
}

/** The codes of what waits until the person has a right again begin so. */
export const RIGHTS = 'outbox.rights.'

/** Must a person look before it continues? */
export function needsPerson({ state }: Operation): boolean {
  return state === 'refused' || state === 'held'
}

/**
 * May it be discarded? Not if it may have reached the server, or another page may be sending it: only what
 * waits for a person, or is behind such, or has not left the sending page.
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

/** Replaces the state by everything stored, except where this page knows better. */
export function withAll<Intent, Request>(
  state: OutboxState<Intent, Request>,
  operations: readonly Operation<Intent>[],
  parcels: readonly Parcel<Request>[],
  names: Names,
): OutboxState<Intent, Request> {
  const known = { ...state.names, ...names }
  const all = named(bySeq(operations.map((each) => newerOf(each, inState(state, each.id)))), known)
  return {
    ...state,
    ...partition(all),
    parcels: Object.fromEntries(parcels.map((parcel) => [parcel.key, parcel])),
    names: known,
  }
}

/** Applies stored changes. */
export function withWriting<Intent, Request>(
  state: OutboxState<Intent, Request>,
  { put, gone, parcels, parcelsGone, names, back = [] }: Writing<Intent, Request>,
): OutboxState<Intent, Request> {
  const isAsBefore = gone.length === 0 && back.length === 0
  const ended = isAsBefore
    ? state.ended
    : new Set([...state.ended, ...gone].filter((id) => !back.includes(id)))
  const changed = new Set([...put.map(({ id }) => id), ...gone])
  const isKept = ({ id }: Operation<Intent>) => !changed.has(id)
  const kept = [...state.operations.filter(isKept), ...state.closed.filter(isKept)]
  const taken = put.flatMap((each) => (ended.has(each.id) ? [] : newerOf(each, inState(state, each.id))))
  const operations = taken.length === 0 ? kept : bySeq([...kept, ...taken])
  const known = names ? { ...state.names, ...names } : state.names
  const all = { ...state.parcels, ...Object.fromEntries(parcels.map((parcel) => [parcel.key, parcel])) }
  return {
    ...state,
    ...partition(named(operations, known)),
    flying: names ? renamed(state.flying, names) : state.flying,
    parcels: Object.fromEntries(Object.entries(all).filter(([key]) => !parcelsGone.includes(key))),
    names: known,
    ended,
    tries: withoutTries(state.tries, [...gone, ...parcelsGone]),
  }
}

const inState = <Intent>({ operations, closed }: OutboxState<Intent>, id: string) =>
  operations.find((each) => each.id === id) ?? closed.find((each) => each.id === id)

const partition = <Intent>(all: readonly Operation<Intent>[]) => ({
  operations: all.filter((each) => each.closed === undefined),
  closed: all.filter((each) => each.closed !== undefined),
})

/** The newer version of an operation; the first of two equal ones. */
export function newerOf<Intent>(
  one: Operation<Intent>,
  other: Operation<Intent> | undefined,
): Operation<Intent> {
  return other && (other.rev ?? 0) > (one.rev ?? 0) ? other : one
}

// The caller of `append` may not know a lane's new name yet.
const named = <Intent>(operations: readonly Operation<Intent>[], names: Names) =>
  operations.map((each) => {
    const lane = names[each.lane]
    return lane === undefined ? each : { ...each, lane }
  })

// A running call stays with its renamed lane.
const renamed = (flying: Readonly<Record<string, string>>, names: Names) =>
  Object.fromEntries(Object.entries(flying).map(([lane, key]) => [names[lane] ?? lane, key]))

const bySeq = <Intent>(operations: readonly Operation<Intent>[]) =>
  operations.toSorted((one, other) => one.seq - other.seq)
