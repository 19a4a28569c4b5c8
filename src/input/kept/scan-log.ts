// The scan log of one person on this workstation.
import { atom } from 'jotai'
import { store } from '#app/state/store.ts'
import type { Entry } from '../engine/scan-entry.ts'
import { type LoggedScan, maxStoredScans, readScans, storeScan } from './kept-scans.ts'

const log = atom<readonly LoggedScan[]>([])
/** The signed-in person's log, newest first. */
export const scanLogAtom = atom((get) => get(log))

/** True for a failed scan that was not retried. */
export function isFailure({ tone, triedAgain }: LoggedScan): boolean {
  return tone === 'error' && triedAgain !== true
}

let owner: string | undefined

const persist = (scan: LoggedScan): void => {
  if (owner !== undefined) void storeScan(owner, scan)
}

/** Opens a person's log and removes another person's entries from view. */
export async function openScanLog(userName: string): Promise<void> {
  if (owner !== userName) store.set(log, [])
  owner = userName
  const stored = await readScans(userName)
  if (owner !== userName) return
  store.set(log, (now) => {
    const known = new Set(now.map(({ id }) => id))
    return [...now, ...stored.filter(({ id }) => !known.has(id))].sort((one, other) => other.at - one.at)
  })
}

/** Logs a scan's outcome; commands by key or button are not logged. */
export function logScan({ id, at, text, raw, kind, tone, code, args, quantity, address }: Entry): void {
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
  store.set(log, (now) => [scan, ...now.filter((other) => other.id !== id)].slice(0, maxStoredScans))
  persist(scan)
}

/** Marks a scan as retried, so that it is no open failure. */
export function markRetried(id: string): void {
  const scan = store.get(log).find((each) => each.id === id)
  if (!scan) return
  const retried = { ...scan, triedAgain: true }
  store.set(log, (now) => now.map((each) => (each.id === id ? retried : each)))
  persist(retried)
}
