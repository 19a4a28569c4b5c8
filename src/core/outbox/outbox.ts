// The outbox reducer: (state, event, now) -> [state, effects]. Its adapter (app/outbox) has the storage,
// network, locks and clock. docs/outbox.md lists the guarantees.
//
// One call at a time per lane, in order. A refused or held first operation blocks its own lane only. An
// operation leaves the outbox only by the server's reply or a user's decision.
import {
  type Batch,
  CLOSED_REFUSAL_RETENTION_MS,
  MAX_OPERATION_AGE_MS,
  type Operation,
  selectBatch,
  type Why,
} from './operation.ts'
import { countFailure, isDue, makeAllDue, removeRetries } from './retries.ts'
import {
  type Answer,
  batchOf,
  type CallFailure,
  isHeldForRight,
  laneNameOf,
  laneOf,
  mayDiscard,
  NO_CHANGES,
  needsPerson,
  type OperationResult,
  type OutboxEffect,
  type OutboxEvent,
  type OutboxState,
  PACKING,
  type Step,
  type Writing,
  withChanges,
  withStored,
} from './state.ts'

const maxCallsInFlight = 3
// After this many equal server failures in a row, a user must decide.
const maxEqualFailures = 5

/**
 * Processes one event. `now` is milliseconds since 1970. Retry times use `elapsed`, a monotonic clock, so
 * that setting back the device's clock does not stop retries.
 */
export function reduceOutbox<Intent, Request>(
  state: OutboxState<Intent, Request>,
  event: OutboxEvent<Intent, Request>,
  now: number,
  elapsed = now,
): Step<Intent, Request> {
  const [applied, effects] = apply(state, event, now, elapsed)
  const [cleared, clearing] = applied.isLeader
    ? forget(applied, ({ closed = now }) => now - closed > CLOSED_REFUSAL_RETENTION_MS)
    : ([applied, []] as const)
  const [started, starting] = start(cleared, now, elapsed)
  return [started, [...effects, ...clearing, ...starting]]
}

function apply<Intent, Request>(
  state: OutboxState<Intent, Request>,
  event: OutboxEvent<Intent, Request>,
  now: number,
  elapsed: number,
): Step<Intent, Request> {
  switch (event.type) {
    case 'read':
      return read(state, event)
    case 'written':
      return deleteEnded(withChanges(state, event.writing), event.writing.put)
    case 'leads':
      return [{ ...state, isLeader: event.isLeader, inFlight: {}, retryNowLanes: [] }, []]
    case 'person':
      return [{ ...state, person: event.person, tries: makeAllDue(state.tries, elapsed) }, []]
    case 'rights':
      return released(state)
    case 'wake':
      return [event.retryNow ? withRetryNow(state, elapsed) : state, []]
    case 'packed':
      return [withChanges(withoutCallOf(state, event.lane), event.writing), []]
    case 'unpacked':
      return unpacked(state, event, elapsed)
    case 'answered':
      return answered(state, event.key, event.answer, elapsed)
    case 'again':
      return again(state, event, now)
    case 'closed':
      return close(state, event, now)
    case 'forgotten':
      return forget(state, ({ id }) => event.ids.includes(id))
    case 'discarded':
      return discard(state, event.id)
  }
}

const withRetryNow = <Intent, Request>(state: OutboxState<Intent, Request>, elapsed: number) => ({
  ...state,
  retryNowLanes: Object.keys(state.inFlight),
  tries: makeAllDue(state.tries, elapsed),
})

function read<Intent, Request>(
  state: OutboxState<Intent, Request>,
  { operations, batches, names }: Extract<OutboxEvent<Intent, Request>, { readonly type: 'read' }>,
): Step<Intent, Request> {
  return deleteEnded(withStored(state, operations, batches, names), operations)
}

// Deletes ended operations that are still stored: a page failed to delete them, or stored them late.
function deleteEnded<Intent, Request>(
  after: OutboxState<Intent, Request>,
  stored: readonly Operation<Intent>[],
): Step<Intent, Request> {
  const gone = stored.flatMap(({ id }) => (after.ended.has(id) ? [id] : []))
  return gone.length === 0 ? [after, []] : write(after, { ...NO_CHANGES, gone })
}

function unpacked<Intent, Request>(
  state: OutboxState<Intent, Request>,
  { lane, id, answer }: { readonly lane: string; readonly id: string; readonly answer: CallFailure },
  elapsed: number,
): Step<Intent, Request> {
  const after = withoutCallOf(state, lane)
  const operation = state.operations.find((each) => each.id === id)
  if (!operation) return [after, []]
  const affected = [
    operation,
    ...(answer.type === 'refused' && answer.all ? findSharers(after, [operation]) : []),
  ]
  return answer.type === 'refused'
    ? settle(after, affected, { lane, batchesGone: [] }, () => answer)
    : retryOrHold(after, id, [operation], answer, elapsed)
}

function answered<Intent, Request>(
  state: OutboxState<Intent, Request>,
  key: string,
  answer: Answer,
  elapsed: number,
): Step<Intent, Request> {
  const after = withoutCalls(state, (each) => each.key === key)
  const batch = state.batches[key]
  // Another page has already processed the answer.
  if (!batch) return [after, []]
  const affected = state.operations.filter(({ id }) => batch.operations.includes(id))
  const done = { lane: batch.lane, batchesGone: [key] }
  switch (answer.type) {
    case 'done':
      return settle(after, affected, done, ({ id }) => answer.results[id] ?? { type: 'confirmed' })
    case 'refused': {
      if (answer.all) return settle(after, [...affected, ...findSharers(after, affected)], done, () => answer)
      // One operation caused the refusal, but the answer does not say which: send each one alone.
      return affected.length <= 1
        ? settle(after, affected, done, () => answer)
        : splitBatch(after, affected, key)
    }
    case 'anew':
      return splitBatch(after, affected, key)
    default:
      return retryOrHold(after, key, affected, answer, elapsed)
  }
}

// Drops the batch. Each operation is then sent in its own call.
const splitBatch = <Intent, Request>(
  state: OutboxState<Intent, Request>,
  affected: readonly Operation<Intent>[],
  key: string,
): Step<Intent, Request> => {
  const put = affected.map(({ together: _no, key: _former, ...each }) => ({
    ...each,
    state: 'here' as const,
  }))
  return write(state, { ...NO_CHANGES, put, batchesGone: [key] })
}

// Finds later operations that could share the call.
const findSharers = <Intent, Request>(
  state: OutboxState<Intent, Request>,
  affected: readonly Operation<Intent>[],
): readonly Operation<Intent>[] => {
  const [first] = affected
  if (first?.together === undefined) return []
  return laneOf(state, first.lane).filter(
    (each) =>
      !affected.includes(each) &&
      each.together === first.together &&
      each.user === first.user &&
      each.state === 'here',
  )
}

// Handles a call without a result: schedules a retry, or holds the operations.
function retryOrHold<Intent, Request>(
  state: OutboxState<Intent, Request>,
  key: string,
  affected: readonly Operation<Intent>[],
  answer: Exclude<CallFailure, { readonly type: 'refused' }>,
  elapsed: number,
): Step<Intent, Request> {
  if (answer.type === 'unreadable') return hold(state, affected, answer.why)
  const code = answer.type === 'failed' ? answer.why.code : ''
  const retryAfter = answer.type === 'later' ? answer.after : undefined
  const shouldRetryNow =
    answer.type === 'later' && affected.some(({ lane }) => state.retryNowLanes.includes(lane))
  const tried = countFailure(
    state.tries[key],
    key,
    code,
    elapsed,
    retryAfter ?? (shouldRetryNow ? 0 : undefined),
  )
  if (answer.type === 'failed' && tried.count >= maxEqualFailures) return hold(state, affected, answer.why)
  const after = { ...state, tries: { ...state.tries, [key]: tried } }
  const wait = { type: 'wait', until: tried.until } as const
  // Another user may have signed in meanwhile: end only the sign-in of the operations' own user.
  const isSignedOut = answer.type === 'signed-out' && affected.some(({ user }) => user === state.person)
  return [isSignedOut ? { ...after, person: null } : after, [wait]]
}

// Applies the results of these operations and deletes their batch.
function settle<Intent, Request>(
  state: OutboxState<Intent, Request>,
  affected: readonly Operation<Intent>[],
  { lane, batchesGone }: { readonly lane: string; readonly batchesGone: readonly string[] },
  resultOf: (operation: Operation<Intent>) => OperationResult,
): Step<Intent, Request> {
  const results = affected.map((operation) => ({ operation, result: resultOf(operation) }))
  const newLane = results.flatMap(({ result }) => (result.type === 'confirmed' ? (result.lane ?? []) : []))[0]
  const behind = newLane === undefined ? [] : laneOf(state, lane).filter((each) => !affected.includes(each))
  const put = [
    ...results.flatMap(({ operation, result }) =>
      result.type === 'confirmed' ? [] : [{ ...operation, state: result.type, why: result.why }],
    ),
    ...behind.map((each) => ({ ...each, lane: newLane ?? lane })),
  ]
  const gone = results.flatMap(({ operation: { id }, result }) => (result.type === 'confirmed' ? [id] : []))
  const names = newLane === undefined || newLane === lane ? {} : { names: { [lane]: newLane } }
  const [after, effects] = write(state, { ...NO_CHANGES, put, gone, batchesGone, ...names })
  return [after, [...effects, ...results.map((each) => ({ type: 'settled', ...each }) as const)]]
}

// Holds the operations until a user decides. Their batch stays unchanged, and its failure count restarts.
function hold<Intent, Request>(
  state: OutboxState<Intent, Request>,
  affected: readonly Operation<Intent>[],
  why: Why,
): Step<Intent, Request> {
  const put = affected.map((each) => ({ ...each, state: 'held' as const, why }))
  // Do not report a right again that is still missing.
  const unreported = put.filter((_, index) => affected[index]?.why?.code !== why.code)
  const [after, effects] = write(state, { ...NO_CHANGES, put })
  const tried = put.flatMap(({ id }) => [id, batchOf(state, id)?.key ?? id])
  const result = { type: 'held', why } as const
  return [
    { ...after, tries: removeRetries(after.tries, tried) },
    [...effects, ...unreported.map((operation) => ({ type: 'settled', operation, result }) as const)],
  ]
}

// Sends operations again that were held for a missing right. The reason stays, so that it is not reported
// twice.
function released<Intent, Request>(state: OutboxState<Intent, Request>): Step<Intent, Request> {
  const put = state.operations.flatMap((each) => {
    if (!isHeldForRight(state, each)) return []
    return [{ ...each, state: batchOf(state, each.id) ? ('sent' as const) : ('here' as const) }]
  })
  return put.length === 0 ? [state, []] : write(state, { ...NO_CHANGES, put })
}

// Marks a refusal as shown by its screen: it stays listed, and its lane continues.
function close<Intent, Request>(
  state: OutboxState<Intent, Request>,
  { id, why }: { readonly id: string; readonly why: Why },
  now: number,
): Step<Intent, Request> {
  const operation = state.operations.find((each) => each.id === id)
  if (!operation || batchOf(state, id) || !mayDiscard(state, operation)) return discard(state, id)
  const put = [{ ...operation, state: 'refused' as const, why: operation.why ?? why, closed: now }]
  return write(state, { ...NO_CHANGES, put })
}

function forget<Intent, Request>(
  state: OutboxState<Intent, Request>,
  isOver: (operation: Operation<Intent>) => boolean,
): Step<Intent, Request> {
  const gone = state.closed.filter(isOver).map(({ id }) => id)
  return gone.length === 0 ? [state, []] : write(state, { ...NO_CHANGES, gone })
}

function again<Intent, Request>(
  state: OutboxState<Intent, Request>,
  { id, newId, intent, anew = false }: Extract<OutboxEvent<Intent, Request>, { readonly type: 'again' }>,
  now: number,
): Step<Intent, Request> {
  const operation = [...state.operations, ...state.closed].find((each) => each.id === id)
  if (!operation || !needsPerson(operation)) return [state, []]
  const batch = batchOf(state, id)
  const affected = batch ? operationsIn(state, batch) : [operation]
  // A batch is sent unchanged under its key. With `anew`, only until the server may have deleted that key.
  if (batch && !(anew && now - batch.at >= MAX_OPERATION_AGE_MS)) {
    const put = affected.map(({ why: _no, ...each }) => ({ ...each, state: 'sent' as const }))
    return write(state, { ...NO_CHANGES, put, batches: [anew ? batch : { ...batch, at: now }] })
  }
  const put = affected.map(({ why: _was, key: _former, closed: _closed, ...each }, index) => ({
    ...each,
    ...(each.id === id && intent && { intent }),
    id: each.id === id ? newId : `${newId}.${index}`,
    was: each.id,
    ...(batch && { wasSent: true as const }),
    state: 'here' as const,
    at: now,
  }))
  const gone = affected.map((each) => each.id)
  return write(state, { ...NO_CHANGES, put, gone, batchesGone: batch ? [batch.key] : [] })
}

function discard<Intent, Request>(state: OutboxState<Intent, Request>, id: string): Step<Intent, Request> {
  const operation = state.operations.find((each) => each.id === id)
  if (!operation || !mayDiscard(state, operation)) return [state, []]
  const batch = batchOf(state, id)
  const gone = [operation, ...othersInBatch(state, operation)].map((each) => each.id)
  return write(state, { ...NO_CHANGES, gone, batchesGone: batch ? [batch.key] : [] })
}

/**
 * The other operations in the batch of an operation. The server may have executed the batch as a whole, so
 * all of them are sent again or discarded together.
 */
export function othersInBatch<Intent, Request>(
  state: OutboxState<Intent, Request>,
  { id }: Operation<Intent>,
): readonly Operation<Intent>[] {
  const batch = batchOf(state, id)
  return batch ? operationsIn(state, batch).filter((each) => each.id !== id) : []
}

function start<Intent, Request>(
  state: OutboxState<Intent, Request>,
  now: number,
  elapsed: number,
): Step<Intent, Request> {
  if (!state.isLeader || state.person === null) return [state, []]
  const inFlight: Record<string, string> = { ...state.inFlight }
  const effects: OutboxEffect<Intent, Request>[] = []
  const old: Operation<Intent>[] = []
  for (const lane of new Set(state.operations.map((each) => each.lane))) {
    if (Object.keys(inFlight).length >= maxCallsInFlight) break
    const waiting = laneOf(state, lane)
    const [head] = waiting
    if (inFlight[lane] !== undefined || head?.user !== state.person || needsPerson(head)) continue
    const batch = batchOf(state, head.id)
    if (now - (batch?.at ?? head.at) >= MAX_OPERATION_AGE_MS) {
      old.push(...(batch ? operationsIn(state, batch) : [head]))
    } else if (batch) {
      if (!isDue(state.tries[batch.key], elapsed)) continue
      inFlight[lane] = batch.key
      effects.push({ type: 'send', batch })
    } else {
      if (!isDue(state.tries[head.id], elapsed)) continue
      const operations = selectBatch(waiting, now)
      const key = head.key ?? (operations.length > 1 ? `${head.id}+${operations.length - 1}` : head.id)
      inFlight[lane] = PACKING
      effects.push({ type: 'pack', lane, key, operations })
    }
  }
  const stillInFlight = state.retryNowLanes.filter((lane) => state.inFlight[lane] !== undefined)
  const started = { ...state, inFlight, retryNowLanes: stillInFlight }
  if (old.length === 0) return [started, effects]
  const [held, holding] = hold(started, old, { code: 'outbox.old', facts: {} })
  return [held, [...effects, ...holding]]
}

function write<Intent, Request>(
  state: OutboxState<Intent, Request>,
  changes: Writing<Intent, Request>,
): Step<Intent, Request> {
  const put = changes.put.map((each) => ({ ...each, rev: (each.rev ?? 0) + 1 }))
  const writing = { ...changes, put }
  return [withChanges(state, writing), [{ type: 'write', writing }]]
}

const operationsIn = <Intent, Request>(
  { operations }: OutboxState<Intent, Request>,
  batch: Batch<Request>,
): readonly Operation<Intent>[] => operations.filter(({ id }) => batch.operations.includes(id))

// Removes calls that have returned: their lanes are free for the next call.
const withoutCalls = <Intent, Request>(
  state: OutboxState<Intent, Request>,
  hasReturned: (call: { readonly lane: string; readonly key: string }) => boolean,
): OutboxState<Intent, Request> => ({
  ...state,
  inFlight: Object.fromEntries(
    Object.entries(state.inFlight).filter(([lane, key]) => !hasReturned({ lane, key })),
  ),
})

const withoutCallOf = <Intent, Request>(state: OutboxState<Intent, Request>, name: string) =>
  withoutCalls(state, ({ lane }) => lane === laneNameOf(state, name))
