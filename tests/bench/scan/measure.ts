/** Plays traces to a detector and compares its reports with the sent codes. */
import type { FakeClock } from './clock.ts'
import type { Detector } from './detectors/detector.ts'
import { type Page, playTrace } from './player.ts'
import type { Trace } from './traces.ts'

export interface Tally {
  readonly codes: number
  readonly exact: number
  readonly missed: number
  /** Reported texts that were not sent, in traces with scans. */
  readonly corrupted: number
  /** Reports in traces without a scan. */
  readonly falseScans: number
  readonly typedKeys: number
  /** Scanner characters left in a field, out of those sent to one; and clicks by the scanner's Enter. */
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

export type ReportTrace = (trace: Trace, reports: readonly string[], value: string) => void

/** Measures one detector over traces. Calls `reportTrace` for every trace with an imperfect result. */
export async function measure(
  detector: Detector,
  traces: readonly Trace[],
  page: Page,
  clock: FakeClock,
  reportTrace?: ReportTrace,
): Promise<Tally> {
  let sum = emptyTally
  const byProfile = new Map(
    traces.map((trace) => [trace.profile, traces.filter(({ profile }) => profile === trace.profile)]),
  )
  for (const [profile, profileTraces] of byProfile) {
    let reports: string[] = []
    const detach = await detector.attach(page, clock, (text) => reports.push(text.toUpperCase()), profile)
    for (const trace of profileTraces) {
      reports = []
      const played = playTrace(page, clock, trace)
      const exact = commonLength(trace.codes, reports)
      const isTyping = trace.codes.length === 0
      const inField = trace.focus === 'input' || trace.focus === 'textarea'
      const keptLength = inField ? commonLength([...trace.typed], [...played.value]) : 0
      const tally: Tally = {
        codes: trace.codes.length,
        exact,
        missed: trace.codes.length - exact,
        corrupted: isTyping ? 0 : reports.length - exact,
        falseScans: isTyping ? reports.length : 0,
        typedKeys: isTyping ? trace.personKeys : 0,
        leaked: inField ? played.value.length - keptLength : 0,
        sentToFields: inField ? trace.scanned : 0,
        clicks: played.clicks,
        personKeysLost: (inField ? trace.typed.length - keptLength : 0) + played.namedKeysLost,
        nanoseconds: played.nanoseconds,
        events: played.dispatched,
      }
      sum = addTally(sum, tally)
      const { missed, corrupted, falseScans, leaked, clicks, personKeysLost } = tally
      if (missed + corrupted + falseScans + leaked + clicks + personKeysLost > 0)
        reportTrace?.(trace, reports, played.value)
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
