// Reports the results of operations: to the open document, otherwise to the page's watchers.
import { MISSING_RIGHT_PREFIX } from '#core/outbox/index.ts'
import type { AppOperation } from './intent.ts'
import type { ResultListener, Settled } from './outbox.ts'
import type { OutboxEnvironment } from './outbox-environment.ts'

interface Subscription {
  readonly listener: ResultListener
  readonly waitsFor: ((id: string) => boolean) | undefined
}

type Waiter = (result: Settled['result']) => void

export interface Reports {
  /** Reports a result; `sentHere`: this page received it from the server. */
  readonly report: (settled: Settled, sentHere: boolean) => void
  /** Reports all operations that are held for a right: no call is in flight that could add one. */
  readonly flush: () => void
  readonly follow: (lane: string, listener: ResultListener, waitsFor?: (id: string) => boolean) => () => void
  readonly awaitReply: (id: string, waiter: Waiter) => () => void
  readonly watch: (listener: (settled: Settled) => void) => () => void
  readonly isReported: (id: string) => boolean
}

// Maximum delay of a report in milliseconds: on the leader tab, and on the others.
const [maxDelayMs, maxDelayElsewhereMs] = [5000, 1000]

/** Creates the reports of a page. */
export function createReports(
  { page, after }: Pick<OutboxEnvironment, 'page' | 'after'>,
  nameOf: (lane: string) => string,
): Reports {
  const followers = new Map<string, Set<Subscription>>()
  // Callbacks for one operation's result, by its id.
  const waiters = new Map<string, Set<Waiter>>()
  const watchers = new Set<(settled: Settled) => void>()
  const reportedIds = new Set<string>()
  let pendingReports: { readonly settled: Settled; readonly sentHere: boolean }[] = []
  let cancelTimer = () => {}

  // The page of origin reports it, or the leader tab if that page is closed.
  const isOurs = async ({ page: originPage }: AppOperation, sentHere: boolean): Promise<boolean> =>
    originPage !== undefined && originPage === page?.name
      ? true
      : sentHere && (originPage === undefined || (await page?.isAlive(originPage)) !== true)

  const notifyWatchers = async (settled: Settled, ours: Promise<boolean>) => {
    if (!(await ours) || watchers.size === 0) return
    reportedIds.add(settled.operation.id)
    for (const listener of watchers) listener(settled)
  }

  // True if a caller waited for this operation; it then reports the result.
  const notifyWaiters = ({ operation: { id }, result }: Settled): boolean => {
    const callbacks = waiters.get(id)
    waiters.delete(id)
    for (const waiter of callbacks ?? []) waiter(result)
    return callbacks !== undefined && callbacks.size > 0
  }

  const notifyFollowers = (settled: Settled, ours: Promise<boolean>): readonly Subscription[] => {
    const lane = nameOf(settled.operation.lane)
    const subscriptions = [...followers].flatMap(([name, each]) => (nameOf(name) === lane ? [...each] : []))
    for (const { listener } of subscriptions) listener(settled, ours)
    return subscriptions
  }

  const flush = () => {
    cancelTimer()
    const reports = pendingReports
    pendingReports = []
    for (const code of new Set(reports.map(({ settled }) => causeOf(settled)))) {
      const sameCode = reports.filter(({ settled }) => causeOf(settled) === code)
      const notified = sameCode.map(({ settled, sentHere }) => {
        const ours = isOurs(settled.operation, sentHere)
        const { id } = settled.operation
        const isAwaited = notifyWaiters(settled)
        // An open document reports all operations that are held for the right.
        const isCounted = notifyFollowers(settled, ours).some(({ waitsFor }) => waitsFor?.(id))
        return { settled, ours, isAwaited, isCounted }
      })
      if (notified.some(({ isCounted }) => isCounted)) continue
      for (const { settled, ours, isAwaited } of notified) if (!isAwaited) void notifyWatchers(settled, ours)
    }
  }

  return {
    report: (settled, sentHere) => {
      const { operation, result } = settled
      if (isHeldForRight(settled)) {
        pendingReports.push({ settled, sentHere })
        // Measured from the first one: later ones must not extend the delay.
        if (pendingReports.length === 1)
          cancelTimer = after(flush, sentHere ? maxDelayMs : maxDelayElsewhereMs)
        return
      }
      // The operation is no longer held.
      pendingReports = pendingReports.filter(({ settled: { operation: each } }) => each.id !== operation.id)
      const ours = isOurs(operation, sentHere)
      const isAwaited = notifyWaiters(settled)
      const isFollowed = notifyFollowers(settled, ours).length > 0
      if (!isAwaited && !isFollowed && result.type !== 'confirmed') void notifyWatchers(settled, ours)
    },
    flush: () => pendingReports.length > 0 && flush(),
    follow: (lane, listener, waitsFor) => addTo(followers, lane, { listener, waitsFor }),
    awaitReply: (id, waiter) => addTo(waiters, id, waiter),
    watch: (listener) => {
      watchers.add(listener)
      return () => void watchers.delete(listener)
    },
    isReported: (id) => reportedIds.has(id),
  }
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

const causeOf = ({ result }: Settled) => (result.type === 'confirmed' ? '' : result.why.code)

/** Is it held until its person has a right again? */
export function isHeldForRight({ result }: Settled): boolean {
  return result.type === 'held' && result.why.code.startsWith(MISSING_RIGHT_PREFIX)
}
