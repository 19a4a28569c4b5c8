// Gives the set-up screen access to the wedge: bursts with their verdict, or the raw events during a
// measurement. One per page, as there is one keyboard.
import type { CaptureEvent } from '#core/scan/capture.ts'
import type { WedgeBurst } from './wedge.ts'

type RecordEvent = (fact: CaptureEvent) => void
type WatchBurst = (burst: WedgeBurst) => void

let record: RecordEvent | undefined
let watches: readonly WatchBurst[] = []

/** The part that the wedge uses. */
export const wedgeTap = {
  recorder: (): RecordEvent | undefined => record,
  onKeystrokes: (burst: WedgeBurst): void => {
    for (const watch of watches) watch(burst)
  },
} as const

/** Sends all key events to the callback, and reads no scans meanwhile. Returns a function that stops it. */
export function recordKeys(next: RecordEvent): () => void {
  record = next
  return () => {
    if (record === next) record = undefined
  }
}

/** Calls `watch` for each burst; returns a function that stops it. */
export function watchBursts(watch: WatchBurst): () => void {
  watches = [...watches, watch]
  return () => {
    watches = watches.filter((other) => other !== watch)
  }
}
