// The last scans and what became of them, newest first: the last-scan strip and its history read this.
import { atom } from 'jotai'
import { store } from './store.ts'

/** One scan or command and its outcome; `code` with `args` is a sentence of the catalogue. */
export interface ScanLogEntry {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly text: string
  readonly raw: string
  readonly kind: string
  readonly tone: 'ok' | 'warning' | 'error' | 'busy'
  readonly code: string
  readonly args: Readonly<Record<string, string | number>>
  readonly next?: readonly string[]
}

const MOST = 50

const scanLogAtom = atom<readonly ScanLogEntry[]>([])
/** How many scans wait or run. */
export const queueDepthAtom = atom(0)

/** Adds an entry, or replaces the one with its id. */
export const logScan = (entry: ScanLogEntry): void =>
  store.set(scanLogAtom, (log) => [entry, ...log.filter((other) => other.id !== entry.id)].slice(0, MOST))
