// Scans that wait, or are under way, stand in the browser's database under the page that has them. A page that is closed, or
// crashes, takes its queue with it: the next page of the same person finds what that one has left behind.
import type { CandidateKind } from '#scan/classify.ts'
import type { QueuedScan } from '#scan/queue.ts'
import { forgetScan, keepScan, type LoggedScan } from './kept-scans.ts'

// A page that lives holds the lock of its name; the browser lets go of it however the page ends.
const page = crypto.randomUUID()
const lockOf = (name: string) => `trimline.page.${name}`
// Browsers have them in secure contexts only; without them no page is taken for dead.
const { locks }: Partial<Pick<Navigator, 'locks'>> = navigator

let owner: string | undefined
// The ids of those noted and not ended yet.
const waiting = new Set<string>()

/** From now on the scans of this page are this person's. What others left waiting on it stays noted. */
export function waitFor(userName: string): void {
  if (owner === undefined) {
    const forever = new Promise<never>(() => undefined)
    locks?.request(lockOf(page), () => forever).catch(() => undefined)
  }
  if (owner !== userName) waiting.clear()
  owner = userName
}

/** Brings the notes in line with the queue: what waits is noted once, what was taken back is noted no longer. */
export function noteWaiting(items: readonly QueuedScan[], kindOf: (scan: QueuedScan) => CandidateKind): void {
  if (owner === undefined) return
  for (const item of items) {
    if (item.state === 'failed' || waiting.has(item.id)) continue
    const { id, at, text, raw, quantity, address } = item
    waiting.add(id)
    void keepScan(owner, {
      id,
      at,
      text,
      raw,
      kind: kindOf(item),
      tone: 'busy',
      code: 'scan-busy',
      args: { text },
      page,
      ...(quantity !== undefined && { quantity }),
      ...(address !== undefined && { address }),
    })
  }
  const queued = new Set(items.map(({ id }) => id))
  for (const id of waiting) {
    if (queued.has(id)) continue
    waiting.delete(id)
    void forgetScan(owner, id)
  }
}

/** A scan has its outcome, which is kept in place of the note. */
export function noteEnded(id: string): void {
  return void waiting.delete(id)
}

/** Those of a person's scans that wait on a page which is no more: nobody will make them, and whether they were made is not known. */
export async function findAbandoned(scans: readonly LoggedScan[]): Promise<readonly LoggedScan[]> {
  const noted = scans.filter(
    ({ id, tone, page: on }) => tone === 'busy' && on !== undefined && !waiting.has(id),
  )
  if (noted.length === 0 || !locks) return []
  const { held = [], pending = [] } = await locks.query()
  const alive = new Set([...held, ...pending].map(({ name }) => name))
  return noted.filter(({ id, page: on }) => !alive.has(lockOf(on ?? '')) && !waiting.has(id))
}
