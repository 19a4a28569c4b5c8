/** When the page gets the events of a trace: its thread, or the browser in front of it, may be busy. */
import type { Random } from '../random.ts'
import type { TraceEvent } from '../traces.ts'

/** A time in which the page's thread runs nothing. */
export interface Block {
  readonly from: number
  readonly to: number
}

/**
 * The thread is blocked. What came meanwhile is handed over behind the block, in its order; the page's work
 * on each key takes a while, and a due timer may run between any two.
 */
export function blockThread(
  random: Random,
  events: readonly TraceEvent[],
  { from, to }: Block,
): readonly TraceEvent[] {
  let free = to
  return events.map((event) => {
    if (event.at < from || event.at > free) return event
    free = Math.max(free, to) + random.between(0.1, 6)
    return { ...event, deliveredAt: free, isQueued: true, timers: random.chance(0.3) ? 'before' : 'after' }
  })
}

/**
 * The thread is free and its timers are on time, but the browser hands keys over late, each by another time.
 */
export function handOverLate(
  random: Random,
  events: readonly TraceEvent[],
  { from, to }: Block,
): readonly TraceEvent[] {
  let last = 0
  return events.map((event) => {
    if (event.at < from) return event
    const late = event.at < to ? to - event.at : 0
    const jitter = random.chance(0.15) ? random.between(0, 40) : random.between(0, 3)
    last = Math.max(last, event.at + late + jitter)
    return { ...event, deliveredAt: last, timers: 'before' }
  })
}
