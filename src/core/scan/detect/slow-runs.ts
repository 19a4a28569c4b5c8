/** Finds runs of slow devices: a person could type each key, but not all of them together. */
import type { Keystroke } from '../capture.ts'
import { heldAfterMs, isDownAt, isOutsideBurst, type Run, weighGap, weighHold } from './evidence.ts'

// A key of the burst's last part, in which each key is released before the next.
interface OwnKey {
  readonly stroke: Keystroke
  readonly index: number
  /** Undefined for the last key, which may still be down. */
  readonly hold: number | undefined
  /** The interval to the next key, in milliseconds; 0 for the last key. */
  readonly gap: number
}

// The longest interval between two keys of a run, in milliseconds.
const longestGapMs = 390

// The keys that the finders check, from the last key backwards.
function ownKeysBack(strokes: readonly Keystroke[]): readonly OwnKey[] {
  const isOther = isOutsideBurst(strokes)
  const keys: OwnKey[] = []
  let nextAt = Number.POSITIVE_INFINITY
  for (let index = strokes.length - 1; index >= 0; index -= 1) {
    const stroke = strokes[index]
    if (stroke === undefined || stroke.channel === 'ime') break
    if (stroke.person || isOther(stroke)) continue
    const { at, hold, bounced } = stroke
    const isLast = keys.length === 0
    if (bounced || (hold === undefined ? !isLast : isDownAt(stroke, nextAt))) break
    if (!isLast && nextAt - at > longestGapMs) break
    keys.push({ stroke, index, hold, gap: isLast ? 0 : nextAt - at })
    nextAt = at
  }
  return keys
}

/**
 * The longest run up to the last key that no person can type, with the highest weight of all finders.
 * Undefined if there is none.
 */
export function findSlowRun(strokes: readonly Keystroke[]): Run | undefined {
  const keys = ownKeysBack(strokes)
  if (keys.length < minFinderKeys) return undefined
  let longest: Run | undefined
  for (const find of finders) {
    const run = find(keys)
    if (run === undefined) continue
    const nats = Math.max(run.nats, longest?.nats ?? run.nats)
    longest = longest === undefined || run.start <= longest.start ? { ...run, nats } : longest
  }
  return longest
}

// Every finder needs at least this many keys.
const minFinderKeys = 4

// This many keys with equal, short holds and one pace are no coincidence; each has an additional weight.
const minSteadyKeys = 6
const steadyNats = 1.5

function findSteadyRun(keys: readonly OwnKey[]): Run | undefined {
  let [shortest, longest, closest, widest] = [Number.POSITIVE_INFINITY, 0, Number.POSITIVE_INFINITY, 0]
  let nats = 0
  let run: Run | undefined
  for (const [place, { index, hold, gap }] of keys.entries()) {
    if (hold !== undefined) {
      shortest = Math.min(shortest, hold)
      longest = Math.max(longest, hold)
      nats += weighHold(hold)
    }
    if (place > 0) {
      closest = Math.min(closest, gap)
      widest = Math.max(widest, gap)
      nats += weighGap(gap) + steadyNats
    }
    if (longest > heldAfterMs || longest - shortest > 10 || widest > 2.5 * closest) break
    if (place + 1 >= minSteadyKeys) run = { start: index, count: place + 1, nats }
  }
  return run
}

// A person cannot press this many consecutive keys so shortly and so fast. The device may stall at some keys.
// Times are in milliseconds.
const minLightKeys = 4
// This many light keys are enough with at most one stalled key for every four of them.
const minLightInRun = 8
const lightGapMs = 65
const lightNats = 3.6
const longestStallMs = 290
const longestStallGapMs = 130
const stallNats = -1.2

// The longest run with enough light keys, and at most one stalled key for every two of them.
function findLightRun(keys: readonly OwnKey[]): Run | undefined {
  let [light, stalled, inRow] = [0, 0, 0]
  let isSure = false
  let run: Run | undefined
  for (const { index, hold, gap } of keys) {
    if ((hold ?? 0) > longestStallMs || gap > longestStallGapMs) break
    const isLight = (hold ?? 0) <= heldAfterMs
    if (!isLight) stalled += 1
    else if (hold !== undefined) light += 1
    if (!isLight || gap > lightGapMs) inRow = 0
    if (isLight) inRow += 1
    isSure ||= inRow >= minLightKeys && (inRow > minLightKeys || keys[0]?.hold !== undefined)
    isSure ||= light >= minLightInRun && 4 * stalled <= light
    if (isSure && 2 * stalled <= light)
      run = { start: index, count: light + stalled, nats: lightNats * light + stallNats * stalled }
  }
  return run
}

// A radio delivers keys at its connection events, so that presses and releases lie on a time grid. Times are
// in milliseconds.
const minGridKeys = 4
const finestGridMs = 19
const coarsestGridMs = 130
const gridJitterMs = 1.2
// More exact multiples come from the clock, not from a radio.
const clockJitterMs = 0.06
const gridNats = 3.6

// The longest run of released keys with presses and releases on one time grid, as only a radio sends them.
function findGridRun(keys: readonly OwnKey[]): Run | undefined {
  const own = keys[0]?.hold === undefined ? keys.slice(1) : keys
  const edges: number[] = []
  let finest = Number.POSITIVE_INFINITY
  let run: Run | undefined
  for (const [place, { stroke, index, hold = 0, gap }] of own.entries()) {
    const { at } = stroke
    const rest = place === 0 ? 0 : gap - hold
    if (isBetweenGrids(hold) || isBetweenGrids(rest)) break
    for (const step of [hold, rest]) if (step > 2 * gridJitterMs) finest = Math.min(finest, step)
    edges.push(at + hold, at)
    const count = place + 1
    const mayFit = count >= minGridKeys && mayBeMultiple(hold, finest) && mayBeMultiple(rest, finest)
    if (mayFit && isOnGrid(edges)) run = { start: index, count, nats: gridNats * count }
  }
  return run
}

// A step too short for any grid, but too long for jitter.
const isBetweenGrids = (step: number): boolean => step > 2 * gridJitterMs && step < finestGridMs

// A fast check before the exact one: the grid's step is about the smallest step.
function mayBeMultiple(step: number, finest: number): boolean {
  const base = finest + gridJitterMs
  const count = Math.round(step / base)
  return Math.abs(step - count * base) <= (2 + count) * gridJitterMs
}

// Are these times on one grid? `edges` are in descending order.
function isOnGrid(edges: readonly number[]): boolean {
  const [last = 0] = edges
  const steps = edges.slice(1).map((edge, index) => (edges[index] ?? edge) - edge)
  const gridSteps = steps.filter((step) => step > 2 * gridJitterMs)
  const finest = Math.min(...gridSteps)
  const roughStep = meanOf(gridSteps.filter((step) => step <= finest + 2 * gridJitterMs))
  if (!(roughStep >= finestGridMs && roughStep <= coarsestGridMs)) return false
  // Packets of one event arrive one after the other, so a regression over all edges finds the true step.
  let place = 0
  const places = [0, ...steps.map((step) => (place += Math.round(step / roughStep)))]
  const offsets = edges.map((edge) => last - edge)
  const [meanPlace, meanTime] = [meanOf(places), meanOf(offsets)]
  const covariance = places.reduce(
    (sum, each, index) => sum + (each - meanPlace) * ((offsets[index] ?? 0) - meanTime),
    0,
  )
  const base = covariance / places.reduce((sum, each) => sum + (each - meanPlace) ** 2, 0)
  const errors = offsets.map((time, index) =>
    Math.abs(time - meanTime - base * ((places[index] ?? 0) - meanPlace)),
  )
  const maxError = Math.max(...errors)
  return maxError <= gridJitterMs && maxError > clockJitterMs
}

const meanOf = (figures: readonly number[]): number =>
  figures.reduce((sum, figure) => sum + figure, 0) / Math.max(1, figures.length)

// A person cannot type this many keys so fast with such short holds, nor a few keys at an even faster pace.
// Times are in milliseconds.
const minFastKeys = 6
const fastPaceMs = 75
const lightHoldMs = 46
const minRapidKeys = 4
const rapidPaceMs = 36
// A shorter mean hold is a device's too.
const quickMeanMs = 24
// A person cannot copy a code so fast and so evenly. Times are in milliseconds; the spread of holds and
// intervals is a share of the mean.
const minEvenKeys = 8
const slowestEvenMs = 128
const longestEvenMs = 75
const evenSpread = 0.14
// Holds of equal length come from a clock, with any intervals.
const slowestTimedMs = 168
const timedSpread = 0.05
const evenNats = 6

// The longest run that is too fast or too even for fingers.
function findEvenRun(keys: readonly OwnKey[]): Run | undefined {
  const [gaps, holds] = [new RunningStats(), new RunningStats()]
  let [letters, digits, others, hasPad] = [0, 0, 0, false]
  let run: Run | undefined
  for (const [place, { stroke, index, hold, gap }] of keys.entries()) {
    if (gap > 2 * slowestEvenMs || holds.max > longestEvenMs) break
    if (place > 0) gaps.add(gap)
    if (hold !== undefined) holds.add(hold)
    if (stroke.code.startsWith('Key')) letters += 1
    else if (stroke.code.startsWith('Digit')) digits += 1
    else others += 1
    hasPad ||= stroke.code.startsWith('Numpad')
    const count = place + 1
    const isRapid = gaps.mean <= rapidPaceMs || holds.mean <= quickMeanMs
    const isFast =
      count >= (isRapid ? minRapidKeys : minFastKeys) && gaps.mean <= fastPaceMs && holds.max <= lightHoldMs
    // People type words or numbers evenly, but not a mixture of both. A number pad is a person's.
    const isMixed = letters > 0 && digits > 0 && others === 0
    const isTimed = !hasPad && gaps.mean <= slowestTimedMs && holds.spread <= timedSpread
    const isEven =
      isMixed && gaps.mean <= slowestEvenMs && gaps.spread <= evenSpread && holds.spread <= evenSpread
    if (isFast || (count >= minEvenKeys && holds.max <= longestEvenMs && (isTimed || isEven)))
      run = { start: index, count, nats: evenNats }
  }
  return run
}

// Running mean, maximum, and spread as a share of the mean.
class RunningStats {
  private count = 0
  private sum = 0
  private squares = 0
  max = 0
  add(figure: number): void {
    this.count += 1
    this.sum += figure
    this.squares += figure ** 2
    this.max = Math.max(this.max, figure)
  }
  get mean(): number {
    return this.sum / Math.max(1, this.count)
  }
  get spread(): number {
    return Math.sqrt(Math.max(0, this.squares / Math.max(1, this.count) - this.mean ** 2)) / this.mean
  }
}

// Ordered by the length of their runs, shortest first.
const finders = [findGridRun, findLightRun, findSteadyRun, findEvenRun]
