/**
 * The outbox: (state, event, now) -> [state, effects]. It decides when operations are sent, and processes the
 * results; storage, network, locks and clock are its adapter's. Its guarantees are in docs/outbox.md,
 * Guarantees.
 *
 * One call at a time per lane, in order. A refused or held first operation blocks its own lane only. An
 * operation leaves the outbox only by the server's reply or a person's decision.
 */
import { CLOSED_FOR, MAX_AGE, nextTogether, type Operation, type Parcel, type Why } from './operation.ts'
import {
  type Answer,
  laneOf,
  mayDiscard,
  NO_CHANGES,
  type NoAnswer,
  needsPerson,
  type OperationResult,
  type OutboxEffect,
  type OutboxEvent,
  type OutboxState,
  PACKING,
  parcelOf,
  RIGHTS,
  type Step,
  type Writing,
  withAll,
  withWriting,
} from './state.ts'
import { failedAgain, isDue, withoutDelays, withoutTries } from './tries.ts'

// Maximum number of calls at once.
const MOST_FLYING = 3
// After this many equal failures of the server a person must look.
const MOST_FAILURES = 5

/**
 * Processes one event; `now` in milliseconds since 1970. `elapsed` only runs forward: the times of retries
 * are in it, so that a device's clock that is set back stops nothing.
 */
export function reduceOutbox<Intent, Request>(
  state: OutboxState<Intent, Request>,
  event: OutboxEvent<Intent, Request>,
  now: number,
  elapsed = now,
): Step<Intent, Request> {
  const [applied, effects] = apply(state, event, now, elapsed)
  const [cleared, clearing] = applied.leads
    ? forget(applied, ({ closed = now }) => now - closed > CLOSED_FOR)
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
      return cleaned(withWriting(state, event.writing), event.writing.put)
    case 'leads':
      return [{ ...state, leads: event.leads, flying: {}, hurried: [] }, []]
    case 'person':
      return [{ ...state, person: event.person, tries: withoutDelays(state.tries, elapsed) }, []]
    case 'rights':
      return released(state)
    case 'wake':
      return [event.hurry ? hurried(state, elapsed) : state, []]
    case 'packed':
      return [withWriting(landedIn(state, event.lane), event.writing), []]
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

const hurried = <Intent, Request>(state: OutboxState<Intent, Request>, elapsed: number) => ({
  ...state,
  hurried: Object.keys(state.flying),
  tries: withoutDelays(state.tries, elapsed),
})

function read<Intent, Request>(
  state: OutboxState<Intent, Request>,
  { operations, parcels, names }: Extract<OutboxEvent<Intent, Request>, { readonly type: 'read' }>,
): Step<Intent, Request> {
  return cleaned(withAll(state, operations, parcels, names), operations)
}

// What has left the outbox and is stored was not deleted by the page that had to, or was written late by
// another one.
function cleaned<Intent, Request>(
  after: OutboxState<Intent, Request>,
  stored: readonly Operation<Intent>[],
): Step<Intent, Request> {
  const gone = stored.flatMap(({ id }) => (after.ended.has(id) ? [id] : []))
  return gone.length === 0 ? [after, []] : write(after, { ...NO_CHANGES, gone })
}

function unpacked<Intent, Request>(
  state: OutboxState<Intent, Request>,
  { lane, id, answer }: { readonly lane: string; readonly id: string; readonly answer: NoAnswer },
  now: number,
): Step<Intent, Request> {
  const after = landedIn(state, lane)
  const operation = state.operations.find((each) => each.id === id)
  if (!operation) return [after, []]
  const about = [operation, ...(answer.type === 'refused' && answer.all ? sharing(after, [operation]) : [])]
  return answer.type === 'refused'
    ? settle(after, about, { lane, parcelsGone: [] }, () => answer)
    : notDone(after, id, [operation], answer, now)
}

function answered<Intent, Request>(
  state: OutboxState<Intent, Request>,
  key: string,
  answer: Answer,
  now: number,
): Step<Intent, Request> {
  const after = landed(state, (each) => each.key === key)
  const parcel = state.parcels[key]
  // Another page has processed the answer.
  if (!parcel) return [after, []]
  const about = state.operations.filter(({ id }) => parcel.operations.includes(id))
  const done = { lane: parcel.lane, parcelsGone: [key] }
  switch (answer.type) {
    case 'done':
      return settle(after, about, done, ({ id }) => answer.results[id] ?? { type: 'confirmed' })
    case 'refused': {
      if (answer.all) return settle(after, [...about, ...sharing(after, about)], done, () => answer)
      // One of them is at fault, but which one is unknown: each is sent alone.
      return about.length <= 1 ? settle(after, about, done, () => answer) : unpack(after, about, key)
    }
    case 'anew':
      return unpack(after, about, key)
    default:
      return notDone(after, key, about, answer, now)
  }
}

// Their call is dropped: each is written and sent alone.
const unpack = <Intent, Request>(
  state: OutboxState<Intent, Request>,
  about: readonly Operation<Intent>[],
  key: string,
): Step<Intent, Request> => {
  const put = about.map(({ together: _no, key: _former, ...each }) => ({ ...each, state: 'here' as const }))
  return write(state, { ...NO_CHANGES, put, parcelsGone: [key] })
}

// Those behind them that could share their call.
const sharing = <Intent, Request>(
  state: OutboxState<Intent, Request>,
  about: readonly Operation<Intent>[],
): readonly Operation<Intent>[] => {
  const [first] = about
  if (!first) return []
  return laneOf(state, first.lane).filter(
    (each) =>
      !about.includes(each) &&
      each.together === first.together &&
      each.user === first.user &&
      each.state === 'here',
  )
}

// No result yet: retry after a while, or a person must look first.
function notDone<Intent, Request>(
  state: OutboxState<Intent, Request>,
  key: string,
  about: readonly Operation<Intent>[],
  answer: Exclude<NoAnswer, { readonly type: 'refused' }>,
  now: number,
): Step<Intent, Request> {
  if (answer.type === 'misfit') return hold(state, about, answer.why)
  const code = answer.type === 'failed' ? answer.why.code : ''
  const named = answer.type === 'later' ? answer.after : undefined
  const isHurried = answer.type === 'later' && about.some(({ lane }) => state.hurried.includes(lane))
  const tried = failedAgain(state.tries[key], key, code, now, named ?? (isHurried ? 0 : undefined))
  if (answer.type === 'failed' && tried.count >= MOST_FAILURES) return hold(state, about, answer.why)
  const after = { ...state, tries: { ...state.tries, [key]: tried } }
  const wait = { type: 'wait', until: tried.until } as const
  // Only that person's sign-in: somebody else may have signed in meanwhile.
  const ended = answer.type === 'signed-out' && about.some(({ user }) => user === state.person)
  return [ended ? { ...after, person: null } : after, [wait]]
}

// All of these have their results; their parcel is done.
function settle<Intent, Request>(
  state: OutboxState<Intent, Request>,
  about: readonly Operation<Intent>[],
  { lane, parcelsGone }: { readonly lane: string; readonly parcelsGone: readonly string[] },
  wordOf: (operation: Operation<Intent>) => OperationResult,
): Step<Intent, Request> {
  const results = about.map((operation) => ({ operation, word: wordOf(operation) }))
  const name = results.flatMap(({ word }) => (word.type === 'confirmed' ? (word.lane ?? []) : []))[0]
  const behind = name === undefined ? [] : laneOf(state, lane).filter((each) => !about.includes(each))
  const put = [
    ...results.flatMap(({ operation, word }) =>
      word.type === 'confirmed' ? [] : [{ ...operation, state: word.type, why: word.why }],
    ),
    ...behind.map((each) => ({ ...each, lane: name ?? lane })),
  ]
  const gone = results.flatMap(({ operation: { id }, word }) => (word.type === 'confirmed' ? [id] : []))
  const names = name === undefined || name === lane ? {} : { names: { [lane]: name } }
  const [after, effects] = write(state, { ...NO_CHANGES, put, gone, parcelsGone, ...names })
  return [after, [...effects, ...results.map((each) => ({ type: 'settled', ...each }) as const)]]
}

// A person must look at them; their parcel stays unchanged, and its failure count restarts.
function hold<Intent, Request>(
  state: OutboxState<Intent, Request>,
  about: readonly Operation<Intent>[],
  why: Why,
): Step<Intent, Request> {
  const put = about.map((each) => ({ ...each, state: 'held' as const, why }))
  // A right that is still missing was reported before.
  const unreported = put.filter((_, index) => about[index]?.why?.code !== why.code)
  const [after, effects] = write(state, { ...NO_CHANGES, put })
  const tried = put.flatMap(({ id }) => [id, parcelOf(state, id)?.key ?? id])
  const word = { type: 'held', why } as const
  return [
    { ...after, tries: withoutTries(after.tries, tried) },
    [...effects, ...unreported.map((operation) => ({ type: 'settled', operation, word }) as const)],
  ]
}

// Sends what was held for a missing right again, unchanged; the reason stays, so that it is not reported
// twice.
function released<Intent, Request>(state: OutboxState<Intent, Request>): Step<Intent, Request> {
  const put = state.operations.flatMap((each) => {
    const isHeld = each.state === 'held' && each.user === state.person && each.why?.code.startsWith(RIGHTS)
    if (!isHeld) return []
    return [{ ...each, state: parcelOf(state, each.id) ? ('sent' as const) : ('here' as const) }]
  })
  return put.length === 0 ? [state, []] : write(state, { ...NO_CHANGES, put })
}

// Its screen has taken the refusal over.
function close<Intent, Request>(
  state: OutboxState<Intent, Request>,
  { id, why }: { readonly id: string; readonly why: Why },
  now: number,
): Step<Intent, Request> {
  const operation = state.operations.find((each) => each.id === id)
  if (!operation || parcelOf(state, id) || !mayDiscard(state, operation)) return discard(state, id)
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
  const parcel = parcelOf(state, id)
  const about = parcel ? inParcel(state, parcel) : [operation]
  // What may have reached the server is sent unchanged, with its key, while the server recognizes that.
  if (parcel && !(anew && now - parcel.at >= MAX_AGE)) {
    const put = about.map(({ why: _no, ...each }) => ({ ...each, state: 'sent' as const }))
    return write(state, { ...NO_CHANGES, put, parcels: [anew ? parcel : { ...parcel, at: now }] })
  }
  const put = about.map(({ why: _was, key: _former, closed: _closed, ...each }, index) => ({
    ...each,
    ...(each.id === id && intent && { intent }),
    id: each.id === id ? newId : `${newId}.${index}`,
    was: each.id,
    ...(parcel && { wasSent: true as const }),
    state: 'here' as const,
    at: now,
  }))
  const gone = about.map((each) => each.id)
  return write(state, { ...NO_CHANGES, put, gone, parcelsGone: parcel ? [parcel.key] : [] })
}

function discard<Intent, Request>(state: OutboxState<Intent, Request>, id: string): Step<Intent, Request> {
  const operation = state.operations.find((each) => each.id === id)
  if (!operation || !mayDiscard(state, operation)) return [state, []]
  const parcel = parcelOf(state, id)
  const gone = [operation, ...discardedWith(state, operation)].map((each) => each.id)
  return write(state, { ...NO_CHANGES, gone, parcelsGone: parcel ? [parcel.key] : [] })
}

/**
 * The other operations of the call of an operation, if it is stored. The server may have done that call, as a
 * whole: they are sent again together, or discarded together.
 */
export function discardedWith<Intent, Request>(
  state: OutboxState<Intent, Request>,
  { id }: Operation<Intent>,
): readonly Operation<Intent>[] {
  const parcel = parcelOf(state, id)
  return parcel ? inParcel(state, parcel).filter((each) => each.id !== id) : []
}

function start<Intent, Request>(
  state: OutboxState<Intent, Request>,
  now: number,
  elapsed: number,
): Step<Intent, Request> {
  if (!state.leads || state.person === null) return [state, []]
  const flying: Record<string, string> = { ...state.flying }
  const effects: OutboxEffect<Intent, Request>[] = []
  const old: Operation<Intent>[] = []
  for (const lane of new Set(state.operations.map((each) => each.lane))) {
    if (Object.keys(flying).length >= MOST_FLYING) break
    const waiting = laneOf(state, lane)
    const [head] = waiting
    if (flying[lane] !== undefined || head?.user !== state.person || needsPerson(head)) continue
    const parcel = parcelOf(state, head.id)
    if (now - (parcel?.at ?? head.at) >= MAX_AGE) {
      old.push(...(parcel ? inParcel(state, parcel) : [head]))
    } else if (parcel) {
      if (!isDue(state.tries[parcel.key], elapsed)) continue
      flying[lane] = parcel.key
      effects.push({ type: 'send', parcel })
    } else {
      if (!isDue(state.tries[head.id], elapsed)) continue
      const operations = nextTogether(waiting, now)
      const key = head.key ?? (operations.length > 1 ? `${head.id}+${operations.length - 1}` : head.id)
      flying[lane] = PACKING
      effects.push({ type: 'pack', lane, key, operations })
    }
  }
  const wereHurried = state.hurried.filter((lane) => state.flying[lane] !== undefined)
  const started = { ...state, flying, hurried: wereHurried }
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
  return [withWriting(state, writing), [{ type: 'write', writing }]]
}

const inParcel = <Intent, Request>(
  { operations }: OutboxState<Intent, Request>,
  parcel: Parcel<Request>,
): readonly Operation<Intent>[] => operations.filter(({ id }) => parcel.operations.includes(id))

// A call has returned: its lane is free for the next one.
const landed = <Intent, Request>(
  state: OutboxState<Intent, Request>,
  whose: (call: { readonly lane: string; readonly key: string }) => boolean,
): OutboxState<Intent, Request> => ({
  ...state,
  flying: Object.fromEntries(Object.entries(state.flying).filter(([lane, key]) => !whose({ lane, key }))),
})

const landedIn = <Intent, Request>(state: OutboxState<Intent, Request>, name: string) =>
  landed(state, ({ lane }) => lane === (state.names[name] ?? name))
