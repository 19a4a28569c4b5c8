/** Sends reports to the host by polled USB, Bluetooth or remote desktop. Times are in milliseconds. */
import type { Random } from '../random.ts'
import type { TraceEvent } from '../traces.ts'
import { type Report, toEvents } from './reports.ts'

/** The key events of one code, and the time of the device's last report. */
export interface Sent {
  readonly events: readonly TraceEvent[]
  readonly end: number
}

type Timed = Report & { readonly at: number }

/** A delay before a report, as when the device or its hub is busy. */
export interface HoldUp {
  /** The index of the delayed report. */
  readonly before: number
  readonly ms: number
}

const addHoldUps = (reports: readonly Report[], holdUps: readonly HoldUp[]): readonly Report[] =>
  reports.map((report, index) => ({
    ...report,
    pause:
      report.pause + holdUps.filter(({ before }) => before === index).reduce((sum, { ms }) => sum + ms, 0),
  }))

/** USB: the host gets one report per poll. The device makes the next report when the last one was fetched. */
export function sendByUsb(
  random: Random,
  reports: readonly Report[],
  start: number,
  poll: number,
  holdUps: readonly HoldUp[] = [],
): Sent {
  const phase = random.between(0, poll)
  let ready = start
  let last = Number.NEGATIVE_INFINITY
  const timed: Timed[] = []
  for (const report of addHoldUps(reports, holdUps)) {
    ready += report.pause
    const slot = phase + poll * Math.ceil((ready - phase) / poll)
    const fetched = Math.max(slot, last + poll)
    // A short delay by the host's interrupt and thread.
    const at = Math.max(fetched + Math.min(0.8 * poll, -0.25 * Math.log(1 - random.next())), last)
    timed.push({ ...report, at: Math.max(at, timed.at(-1)?.at ?? 0) })
    last = fetched
    ready = Math.max(ready, fetched)
  }
  return { events: toEvents(timed), end: last }
}

export interface Radio {
  /** The connection interval. */
  readonly interval: number
  /** Reports that fit into one connection event. */
  readonly perEvent: number
  /** Share of connection events that are lost and repeated in the next one. */
  readonly loss: number
  /** Periods without transmission, relative to the start. */
  readonly silences: readonly { readonly from: number; readonly ms: number }[]
}

/** Bluetooth: reports queue in the device and are sent at connection events. */
export function sendByRadio(random: Random, reports: readonly Report[], start: number, radio: Radio): Sent {
  const queue: { report: Report; readyAt: number }[] = []
  let readyAt = start
  for (const report of reports) {
    readyAt += report.pause
    queue.push({ report, readyAt })
  }
  const timed: Timed[] = []
  let at = start + random.between(0, radio.interval)
  let end = start
  while (queue.length > 0) {
    const lost =
      random.chance(radio.loss) ||
      radio.silences.some(({ from, ms }) => at >= start + from && at < start + from + ms)
    if (!lost) {
      let arrival = at
      for (let count = 0; count < radio.perEvent; count += 1) {
        const first = queue[0]
        if (first === undefined || first.readyAt > at) break
        queue.shift()
        timed.push({ ...first.report, at: arrival })
        end = arrival
        arrival += random.between(0.1, 0.8)
      }
    }
    at += radio.interval
  }
  return { events: toEvents(timed), end }
}

/** A remote desktop sends events in packets with varying delays. Shift may arrive after its character. */
export function passRemote(random: Random, { events, end }: Sent, reorders: number): Sent {
  const flush = random.pick([8, 16, 30])
  let packet = 0
  let last = 0
  const passed = events.map((event) => {
    const slot = Math.ceil(event.at / flush) * flush
    if (slot !== packet) {
      packet = slot
      last = Math.max(last, slot + Math.min(60, -6 * Math.log(1 - random.next())))
    }
    last += random.between(0.05, 0.4)
    return { ...event, at: last }
  })
  for (let index = 0; index + 1 < passed.length; index += 1) {
    const [shift, next] = [passed[index], passed[index + 1]]
    if (shift?.key !== 'Shift' || shift.type !== 'down' || next === undefined) continue
    if (!random.chance(reorders)) continue
    // The character comes first, so it loses its Shift.
    const key = next.key === '%' ? '5' : next.key.length > 1 ? next.key : next.key.toLowerCase()
    passed[index] = { ...next, at: shift.at, key, shift: false }
    passed[index + 1] = { ...shift, at: next.at }
  }
  return { events: passed, end: Math.max(end, last) }
}
