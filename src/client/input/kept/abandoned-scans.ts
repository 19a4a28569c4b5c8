// Queued and running scans are stored in the browser's database with the id of their page. If the page is
// closed or crashes, the same person's next page finds them.
import type { CandidateKind } from '#scan/classify.ts'
import type { QueuedScan } from '#scan/queue.ts'
import { forgetScan, keepScan, type LoggedScan } from './kept-scans.ts'

// An open page holds the lock with its name; the browser releases it however the page ends.
const page = crypto.randomUUID()
const lockOf = (name: string) => `trimline.page.${name}`
// Locks exist in secure contexts only; without them no page counts as closed.
const { locks }: Partial<Pick<Navigator, 'locks'>> = navigator

let owner: string | undefined
// The ids of stored scans without an outcome.
const waiting = new Set<string>()

/** From now on this page's scans are this user's. Another user's waiting scans stay stored. */
export function waitFor(userName: string): void {
  if (owner === undefined) {
    const forever = new Promise<never>(() => undefined)
    locks?.request(lockOf(page), () => forever).catch(() => undefined)
  }
  if (owner !== userName) waiting.clear()
  owner = userName
}

/** Stores newly queued scans, and deletes those taken back. */
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

/** A scan has its outcome, which replaces the note. */
export function noteEnded(id: string): void {
  return void waiting.delete(id)
}

/**
 * A person's scans that were queued on a closed page: they will not run, and it is unknown whether they did.
 */
export async function findAbandoned(scans: readonly LoggedScan[]): Promise<readonly LoggedScan[]> {
  const noted = scans.filter(
    ({ id, tone, page: on }) => tone === 'busy' && on !== undefined && !waiting.has(id),
  )
  if (noted.length === 0 || !locks) return []
  const { held = [], pending = [] } = await locks.query()
  const alive = new Set([...held, ...pending].map(({ name }) => name))
  return noted.filter(({ id, page: on }) => !alive.has(lockOf(on ?? '')) && !waiting.has(id))
}
