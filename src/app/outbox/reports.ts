// Reports the results of operations: to the open document, otherwise to the page's watchers.
import { RIGHTS } from '#core/outbox/index.ts'
import type { AppOperation } from './intent.ts'
import type { Follower, Settled } from './outbox.ts'
import type { OutboxSurroundings } from './surroundings.ts'

interface Following {
  readonly heard: Follower
  readonly waitsFor: ((id: string) => boolean) | undefined
}

type Waiter = (word: Settled['word']) => void

export interface Reports {
  /** Reports a result; `sentHere`: this page received it from the server. */
  readonly told: (settled: Settled, sentHere: boolean) => void
  /** Reports all operations that are held for a right: no call is in flight that could add one. */
  readonly flush: () => void
  readonly follow: (lane: string, heard: Follower, waitsFor?: (id: string) => boolean) => () => void
  readonly awaitReply: (id: string, waiter: Waiter) => () => void
  readonly watch: (heard: (settled: Settled) => void) => () => void
  readonly isTold: (id: string) => boolean
}

// Maximum delay of a report in milliseconds: on the leader tab, and on the others.
const [LATEST, LATEST_ELSEWHERE] = [5000, 1000]

/** Creates the reports of a page. */
export function createReports(
  { page, after }: Pick<OutboxSurroundings, 'page' | 'after'>,
  nameOf: (lane: string) => string,
): Reports {
  const followers = new Map<string, Set<Following>>()
  // Callbacks for one operation's result, by its id.
  const waiters = new Map<string, Set<Waiter>>()
  const watchers = new Set<(settled: Settled) => void>()
  const toldIds = new Set<string>()
  let gathered: { readonly settled: Settled; readonly sentHere: boolean }[] = []
  let stop = () => {}

  // The page of origin reports it, or the leader tab if that page is closed.
  const isOurs = async ({ page: doneOn }: AppOperation, sentHere: boolean): Promise<boolean> =>
    doneOn !== undefined && doneOn === page?.name
      ? true
      : sentHere && (doneOn === undefined || (await page?.isAlive(doneOn)) !== true)

  const tellWatchers = async (settled: Settled, ours: Promise<boolean>) => {
    if (!(await ours) || watchers.size === 0) return
    toldIds.add(settled.operation.id)
    for (const heard of watchers) heard(settled)
  }

  // True if a caller waited for this operation; it then reports the result.
  const tellWaiter = ({ operation: { id }, word }: Settled): boolean => {
    const all = waiters.get(id)
    waiters.delete(id)
    for (const waiter of all ?? []) waiter(word)
    return all !== undefined && all.size > 0
  }

  const tellFollowers = (settled: Settled, ours: Promise<boolean>): readonly Following[] => {
    const lane = nameOf(settled.operation.lane)
    const all = [...followers].flatMap(([name, each]) => (nameOf(name) === lane ? [...each] : []))
    for (const { heard } of all) heard(settled, ours)
    return all
  }

  const flush = () => {
    stop()
    const all = gathered
    gathered = []
    for (const code of new Set(all.map(({ settled }) => codeOf(settled)))) {
      const same = all.filter(({ settled }) => codeOf(settled) === code)
      const told = same.map(({ settled, sentHere }) => {
        const ours = isOurs(settled.operation, sentHere)
        const { id } = settled.operation
        const isAwaited = tellWaiter(settled)
        // An open document reports all operations that are held for the right.
        const isCounted = tellFollowers(settled, ours).some(({ waitsFor }) => waitsFor?.(id))
        return { settled, ours, isAwaited, isCounted }
      })
      if (told.some(({ isCounted }) => isCounted)) continue
      for (const { settled, ours, isAwaited } of told) if (!isAwaited) void tellWatchers(settled, ours)
    }
  }

  return {
    told: (settled, sentHere) => {
      const { operation, word } = settled
      if (isForRight(settled)) {
        gathered.push({ settled, sentHere })
        // Measured from the first one: later ones must not extend the delay.
        if (gathered.length === 1) stop = after(flush, sentHere ? LATEST : LATEST_ELSEWHERE)
        return
      }
      // The operation is no longer held.
      gathered = gathered.filter(({ settled: { operation: each } }) => each.id !== operation.id)
      const ours = isOurs(operation, sentHere)
      const isAwaited = tellWaiter(settled)
      const isFollowed = tellFollowers(settled, ours).length > 0
      if (!isAwaited && !isFollowed && word.type !== 'confirmed') void tellWatchers(settled, ours)
    },
    flush: () => gathered.length > 0 && flush(),
    follow: (lane, heard, waitsFor) => addTo(followers, lane, { heard, waitsFor }),
    awaitReply: (id, waiter) => addTo(waiters, id, waiter),
    watch: (heard) => {
      watchers.add(heard)
      return () => void watchers.delete(heard)
    },
    isTold: (id) => toldIds.has(id),
  }
}

// Adds an item to a key's set. Returns a function that removes it, and the set once it is empty.
function addTo<Item>(sets: Map<string, Set<Item>>, key: string, item: Item): () => void {
  const all = sets.get(key) ?? new Set<Item>()
  sets.set(key, all.add(item))
  return () => {
    all.delete(item)
    if (all.size === 0 && sets.get(key) === all) sets.delete(key)
  }
}

const codeOf = ({ word }: Settled) => (word.type === 'confirmed' ? '' : word.why.code)

/** Is it held until its person has a right again? */
export function isForRight({ word }: Pick<Settled, 'word'>): boolean {
  return word.type === 'held' && word.why.code.startsWith(RIGHTS)
}
