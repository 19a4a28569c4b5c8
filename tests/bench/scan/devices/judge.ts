/** Plays device traces to the product's listener, and counts the effects that a person would notice. */

import { classify } from '#core/scan/classify.ts'
import { defaultProfile } from '#core/scan/default-profile.ts'
import { listenForScans } from '#input/wedge/wedge.ts'
import type { FakeClock } from '../clock.ts'
import { type Page, playTrace } from '../player.ts'
import type { Trace } from '../traces.ts'

export interface Counts {
  readonly codes: number
  readonly exact: number
  /** Reported as unreadable, with a message. */
  readonly refused: number
  /** Not reported. */
  readonly silent: number
  /** Reported as another code than was sent. */
  readonly wrong: number
  /** Characters of a scanner that are left in a field. */
  readonly left: number
  /** Keys of a scanner that had an effect on the page: Enter, Tab, chords, clicks, shortcuts. */
  readonly reached: number
  readonly personKeys: number
  readonly falseScans: number
  readonly personKeysLost: number
}

export const noCounts: Counts = {
  codes: 0,
  exact: 0,
  refused: 0,
  silent: 0,
  wrong: 0,
  left: 0,
  reached: 0,
  personKeys: 0,
  falseScans: 0,
  personKeysLost: 0,
}

export function addCounts(a: Counts, b: Counts): Counts {
  const keys = Object.keys(noCounts) as (keyof Counts)[]
  return keys.reduce<Counts>((sum, key) => ({ ...sum, [key]: a[key] + b[key] }), noCounts)
}

// A shortcut runs only if no other key follows within this time.
const shortcutAloneMs = 120

/** Plays one trace to a new listener. */
export function judge(
  trace: Trace,
  page: Page,
  clock: FakeClock,
): Counts & { readonly heard: readonly string[] } {
  const { profile = defaultProfile } = trace
  const began = clock.time
  const heard: { text: string; isCode: boolean }[] = []
  const shortcuts: { key: string; at: number; reportedAt: number }[] = []
  const stop = listenForScans(page.window, {
    profile,
    clock,
    onScan: (scan) => {
      const [first] = classify(scan.text)
      const isUnreadable = 'cut' in scan || 'unclear' in scan
      // The name of a shelf has no recognizable form.
      const isCode = !isUnreadable && (first.kind !== 'unknown' || trace.codes.includes(scan.text))
      heard.push({ text: scan.text, isCode })
    },
    onShortcutKey: ({ key, at }) =>
      shortcuts.push({ key, at: at - performance.timeOrigin - began, reportedAt: clock.time - began }),
  })
  const played = playTrace(page, clock, trace)
  stop()
  const unmatchedCodes = [...trace.codes]
  let [exact, refused, wrong] = [0, 0, 0]
  for (const { text, isCode } of heard) {
    const index = unmatchedCodes.indexOf(text)
    if (!isCode) refused += 1
    else if (index < 0) wrong += 1
    else {
      unmatchedCodes.splice(index, 1)
      exact += 1
    }
  }
  const isTyping = trace.codes.length === 0
  const inField = trace.focus === 'input' || trace.focus === 'textarea'
  const keptLength = inField ? commonLength(trace.typed, played.value) : 0
  const shortcutsRun = inField ? 0 : countShortcuts(trace, shortcuts)
  return {
    codes: trace.codes.length,
    exact,
    refused: Math.min(refused, trace.codes.length - exact),
    // One refusal may cover two codes read as one.
    silent: refused > 0 ? 0 : Math.max(0, trace.codes.length - exact - wrong),
    wrong: isTyping ? 0 : wrong,
    left: inField ? played.value.length - keptLength : 0,
    reached: played.scannerKeysPassed + played.clicks + shortcutsRun,
    personKeys: isTyping ? trace.personKeys : 0,
    falseScans: isTyping ? heard.length : 0,
    // The keys that a false scan takes are counted as that scan.
    personKeysLost:
      isTyping && heard.length > 0
        ? 0
        : (inField ? trace.typed.length - keptLength : 0) + played.namedKeysLost,
    heard: heard.map(({ text, isCode }) => (isCode ? text : `${text} (refused)`)),
  }
}

// Letters of a scanner that ran as a shortcut: reported as a person's key, with no other key soon after.
function countShortcuts(
  { events }: Trace,
  shortcuts: readonly { readonly key: string; readonly at: number; readonly reportedAt: number }[],
): number {
  const own = events.filter(({ by, type }) => by === 'scanner' && type === 'down')
  const arrivals = events
    .filter(({ type }) => type === 'down')
    .map(({ at, deliveredAt }) => deliveredAt ?? at)
  return shortcuts.filter(
    ({ key, at, reportedAt }) =>
      /^[a-z]$/i.test(key) &&
      own.some((event) => event.key === key && Math.abs(event.at - at) < 0.01) &&
      !arrivals.some((time) => time > reportedAt && time <= reportedAt + shortcutAloneMs),
  ).length
}

// Length of the longest common subsequence.
function commonLength(a: string, b: string): number {
  let row = new Array<number>(b.length + 1).fill(0)
  for (const item of a) {
    const next = [0]
    for (const [index, other] of [...b].entries())
      next.push(item === other ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0))
    row = next
  }
  return row[b.length] ?? 0
}
