/**
 * Where the set-up screen looks into the wedge of this page: the bursts as they were judged, and, while a device is being
 * measured, the bare facts in place of any judgement. One for the page, as there is one keyboard.
 */
import type { CaptureEvent } from '#scan/capture.ts'
import type { WedgeBurst } from './wedge.ts'

type Record = (fact: CaptureEvent) => void
type Watch = (burst: WedgeBurst) => void

let record: Record | undefined
let watches: readonly Watch[] = []

/** What the wedge asks and tells. */
export const wedgeTap = {
  recorder: (): Record | undefined => record,
  onKeystrokes: (burst: WedgeBurst): void => {
    for (const watch of watches) watch(burst)
  },
} as const

/** Takes the facts of all keys until the answered function is called; nothing is read as a scan meanwhile. */
export function recordKeys(next: Record): () => void {
  record = next
  return () => {
    if (record === next) record = undefined
  }
}

/** Hears of every burst of keys until the answered function is called. */
export function watchBursts(watch: Watch): () => void {
  watches = [...watches, watch]
  return () => {
    watches = watches.filter((other) => other !== watch)
  }
}
