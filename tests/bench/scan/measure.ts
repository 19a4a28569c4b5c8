/** Plays traces to a detector and counts what it made of them. */
import type { FakeClock } from './clock.ts'
import type { Detector } from './detectors/detector.ts'
import { type Page, playTrace } from './player.ts'
import type { Trace } from './traces.ts'

export interface Tally {
  readonly codes: number
  readonly exact: number
  readonly missed: number
  /** Reports of a text that was not sent, in traces with scans. */
  readonly corrupted: number
  /** Reports in traces without a scan. */
  readonly falseScans: number
  readonly typedKeys: number
  /** Scanner's characters left in a field, of those sent to one, and clicks by its Enter. */
  readonly leaked: number
  readonly sentToFields: number
  readonly clicks: number
  readonly personKeysLost: number
  readonly nanoseconds: number
  readonly events: number
}

export const emptyTally: Tally = {
  codes: 0,
  exact: 0,
  missed: 0,
  corrupted: 0,
  falseScans: 0,
  typedKeys: 0,
  leaked: 0,
  sentToFields: 0,
  clicks: 0,
  personKeysLost: 0,
  nanoseconds: 0,
  events: 0,
}

export function addTally(a: Tally, b: Tally): Tally {
  const keys = Object.keys(emptyTally) as (keyof Tally)[]
  return keys.reduce<Tally>((sum, key) => ({ ...sum, [key]: a[key] + b[key] }), emptyTally)
}

export type Surprise = (trace: Trace, reports: readonly string[], value: string) => void

/** Measures one detector over traces; `surprise` hears of every trace that did not come out perfect. */
export async function measure(
  detector: Detector,
  traces: readonly Trace[],
  page: Page,
  clock: FakeClock,
  surprise?: Surprise,
): Promise<Tally> {
  let sum = emptyTally
  const byProfile = new Map(
    traces.map((trace) => [trace.profile, traces.filter(({ profile }) => profile === trace.profile)]),
  )
  for (const [profile, some] of byProfile) {
    let reports: string[] = []
    const detach = await detector.attach(page, clock, (text) => reports.push(text.toUpperCase()), profile)
    for (const trace of some) {
      reports = []
      const played = playTrace(page, clock, trace)
      const exact = commonLength(trace.codes, reports)
      const isTyping = trace.codes.length === 0
      const inField = trace.focus === 'input' || trace.focus === 'textarea'
      const kept = inField ? commonLength([...trace.typed], [...played.value]) : 0
      const tally: Tally = {
        codes: trace.codes.length,
        exact,
        missed: trace.codes.length - exact,
        corrupted: isTyping ? 0 : reports.length - exact,
        falseScans: isTyping ? reports.length : 0,
        typedKeys: isTyping ? trace.personKeys : 0,
        leaked: inField ? played.value.length - kept : 0,
        sentToFields: inField ? trace.scanned : 0,
        clicks: played.clicks,
        personKeysLost: (inField ? trace.typed.length - kept : 0) + played.namedKeysLost,
        nanoseconds: played.nanoseconds,
        events: played.dispatched,
      }
      sum = addTally(sum, tally)
      const { missed, corrupted, falseScans, leaked, clicks, personKeysLost } = tally
      if (missed + corrupted + falseScans + leaked + clicks + personKeysLost > 0)
        surprise?.(trace, reports, played.value)
    }
    detach()
    clock.advanceTo(clock.time + 2000)
  }
  return sum
}

// Length of the longest common subsequence.
function commonLength(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0)
  for (const item of a) {
    const next = [0]
    b.forEach((other, index) => {
      next.push(item === other ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0))
    })
    row = next
  }
  return row[b.length] ?? 0
}
