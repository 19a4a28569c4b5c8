/**
 * The way from a scanner to its host: a polled wire, or a radio that loses packets. Answers when the host
 * has each state.
 */
import type { Random } from '../random.ts'
import type { State } from './firmware.ts'

export interface Arrival {
  readonly at: number
  readonly down: readonly string[]
}

/** A time without transfer. */
export interface Outage {
  readonly from: number
  readonly ms: number
}

/**
 * A host asks at each poll; the device answers with one state. An outage of the hub delays all that
 * follows.
 */
export function overWire(
  random: Random,
  states: readonly State[],
  { start, pollMs, outage }: { start: number; pollMs: number; outage?: Outage | undefined },
): readonly Arrival[] {
  let poll = start + random.between(0, pollMs)
  let ready = start
  return states.map(({ down, pause }) => {
    ready += pause
    const isOut = (at: number): boolean =>
      outage !== undefined && at >= outage.from && at < outage.from + outage.ms
    while (poll < ready || isOut(poll)) poll += pollMs
    ready = poll
    const at = poll + random.between(0.02, Math.min(0.35, pollMs / 4))
    poll += pollMs
    return { at, down }
  })
}

export interface Radio {
  /** Connection interval. */
  readonly intervalMs: number
  readonly packetsPerEvent: number
  /**
   * Chance that a packet is lost in a good and in a bad phase, and the mean length of both in milliseconds.
   */
  readonly loss: { readonly good: number; readonly bad: number }
  readonly phaseMs: { readonly good: number; readonly bad: number }
  /** A longer bad phase without any transfer. */
  readonly outage?: Outage | undefined
}

/**
 * A radio. The firmware makes its states at its own pace and queues them; each connection event takes the
 * oldest ones. A lost packet
 * is sent again at the next event, in order.
 */
export function overRadio(
  random: Random,
  states: readonly State[],
  start: number,
  radio: Radio,
): readonly Arrival[] {
  const { intervalMs, packetsPerEvent, loss, phaseMs, outage } = radio
  let made = start
  const queue = states.map(({ down, pause }) => {
    made += pause
    return { down, made }
  })
  const arrivals: Arrival[] = []
  const length = (ms: number): number => -ms * Math.log(1 - random.next())
  let isBad = false
  let phaseEnd = start + length(phaseMs.good)
  for (let event = start + random.between(0, intervalMs); queue.length > 0; event += intervalMs) {
    while (event > phaseEnd) {
      isBad = !isBad
      phaseEnd += length(isBad ? phaseMs.bad : phaseMs.good)
    }
    if (outage !== undefined && event >= outage.from && event < outage.from + outage.ms) continue
    let at = event
    for (let sent = 0; sent < packetsPerEvent; sent += 1) {
      const [first] = queue
      if (first === undefined || first.made > event || random.chance(isBad ? loss.bad : loss.good)) break
      queue.shift()
      at += random.between(0.15, 0.6)
      arrivals.push({ at, down: first.down })
    }
  }
  return arrivals
}

export const quietRadio = { loss: { good: 0.005, bad: 0.3 }, phaseMs: { good: 3000, bad: 30 } } as const
export const noisyRadio = { loss: { good: 0.03, bad: 0.95 }, phaseMs: { good: 400, bad: 90 } } as const
