/** Delays the delivery of a trace's events, as when the page's thread or the browser is busy. */
import type { Random } from '../random.ts'
import type { TraceEvent } from '../traces.ts'

/** A period in which the page's thread runs nothing. */
export interface Block {
  readonly from: number
  readonly to: number
}

/**
 * Blocks the thread. Queued events are delivered after the block, in order. Work on each key takes time, and
 * due timers may run in between.
 */
export function blockThread(
  random: Random,
  events: readonly TraceEvent[],
  { from, to }: Block,
): readonly TraceEvent[] {
  let freeAt = to
  return events.map((event) => {
    if (event.at < from || event.at > freeAt) return event
    freeAt = Math.max(freeAt, to) + random.between(0.1, 6)
    return { ...event, deliveredAt: freeAt, isQueued: true, timers: random.chance(0.3) ? 'before' : 'after' }
  })
}

/** The thread is free and its timers are on time, but the browser delivers keys with varying delays. */
export function deliverLate(
  random: Random,
  events: readonly TraceEvent[],
  { from, to }: Block,
): readonly TraceEvent[] {
  let last = 0
  return events.map((event) => {
    if (event.at < from) return event
    const delay = event.at < to ? to - event.at : 0
    const jitter = random.chance(0.15) ? random.between(0, 40) : random.between(0, 3)
    last = Math.max(last, event.at + delay + jitter)
    return { ...event, deliveredAt: last, timers: 'before' }
  })
}
