// State, events and effects of the outbox.
import type { Batch, Operation, Why } from './operation.ts'
import { type RetryStates, removeRetries } from './retries.ts'

/** The outcome of a batch's call. */
export type Answer =
  /** The server answered: the result of each operation, by id. */
  | { readonly type: 'done'; readonly results: Readonly<Record<string, OperationResult>> }
  /** Not executed, and the document has changed since: the request is rebuilt. */
  | { readonly type: 'anew' }
  | CallFailure

/** The outcome of a call that gave no result for each operation. */
export type CallFailure =
  /** Refused as a whole: nothing was changed. */
  | {
      readonly type: 'refused'
      readonly why: Why
      /** The refusal is about the whole document: later operations that could share the call fail too. */
      readonly all?: true
    }
  /** No answer, or a temporary failure: retry. `after` is the server's retry delay in milliseconds. */
  | { readonly type: 'later'; readonly after?: number }
  /** A server error. After five equal errors in a row, a user must decide. */
  | { readonly type: 'failed'; readonly why: Why }
  /** An unreadable answer, or a request body that a newer server does not accept. */
  | { readonly type: 'unreadable'; readonly why: Why }
  | { readonly type: 'signed-out' }

/** The result of one operation. `detail` is the server's reply, parsed by app/outbox/build-request.ts. */
export type OperationResult =
  /** `lane`: the new name of its lane, once a new document has a number. */
  | { readonly type: 'confirmed'; readonly detail?: unknown; readonly lane?: string }
  | { readonly type: 'refused'; readonly why: Why }
  | { readonly type: 'held'; readonly why: Why }

/** Renamed lanes: old name to new name. */
export type LaneNames = Readonly<Record<string, string>>

export interface OutboxState<Intent = unknown, Request = unknown> {
  /** All operations of this device that are not closed, in order. */
  readonly operations: readonly Operation<Intent>[]
  readonly batches: Readonly<Record<string, Batch<Request>>>
  readonly names: LaneNames
  /**
   * Refused operations whose screen has shown the refusal, in order. They stay listed, and a user can send
   * them again.
   */
  readonly closed: readonly Operation<Intent>[]
  /**
   * Ids of operations that have left the outbox. Only `Writing.back` restores one: later reads and messages
   * of other pages do not.
   */
  readonly ended: ReadonlySet<string>
  /** This page is the leader: the only page that sends. */
  readonly isLeader: boolean
  /** The name of the signed-in user; null: no valid sign-in. */
  readonly person: string | null
  /** Calls in flight, by lane: the batch's key, or `PACKING`. */
  readonly inFlight: Readonly<Record<string, string>>
  /** Lanes whose call was in flight when the network came back. A lost call is retried without delay. */
  readonly retryNowLanes: readonly string[]
  /** Failed attempts: by key for batches, by operation id if the request could not be built. */
  readonly tries: RetryStates
}

/** The changes that one transaction stores. */
export interface Writing<Intent = unknown, Request = unknown> {
  readonly put: readonly Operation<Intent>[]
  readonly gone: readonly string[]
  readonly batches: readonly Batch<Request>[]
  readonly batchesGone: readonly string[]
  readonly names?: LaneNames
  /** Ids whose delete was rejected: another page has put them into a batch, which may be in flight. */
  readonly back?: readonly string[]
}

export type OutboxEvent<Intent = unknown, Request = unknown> =
  /** The whole stored content. It replaces the state in memory. */
  | {
      readonly type: 'read'
      readonly operations: readonly Operation<Intent>[]
      readonly batches: readonly Batch<Request>[]
      readonly names: LaneNames
    }
  /** Changes that this page or another one has stored. */
  | { readonly type: 'written'; readonly writing: Writing<Intent, Request> }
  | { readonly type: 'leads'; readonly isLeader: boolean }
  | { readonly type: 'person'; readonly person: string | null }
  /** The user's rights were reloaded: operations held for a missing right may succeed now. */
  | { readonly type: 'rights' }
  /** Time has passed. `retryNow`: retry now (the network is back, the page is visible, a user signed in). */
  | { readonly type: 'wake'; readonly retryNow?: true }
  /** The batch is built. `writing` is the stored state, which another page may have changed first. */
  | { readonly type: 'packed'; readonly lane: string; readonly writing: Writing<Intent, Request> }
  /** The request of this operation cannot be built now. */
  | { readonly type: 'unpacked'; readonly lane: string; readonly id: string; readonly answer: CallFailure }
  | { readonly type: 'answered'; readonly key: string; readonly answer: Answer }
  /**
   * A user retries. An operation without a batch becomes a new one with `newId`, and `intent` if given. A
   * batch is sent unchanged, unless `anew` is set and the server may have deleted its key by now.
   */
  | {
      readonly type: 'again'
      readonly id: string
      readonly newId: string
      readonly intent?: Intent
      readonly anew?: boolean
    }
  /** A screen shows the refusal. The operation stays listed as refused, and its lane continues. */
  | { readonly type: 'closed'; readonly id: string; readonly why: Why }
  /** Closed operations to delete. */
  | { readonly type: 'forgotten'; readonly ids: readonly string[] }
  | { readonly type: 'discarded'; readonly id: string }

export type OutboxEffect<Intent = unknown, Request = unknown> =
  /** Build and store a batch of these operations, then dispatch `packed` or `unpacked`. */
  | {
      readonly type: 'pack'
      readonly lane: string
      readonly key: string
      readonly operations: readonly Operation<Intent>[]
    }
  | { readonly type: 'send'; readonly batch: Batch<Request> }
  | { readonly type: 'write'; readonly writing: Writing<Intent, Request> }
  | { readonly type: 'settled'; readonly operation: Operation<Intent>; readonly result: OperationResult }
  /** Dispatch `wake` at this time, in milliseconds of a monotonic clock. */
  | { readonly type: 'wait'; readonly until: number }

/** The next state, and the effects to run. */
export type Step<Intent, Request> = readonly [
  OutboxState<Intent, Request>,
  readonly OutboxEffect<Intent, Request>[],
]

/** No changes. */
export const NO_CHANGES: Writing<never, never> = { put: [], gone: [], batches: [], batchesGone: [] }

/** The entry of a lane in `inFlight` while its request is being built. */
export const PACKING = 'packing'

/** The initial state: empty, and not sending. */
export function createOutboxState<Intent, Request>(): OutboxState<Intent, Request> {
  const nothing = {
    operations: [],
    closed: [],
    batches: {},
    names: {},
    inFlight: {},
    retryNowLanes: [],
    tries: {},
  }
  return { ...nothing, ended: new Set(), isLeader: false, person: null }
}

/** The operations of a lane, in order. */
export function laneOf<Intent>(
  { operations }: Pick<OutboxState<Intent>, 'operations'>,
  lane: string,
): readonly Operation<Intent>[] {
  return operations.filter((each) => each.lane === lane)
}

/** The batch that contains an operation. */
export function batchOf<Request>(
  { batches }: Pick<OutboxState<unknown, Request>, 'batches'>,
  id: string,
): Batch<Request> | undefined {
  return Object.values(batches).find(({ operations }) => operations.includes(id))
}

/** Is the operation part of its lane's call in flight? Then it cannot be discarded. */
export function isInFlight<Intent, Request>(
  { inFlight }: OutboxState<Intent, Request>,
  { lane, state }: Operation<Intent>,
): boolean {
  const now = inFlight[lane]
  return now !== undefined && (state === 'sent' || now === PACKING)
}

/** Prefix of the codes of operations that are held for a missing right. */
export const MISSING_RIGHT_PREFIX = 'outbox.rights.'

/** Does the cause go away once the user has a right again? */
export function isMissingRight(why: Why | undefined): boolean {
  return why?.code.startsWith(MISSING_RIGHT_PREFIX) === true
}

/** Is it held until the signed-in user has a right again? */
export function isHeldForRight({ person }: Pick<OutboxState, 'person'>, operation: Operation): boolean {
  return operation.state === 'held' && operation.user === person && isMissingRight(operation.why)
}

/** Does it block its lane until a user decides? */
export function needsPerson({ state }: Operation): boolean {
  return state === 'refused' || state === 'held'
}

/**
 * May the operation be discarded? Yes if a user must decide. Otherwise only if it was never sent and is not
 * in flight, and its lane is blocked or this page is the leader.
 */
export function mayDiscard<Intent, Request>(
  state: OutboxState<Intent, Request>,
  operation: Operation<Intent>,
): boolean {
  if (needsPerson(operation)) return true
  const [head] = laneOf(state, operation.lane)
  const isBlocked = head !== undefined && needsPerson(head)
  return operation.state === 'here' && !isInFlight(state, operation) && (isBlocked || state.isLeader)
}

/** May the operation be withdrawn? Only by the leader, if it was never sent and is not in flight. */
export function mayWithdraw<Intent, Request>(
  state: OutboxState<Intent, Request>,
  operation: Operation<Intent>,
): boolean {
  return state.isLeader && operation.state === 'here' && !isInFlight(state, operation)
}

/** The current name of a lane: a new document's lane is renamed once the server assigns its number. */
export function laneNameOf({ names }: Pick<OutboxState, 'names'>, lane: string): string {
  return names[lane] ?? lane
}

/** The lanes in which these changes add or delete operations. */
export function changedLanes<Intent, Request>(
  state: OutboxState<Intent, Request>,
  writings: readonly Writing<Intent, Request>[],
): ReadonlySet<string> {
  const known = new Map(state.operations.map(({ id, lane }) => [id, lane]))
  const lanes = writings.flatMap(({ put, gone }) => [
    ...put.flatMap(({ id, lane }) => (known.has(id) ? [] : laneNameOf(state, lane))),
    ...gone.flatMap((id) => known.get(id) ?? []),
  ])
  return new Set(lanes)
}

/** Replaces operations and batches by the stored ones, except operations that are newer on this page. */
export function withStored<Intent, Request>(
  state: OutboxState<Intent, Request>,
  operations: readonly Operation<Intent>[],
  batches: readonly Batch<Request>[],
  names: LaneNames,
): OutboxState<Intent, Request> {
  const known = { ...state.names, ...names }
  const all = withNewNames(bySeq(operations.map((each) => newerOf(each, findById(state, each.id)))), known)
  return {
    ...state,
    ...partition(all),
    batches: Object.fromEntries(batches.map((batch) => [batch.key, batch])),
    names: known,
  }
}

/** Applies stored changes. */
export function withChanges<Intent, Request>(
  state: OutboxState<Intent, Request>,
  { put, gone, batches, batchesGone, names, back = [] }: Writing<Intent, Request>,
): OutboxState<Intent, Request> {
  const hasNoRemovals = gone.length === 0 && back.length === 0
  const ended = hasNoRemovals
    ? state.ended
    : new Set([...state.ended, ...gone].filter((id) => !back.includes(id)))
  const changed = new Set([...put.map(({ id }) => id), ...gone])
  const isKept = ({ id }: Operation<Intent>) => !changed.has(id)
  const kept = [...state.operations.filter(isKept), ...state.closed.filter(isKept)]
  const accepted = put.flatMap((each) => (ended.has(each.id) ? [] : newerOf(each, findById(state, each.id))))
  const operations = accepted.length === 0 ? kept : bySeq([...kept, ...accepted])
  const known = names ? { ...state.names, ...names } : state.names
  const all = { ...state.batches, ...Object.fromEntries(batches.map((batch) => [batch.key, batch])) }
  return {
    ...state,
    ...partition(withNewNames(operations, known)),
    inFlight: names ? renameLanes(state.inFlight, names) : state.inFlight,
    batches: Object.fromEntries(Object.entries(all).filter(([key]) => !batchesGone.includes(key))),
    names: known,
    ended,
    tries: removeRetries(state.tries, [...gone, ...batchesGone]),
  }
}

const findById = <Intent>({ operations, closed }: OutboxState<Intent>, id: string) =>
  operations.find((each) => each.id === id) ?? closed.find((each) => each.id === id)

const partition = <Intent>(all: readonly Operation<Intent>[]) => ({
  operations: all.filter((each) => each.closed === undefined),
  closed: all.filter((each) => each.closed !== undefined),
})

/** Returns the newer of two versions of an operation; the first one if both are equal. */
export function newerOf<Intent>(
  one: Operation<Intent>,
  other: Operation<Intent> | undefined,
): Operation<Intent> {
  return other && (other.rev ?? 0) > (one.rev ?? 0) ? other : one
}

// Callers of `append` may still use a lane's old name.
const withNewNames = <Intent>(operations: readonly Operation<Intent>[], names: LaneNames) =>
  operations.map((each) => {
    const lane = names[each.lane]
    return lane === undefined ? each : { ...each, lane }
  })

// A call in flight stays with its lane when the lane is renamed.
const renameLanes = (inFlight: Readonly<Record<string, string>>, names: LaneNames) =>
  Object.fromEntries(Object.entries(inFlight).map(([lane, key]) => [names[lane] ?? lane, key]))

const bySeq = <Intent>(operations: readonly Operation<Intent>[]) =>
  operations.toSorted((one, other) => one.seq - other.seq)
