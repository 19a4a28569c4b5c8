// The scans of a person on this workstation and what became of each, newest first. Each is a record of its own in the browser's
// database, so that tabs do not overwrite each other's and a crash loses none; where the browser keeps nothing, they live as
// long as the page.
import { createStore, delMany, entries, set, type UseStore } from 'idb-keyval'
import { atom } from 'jotai'
import * as v from 'valibot'
import { store } from '#client/state/store.ts'
import type { Entry } from './scan-entry.ts'

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

/** So many are kept for a person; the oldest go. */
const MOST_KEPT = 1000

const log = atom<readonly LoggedScan[]>([])
/** The log of the person who is signed in, newest first. */
export const scanLogAtom = atom((get) => get(log))

/** Came to nothing, and was not made again since. */
export const isFailure = ({ tone, triedAgain }: LoggedScan): boolean =>
  tone === 'error' && triedAgain !== true

let owner: string | undefined
let kept: UseStore | undefined

const keyOf = (id: string) => [owner ?? '', id]

const keep = (scan: LoggedScan): void => {
  if (!kept || owner === undefined) return
  set(keyOf(scan.id), scan, kept).catch(() => undefined)
}

/** Takes up the log of a person; what was logged before on this page, for somebody else, is theirs. */
export const openScanLog = async (userName: string): Promise<void> => {
  if (owner !== userName) store.set(log, [])
  owner = userName
  try {
    kept ??= createStore('trimline-scans', 'scans')
    const found: { readonly key: IDBValidKey; readonly scan: LoggedScan }[] = []
    for (const [key, value] of await entries(kept)) {
      const read = v.safeParse(loggedScan, value)
      if (Array.isArray(key) && key[0] === userName && read.success) found.push({ key, scan: read.output })
    }
    if (owner !== userName) return
    found.sort((one, other) => other.scan.at - one.scan.at)
    await delMany(
      found.slice(MOST_KEPT).map(({ key }) => key),
      kept,
    )
    store.set(log, (now) => {
      const here = new Set(now.map(({ id }) => id))
      const before = found.slice(0, MOST_KEPT).flatMap(({ scan }) => (here.has(scan.id) ? [] : [scan]))
      return [...now, ...before].sort((one, other) => other.at - one.at)
    })
  } catch {
    kept = undefined
  }
}

/** Logs what became of a scan; commands that came by key or button are no scans. */
export const logScan = ({ id, at, text, raw, kind, tone, code, args, quantity, address }: Entry): void => {
  if (raw === '') return
  const scan: LoggedScan = {
    id,
    at,
    text,
    raw,
    kind,
    tone,
    code,
    args: { ...args },
    ...(quantity !== undefined && { quantity }),
    ...(address !== undefined && { address }),
  }
  store.set(log, (now) => [scan, ...now.filter((other) => other.id !== id)].slice(0, MOST_KEPT))
  keep(scan)
}

/** Marks a scan as made once more: it is no failure that waits any longer. */
export const noteTriedAgain = (id: string): void => {
  const scan = store.get(log).find((each) => each.id === id)
  if (!scan) return
  const again = { ...scan, triedAgain: true }
  store.set(log, (now) => now.map((each) => (each.id === id ? again : each)))
  keep(again)
}
