/** Delivery from the host to the page: coarse time stamps, a busy page and a busy browser. */
import type { Random } from '../random.ts'
import type { TraceEvent } from '../traces.ts'

/** Rounds time stamps down to a coarse clock. Events are delivered at their true time. */
export function withGrain(events: readonly TraceEvent[], grainMs: number): readonly TraceEvent[] {
  return events.map((event) => ({
    ...event,
    at: Math.floor(event.at / grainMs) * grainMs,
    deliveredAt: event.deliveredAt ?? event.at,
  }))
}

export interface Busy {
  readonly from: number
  readonly ms: number
}

/** The page's thread is busy: events keep their time stamps and are delivered afterwards in order. */
export function whilePageBusy(
  random: Random,
  events: readonly TraceEvent[],
  { from, ms }: Busy,
): readonly TraceEvent[] {
  const workMs = random.pick([0.2, 1, 4])
  let freeAt = from + ms
  return events.map((event) => {
    if (event.at < from || event.at > freeAt) return event
    freeAt += random.between(0.5, 1.5) * workMs
    return { ...event, deliveredAt: freeAt, isQueued: true, timers: random.chance(0.25) ? 'before' : 'after' }
  })
}

/** The browser is busy, the page is idle: events keep their time stamps, and timers are on time. */
export function whileBrowserBusy(
  random: Random,
  events: readonly TraceEvent[],
  { from, ms }: Busy,
): readonly TraceEvent[] {
  let last = from + ms
  return events.map((event) => {
    if (event.at < from) return event
    last = Math.max(last + random.between(0.05, 0.8), event.at)
    return { ...event, deliveredAt: last, timers: 'before' }
  })
}

/** The browser reads the keys late and stamps them only then: all keys have nearly the same time. */
export function stampedLate(
  random: Random,
  events: readonly TraceEvent[],
  { from, ms }: Busy,
): readonly TraceEvent[] {
  let last = from + ms
  return events.map((event) => {
    if (event.at < from) return event
    last = Math.max(last + random.between(0.02, 0.4), event.at)
    return { ...event, at: last }
  })
}

/** A keyboard that reports no releases, except of modifiers. */
export function withoutReleases(events: readonly TraceEvent[]): readonly TraceEvent[] {
  return events.filter(({ type, key }) => type !== 'up' || /^(Shift|Control)$/.test(key))
}
