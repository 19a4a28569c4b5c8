// Stores each person's scans in IndexedDB. One record per scan: tabs do not overwrite each other, and a crash
// loses none. A storage failure is ignored.
import * as v from 'valibot'
import { createValueStore } from '#app/state/database.ts'
import { delay } from '#app/state/delay.ts'

const loggedScan = v.object({
  id: v.string(),
  at: v.number(),
  text: v.string(),
  raw: v.string(),
  kind: v.picklist(['barcode', 'number', 'command', 'unknown']),
  tone: v.picklist(['ok', 'warning', 'error', 'busy']),
  code: v.string(),
  args: v.record(v.string(), v.union([v.string(), v.number()])),
  quantity: v.exactOptional(v.number()),
  address: v.exactOptional(v.string()),
  triedAgain: v.exactOptional(v.boolean()),
})
export type LoggedScan = v.InferOutput<typeof loggedScan>

/** Maximum number of stored scans per person; the oldest are deleted. */
export const maxStoredScans = 1000

type Key = [owner: string, id: string]
const database = createValueStore<Key>('trimline-scans', 'scans')

// Delay that batches several writes, because each write delays those of the outbox. In milliseconds.
const writeDelayMs = 500
const pendingRecords = new Map<string, readonly [Key, LoggedScan]>()
let currentWrite: Promise<void> | undefined

const drain = async () => {
  while (pendingRecords.size > 0) {
    await delay(writeDelayMs)
    const records = [...pendingRecords.values()]
    pendingRecords.clear()
    try {
      await database.change(records)
    } catch {
      // The log then lasts only as long as the page.
    }
  }
  currentWrite = undefined
}

/** Stores a scan of this person after a short delay, replacing its earlier record. */
export function storeScan(owner: string, scan: LoggedScan): Promise<void> {
  const key: Key = [owner, scan.id]
  pendingRecords.set(key.join(' '), [key, scan])
  return (currentWrite ??= drain())
}

/** Reads all scans of this person, newest first. Deletes the records over the maximum. */
export async function readScans(owner: string): Promise<readonly LoggedScan[]> {
  await currentWrite
  try {
    const found: LoggedScan[] = []
    for (const [key, value] of await database.entries()) {
      const read = v.safeParse(loggedScan, value)
      if (Array.isArray(key) && key[0] === owner && read.success) found.push(read.output)
    }
    found.sort((one, other) => other.at - one.at)
    await database.change(
      [],
      found.slice(maxStoredScans).map(({ id }): Key => [owner, id]),
    )
    return found.slice(0, maxStoredScans)
  } catch {
    return []
  }
}
