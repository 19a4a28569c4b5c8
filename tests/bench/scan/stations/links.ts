/** The link from a scanner to its host: a polled wire or a lossy radio. Returns when each state arrives. */
import type { Random } from '../random.ts'
import type { State } from './firmware.ts'

export interface Arrival {
  readonly at: number
  readonly down: readonly string[]
}

/** A period without transfer. */
export interface Outage {
  readonly from: number
  readonly ms: number
}

/** The host polls and gets one state per poll. An outage of the hub delays all later states. */
export function overWire(
  random: Random,
  states: readonly State[],
  { start, pollMs, outage }: { start: number; pollMs: number; outage?: Outage | undefined },
): readonly Arrival[] {
  let poll = start + random.between(0, pollMs)
  let ready = start
  return states.map(({ down, pause }) => {
    ready += pause
    const isInOutage = (at: number): boolean =>
      outage !== undefined && at >= outage.from && at < outage.from + outage.ms
    while (poll < ready || isInOutage(poll)) poll += pollMs
    ready = poll
    const at = poll + random.between(0.02, Math.min(0.35, pollMs / 4))
    poll += pollMs
    return { at, down }
  })
}

export interface Radio {
  /** The connection interval. */
  readonly intervalMs: number
  readonly packetsPerEvent: number
  /** Probability of losing a packet in good and bad phases, and the mean length of both in milliseconds. */
  readonly loss: { readonly good: number; readonly bad: number }
  readonly phaseMs: { readonly good: number; readonly bad: number }
  /** A longer period without any transfer. */
  readonly outage?: Outage | undefined
}

/**
 * The firmware queues its states at its own pace, and each connection event sends the oldest ones. A lost
 * packet is sent again at the next event, in order.
 */
export function overRadio(
  random: Random,
  states: readonly State[],
  start: number,
  radio: Radio,
): readonly Arrival[] {
  const { intervalMs, packetsPerEvent, loss, phaseMs, outage } = radio
  let readyAt = start
  const queue = states.map(({ down, pause }) => {
    readyAt += pause
    return { down, readyAt }
  })
  const arrivals: Arrival[] = []
  const drawDuration = (ms: number): number => -ms * Math.log(1 - random.next())
  let isBad = false
  let phaseEnd = start + drawDuration(phaseMs.good)
  for (let event = start + random.between(0, intervalMs); queue.length > 0; event += intervalMs) {
    while (event > phaseEnd) {
      isBad = !isBad
      phaseEnd += drawDuration(isBad ? phaseMs.bad : phaseMs.good)
    }
    if (outage !== undefined && event >= outage.from && event < outage.from + outage.ms) continue
    let at = event
    for (let sent = 0; sent < packetsPerEvent; sent += 1) {
      const [first] = queue
      if (first === undefined || first.readyAt > event || random.chance(isBad ? loss.bad : loss.good)) break
      queue.shift()
      at += random.between(0.15, 0.6)
      arrivals.push({ at, down: first.down })
    }
  }
  return arrivals
}

export const quietRadio = { loss: { good: 0.005, bad: 0.3 }, phaseMs: { good: 3000, bad: 30 } } as const
export const noisyRadio = { loss: { good: 0.03, bad: 0.95 }, phaseMs: { good: 400, bad: 90 } } as const
