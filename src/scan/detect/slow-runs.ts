/** Runs of slow devices: each key may be a person's, all of them together are not. */
import type { Keystroke } from '../capture.ts'
import { isAltCharacter } from '../modifiers.ts'
import { gapsOf, heldAfterMs, isOfOtherKind, type Run, weighGap, weighHold } from './evidence.ts'
import { findHeldUp, isQuick } from './held-up.ts'

// This many keys in a steady rhythm are no coincidence.
const fewestSteady = 6
// Additional weight per key of a steady rhythm.
const steadyNats = 1.5

/**
 * The longest run up to the last released key with equal, short holds and one pace. Single keys may look like
 * a person's, but nobody types that regularly.
 */
export function findSteadyRun(strokes: readonly Keystroke[]): Run | undefined {
  const isOther = isOfOtherKind(strokes)
  let [shortest, longest, closest, widest] = [Infinity, 0, Infinity, 0]
  let nats = 0
  let run: Run | undefined
  let next: Keystroke | undefined
  for (let index = strokes.length - 1; index >= 0; index -= 1) {
    const stroke = strokes[index]
    if (stroke === undefined || stroke.channel === 'ime') break
    if (stroke.person || isOther(stroke)) continue
    const { hold } = stroke
    // The last key may still be down.
    if (hold === undefined && next !== undefined) break
    if (hold !== undefined) {
      shortest = Math.min(shortest, hold)
      longest = Math.max(longest, hold)
      nats += weighHold(hold)
    }
    if (next !== undefined) {
      const gap = next.at - stroke.at
      closest = Math.min(closest, gap)
      widest = Math.max(widest, gap)
      nats += weighGap(gap) + steadyNats
    }
    if (longest > heldAfterMs || longest - shortest > 10 || widest > 2.5 * closest) break
    run = { start: index, count: (run?.count ?? 0) + 1, nats }
    next = stroke
  }
  return run !== undefined && run.count >= fewestSteady ? run : undefined
}

// The figures of a radio that sends several keys at once: some are quick, the others take up to two of its intervals, in milliseconds.
const fewestQuick = 3
const longestSlotMs = 110
const longestGapMs = 320

/** The longest run up to the last key of which a third was quicker than any finger. */
export function findQuickRun(strokes: readonly Keystroke[]): Run | undefined {
  if (strokes.filter(isQuick).length < fewestQuick) return undefined
  const heldUp = findHeldUp(strokes)
  let [nats, count, quick] = [0, 0, 0]
  let run: Run | undefined
  let next: Keystroke | undefined
  for (let index = strokes.length - 1; index >= 0; index -= 1) {
    const stroke = strokes[index]
    if (stroke === undefined || stroke.channel === 'ime' || isAltCharacter(stroke)) break
    if (stroke.person) continue
    const { hold } = stroke
    if (hold === undefined && next !== undefined) break
    const up = stroke.at + (hold ?? 0)
    if (next !== undefined && (up > next.at || next.at - stroke.at > longestGapMs)) break
    if ((hold ?? 0) > longestSlotMs && !heldUp.keys.has(stroke)) break
    count += 1
    if (next !== undefined) nats += Math.max(-0.3, weighGap(next.at - stroke.at))
    if (isQuick(stroke)) {
      quick += 1
      nats += weighHold(hold ?? 0)
      if (quick >= fewestQuick && 3 * quick >= count) run = { start: index, count, nats }
    }
    next = stroke
  }
  return run
}

// No hand makes this many keys in a row so short, one soon after the other. The device is held up at some
// keys. Times in milliseconds.
const fewestLight = 4
const lightGapMs = 65
const lightNats = 3.6
const longestLateMs = 290
const longestLateGapMs = 130
const lateNats = -1.2

/**
 * The longest run up to the last key that has such keys in a row, and a longer one at most for each two of
 * them.
 */
export function findLightRun(strokes: readonly Keystroke[]): Run | undefined {
  let [light, late, inRow] = [0, 0, 0]
  let isSure = false
  let run: Run | undefined
  let next: Keystroke | undefined
  for (let index = strokes.length - 1; index >= 0; index -= 1) {
    const stroke = strokes[index]
    if (stroke === undefined || stroke.channel === 'ime' || isAltCharacter(stroke)) break
    if (stroke.person) continue
    const { hold } = stroke
    const gap = next === undefined ? 0 : next.at - stroke.at
    if (hold === undefined ? next !== undefined : hold > longestLateMs || stroke.bounced === true) break
    if ((next !== undefined && stroke.at + (hold ?? 0) > next.at) || gap > longestLateGapMs) break
    const isLight = (hold ?? 0) <= heldAfterMs
    if (hold !== undefined && isLight) light += 1
    if (!isLight) late += 1
    if (!isLight || gap > lightGapMs) inRow = 0
    if (isLight) inRow += 1
    isSure ||= inRow >= fewestLight && (inRow > fewestLight || strokes.at(-1)?.hold !== undefined)
    if (isSure && 2 * late <= light)
      run = { start: index, count: light + late, nats: lightNats * light + lateNats * late }
    next = stroke
  }
  return run
}

// A radio hands keys over at its connection events: presses and releases lie on a grid. Times in
// milliseconds.
const fewestOnGrid = 4
const finestGridMs = 19
const coarsestGridMs = 130
const gridJitterMs = 1.2
// Multiples as exact as these are the clock's, not a radio's.
const clockJitterMs = 0.06
const gridNats = 3.6

/**
 * The run up to the last released key whose presses and releases are on one grid, as those of a radio and
 * of no hand.
 */
export function findGridRun(strokes: readonly Keystroke[]): Run | undefined {
  const last = strokes.at(-1)
  const own = last !== undefined && last.hold === undefined ? strokes.slice(0, -1) : strokes
  const keys: { readonly stroke: Keystroke; readonly index: number }[] = []
  for (let index = own.length - 1; index >= 0; index -= 1) {
    const stroke = own[index]
    if (stroke === undefined || stroke.channel === 'ime' || isAltCharacter(stroke)) break
    if (stroke.person) continue
    const next = keys[0]?.stroke
    if (stroke.hold === undefined || stroke.bounced) break
    if (next !== undefined && (stroke.at + stroke.hold > next.at || next.at - stroke.at > 3 * coarsestGridMs))
      break
    keys.unshift({ stroke, index })
  }
  const edgesFrom = (from: number): readonly number[] =>
    keys.slice(from).flatMap(({ stroke }) => [stroke.at, stroke.at + (stroke.hold ?? 0)])
  // Each longer run contains the last keys.
  if (keys.length < fewestOnGrid || !isOnGrid(edgesFrom(keys.length - fewestOnGrid))) return undefined
  for (let from = 0; keys.length - from >= fewestOnGrid; from += 1) {
    if (isOnGrid(edgesFrom(from))) {
      const count = keys.length - from
      return { start: keys[from]?.index ?? 0, count, nats: gridNats * count }
    }
  }
  return undefined
}

function isOnGrid(edges: readonly number[]): boolean {
  const steps = edges.slice(1).map((edge, index) => edge - (edges[index] ?? edge))
  const apart = steps.filter((step) => step > 2 * gridJitterMs)
  const finest = Math.min(...apart)
  const base = meanOf(apart.filter((step) => step <= finest + 2 * gridJitterMs))
  if (!(base >= finestGridMs && base <= coarsestGridMs)) return false
  const errors = steps.map((step) => Math.abs(step - Math.round(step / base) * base))
  return Math.max(...errors) <= gridJitterMs && Math.max(...errors) > clockJitterMs
}

// Nobody types this many keys this fast with so light a touch, in milliseconds.
const fewestFast = 6
const fastPaceMs = 75
const lightHoldMs = 46
// Nobody copies a code this fast and this evenly: the spread of holds and of intervals as a share, times in milliseconds.
const fewestEven = 8
const slowestEvenMs = 128
const longestEvenMs = 75
const evenSpread = 0.14
// Holds of one length come from a clock, whatever the intervals.
const timedSpread = 0.05
const evenNats = 6

/** The longest run up to the last released key that is too fast or too even for fingers. */
export function findEvenRun(strokes: readonly Keystroke[]): Run | undefined {
  const keys: { readonly stroke: Keystroke; readonly index: number }[] = []
  let run: Run | undefined
  for (let index = strokes.length - 1; index >= 0; index -= 1) {
    const stroke = strokes[index]
    if (stroke === undefined || stroke.channel === 'ime' || isAltCharacter(stroke)) break
    if (stroke.person) continue
    const next = keys[0]?.stroke
    if (stroke.hold === undefined && next !== undefined) break
    if (next !== undefined && stroke.at + (stroke.hold ?? 0) > next.at) break
    if (next !== undefined && next.at - stroke.at > 2 * slowestEvenMs) break
    keys.unshift({ stroke, index })
    const own = keys.map((key) => key.stroke)
    if ((keys.length >= fewestFast && isFast(own)) || (keys.length >= fewestEven && isEven(own)))
      run = { start: index, count: keys.length, nats: evenNats }
  }
  return run
}

const holdsOf = (keys: readonly Keystroke[]): readonly number[] =>
  keys.flatMap(({ hold }) => (hold === undefined ? [] : [hold]))
const meanOf = (figures: readonly number[]): number =>
  figures.reduce((sum, figure) => sum + figure, 0) / Math.max(1, figures.length)
function spreadOf(figures: readonly number[]): number {
  const mean = meanOf(figures)
  return Math.sqrt(meanOf(figures.map((figure) => (figure - mean) ** 2))) / mean
}

const isFast = (keys: readonly Keystroke[]): boolean =>
  meanOf(gapsOf(keys)) <= fastPaceMs && Math.max(...holdsOf(keys)) <= lightHoldMs

// Words and numbers are typed evenly more often than a mixture of both. A number pad is a person's.
function isEven(keys: readonly Keystroke[]): boolean {
  const isMixed =
    keys.every(({ code }) => /^(Key|Digit)/.test(code)) &&
    keys.some(({ code }) => code.startsWith('Key')) &&
    keys.some(({ code }) => code.startsWith('Digit'))
  const [gaps, holds] = [gapsOf(keys), holdsOf(keys)]
  const isTimed = spreadOf(holds) <= timedSpread && !keys.some(({ code }) => code.startsWith('Numpad'))
  if (isTimed && meanOf(gaps) <= slowestEvenMs + 40 && Math.max(...holds) <= longestEvenMs) return true
  if (!isMixed || meanOf(gaps) > slowestEvenMs || Math.max(...holds) > longestEvenMs) return false
  return spreadOf(gaps) <= evenSpread && spreadOf(holds) <= evenSpread
}
