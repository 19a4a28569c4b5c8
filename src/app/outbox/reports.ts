// Reports the results of operations: to the open document, otherwise to the page's watchers.
import { isMissingRight } from '#core/outbox/index.ts'
import type { AppOperation, Settled } from './intent.ts'
import type { OutboxEnvironment } from './outbox-environment.ts'

/** `isOurs`: resolves to true if this page must report the result to the person. */
export type ResultListener = (settled: Settled, isOurs: Promise<boolean>) => void

interface Subscription {
  readonly listener: ResultListener
  readonly waitsFor: ((id: string) => boolean) | undefined
}

type Waiter = (result: Settled['result']) => void

// `sentHere`: this page received the result from the server.
interface Report {
  readonly settled: Settled
  readonly sentHere: boolean
}

/** The listeners of a page, and its reports. */
export interface Reports extends Pick<OutboxEnvironment, 'page' | 'after'> {
  /** The current name of a lane. */
  readonly nameOf: (lane: string) => string
  /** Listeners of lanes, by the lane's name when they subscribed. */
  readonly followers: Map<string, Set<Subscription>>
  /** Callbacks for one operation's result, by its id. */
  readonly waiters: Map<string, Set<Waiter>>
  readonly watchers: Set<(settled: Settled) => void>
  /** The operations that this page has reported to its watchers. */
  readonly reportedIds: Set<string>
  /** Results of operations that are held for a right: those of one right are reported together. */
  pending: readonly Report[]
  cancelTimer: () => void
}

// Maximum delay of a report in milliseconds: on the leader tab, and on the others.
const [maxDelayMs, maxDelayElsewhereMs] = [5000, 1000]

/** The reports of a page without listeners. */
export function createReports(
  { page, after }: Pick<OutboxEnvironment, 'page' | 'after'>,
  nameOf: (lane: string) => string,
): Reports {
  return {
    ...(page && { page }),
    after,
    nameOf,
    followers: new Map(),
    waiters: new Map(),
    watchers: new Set(),
    reportedIds: new Set(),
    pending: [],
    cancelTimer: () => {},
  }
}

/** Reports a result; `sentHere`: this page received it from the server. */
export function report(reports: Reports, settled: Settled, sentHere: boolean): void {
  const { operation, result } = settled
  if (isHeldForRight(settled)) {
    reports.pending = [...reports.pending, { settled, sentHere }]
    // Measured from the first one: later ones must not extend the delay.
    if (reports.pending.length === 1)
      reports.cancelTimer = reports.after(
        () => flushReports(reports),
        sentHere ? maxDelayMs : maxDelayElsewhereMs,
      )
    return
  }
  // The operation is no longer held.
  reports.pending = reports.pending.filter(({ settled: { operation: each } }) => each.id !== operation.id)
  const ours = isOurs(reports, operation, sentHere)
  const isAwaited = notifyWaiters(reports, settled)
  const isFollowed = notifyFollowers(reports, settled, ours).length > 0
  if (!isAwaited && !isFollowed && result.type !== 'confirmed') void notifyWatchers(reports, settled, ours)
}

/** Reports all operations that are held for a right: no call is in flight that could add one. */
export function flushReports(reports: Reports): void {
  const { pending } = reports
  if (pending.length === 0) return
  reports.cancelTimer()
  reports.pending = []
  for (const code of new Set(pending.map(causeOf))) {
    const sameCode = pending.filter((each) => causeOf(each) === code)
    const notified = sameCode.map(({ settled, sentHere }) => {
      const ours = isOurs(reports, settled.operation, sentHere)
      const { id } = settled.operation
      const isAwaited = notifyWaiters(reports, settled)
      // An open document reports all operations that are held for the right.
      const isCounted = notifyFollowers(reports, settled, ours).some(({ waitsFor }) => waitsFor?.(id))
      return { settled, ours, isAwaited, isCounted }
    })
    if (notified.some(({ isCounted }) => isCounted)) continue
    for (const { settled, ours, isAwaited } of notified)
      if (!isAwaited) void notifyWatchers(reports, settled, ours)
  }
}

/** See `Outbox.follow`. */
export function follow(
  { followers }: Reports,
  lane: string,
  listener: ResultListener,
  waitsFor?: (id: string) => boolean,
): () => void {
  return addTo(followers, lane, { listener, waitsFor })
}

/** See `Outbox.awaitReply`. */
export function awaitReply({ waiters }: Reports, id: string, waiter: Waiter): () => void {
  return addTo(waiters, id, waiter)
}

// The page of origin reports it, or the leader tab if that page is closed.
const isOurs = async (
  { page }: Reports,
  { page: originPage }: AppOperation,
  sentHere: boolean,
): Promise<boolean> =>
  originPage !== undefined && originPage === page?.name
    ? true
    : sentHere && (originPage === undefined || (await page?.isAlive(originPage)) !== true)

const notifyWatchers = async (
  { watchers, reportedIds }: Reports,
  settled: Settled,
  ours: Promise<boolean>,
): Promise<void> => {
  if (!(await ours) || watchers.size === 0) return
  reportedIds.add(settled.operation.id)
  for (const listener of watchers) listener(settled)
}

// True if a caller waited for this operation; it then reports the result.
const notifyWaiters = ({ waiters }: Reports, { operation: { id }, result }: Settled): boolean => {
  const callbacks = waiters.get(id)
  waiters.delete(id)
  for (const waiter of callbacks ?? []) waiter(result)
  return callbacks !== undefined && callbacks.size > 0
}

const notifyFollowers = (
  { followers, nameOf }: Reports,
  settled: Settled,
  ours: Promise<boolean>,
): readonly Subscription[] => {
  const lane = nameOf(settled.operation.lane)
  const subscriptions = [...followers].flatMap(([name, each]) => (nameOf(name) === lane ? [...each] : []))
  for (const { listener } of subscriptions) listener(settled, ours)
  return subscriptions
}

// Adds an item to a key's set. Returns a function that removes it, and the set once it is empty.
function addTo<Item>(sets: Map<string, Set<Item>>, key: string, item: Item): () => void {
  const items = sets.get(key) ?? new Set<Item>()
  sets.set(key, items.add(item))
  return () => {
    items.delete(item)
    if (items.size === 0 && sets.get(key) === items) sets.delete(key)
  }
}

const causeOf = ({ settled: { result } }: Report) => (result.type === 'confirmed' ? '' : result.why.code)

/** Is it held until its person has a right again? */
export function isHeldForRight({ result }: Settled): boolean {
  return result.type === 'held' && isMissingRight(result.why)
}
