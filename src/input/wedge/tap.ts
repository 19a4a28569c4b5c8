/**
 * Access to the wedge for the set-up screen: judged bursts, and during a measurement the raw events instead.
 * One per page, as there is one keyboard.
 */
import type { CaptureEvent } from '#core/scan/capture.ts'
import type { WedgeBurst } from './wedge.ts'

type Record = (fact: CaptureEvent) => void
type Watch = (burst: WedgeBurst) => void

let record: Record | undefined
let watches: readonly Watch[] = []

/** The wedge's side. */
export const wedgeTap = {
  recorder: (): Record | undefined => record,
  onKeystrokes: (burst: WedgeBurst): void => {
    for (const watch of watches) watch(burst)
  },
} as const

/** Passes all key events to `next`; no scans are read meanwhile. Returns a function that stops it. */
export function recordKeys(next: Record): () => void {
  record = next
  return () => {
    if (record === next) record = undefined
  }
}

/** Watches every burst; returns a function that stops it. */
export function watchBursts(watch: Watch): () => void {
  watches = [...watches, watch]
  return () => {
    watches = watches.filter((other) => other !== watch)
  }
}
