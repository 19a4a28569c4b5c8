// The scans of each person in the browser's database. Each is a record of its own, so that tabs do not overwrite each other's
// and a crash loses none; where the browser keeps nothing, nothing is kept and nothing fails.
import { createStore, del, delMany, entries, set, type UseStore } from 'idb-keyval'
import * as v from 'valibot'

const loggedScan = v.object({
  id: v.string(),
  at: v.number(),
  text: v.string(),
  raw: v.string(),
  kind: v.picklist(['barcode', 'number', 'command', 'unknown']),
  /** `busy`: it waits, or is under way, on the page that `page` names. */
  tone: v.picklist(['ok', 'warning', 'error', 'busy']),
  code: v.string(),
  args: v.record(v.string(), v.union([v.string(), v.number()])),
  quantity: v.exactOptional(v.number()),
  address: v.exactOptional(v.string()),
  triedAgain: v.exactOptional(v.boolean()),
  page: v.exactOptional(v.string()),
})
export type LoggedScan = v.InferOutput<typeof loggedScan>

/** So many are kept for a person; the oldest go. */
export const MOST_KEPT = 1000

let opened: UseStore | undefined
const database = () => (opened ??= createStore('trimline-scans', 'scans'))

const keyOf = (owner: string, id: string) => [owner, id]

/** Writes a scan of this person, over what was known of it. */
export async function keepScan(owner: string, scan: LoggedScan): Promise<void> {
  try {
    await set(keyOf(owner, scan.id), scan, database())
  } catch {
    // The log lives as long as the page then.
  }
}

/** Takes a scan of this person out. */
export async function forgetScan(owner: string, id: string): Promise<void> {
  try {
    await del(keyOf(owner, id), database())
  } catch {
    // What cannot be written was not kept either.
  }
}

/** All scans of this person, the newest first; what is too many or cannot be read goes. */
export async function readScans(owner: string): Promise<readonly LoggedScan[]> {
  try {
    const found: LoggedScan[] = []
    for (const [key, value] of await entries(database())) {
      const read = v.safeParse(loggedScan, value)
      if (Array.isArray(key) && key[0] === owner && read.success) found.push(read.output)
    }
    found.sort((one, other) => other.at - one.at)
    await delMany(
      found.slice(MOST_KEPT).map(({ id }) => keyOf(owner, id)),
      database(),
    )
    return found.slice(0, MOST_KEPT)
  } catch {
    return []
  }
}
