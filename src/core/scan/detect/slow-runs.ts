/** Runs of slow devices: each key may be a person's, all of them together are not. */
import type { Keystroke } from '../capture.ts'
import { heldAfterMs, isDownAt, isOfOtherKind, type Run, weighGap, weighHold } from './evidence.ts'

// A key of the burst's end, each released before the next.
interface OwnKey {
  readonly stroke: Keystroke
  readonly index: number
  /** Undefined for the last key, which may still be down. */
  readonly hold: number | undefined
  /** To the next key, in milliseconds; 0 for the last. */
  readonly gap: number
}

// No device pauses longer between two keys of a run, in milliseconds.
const longestGapMs = 390

// The keys that the finders look at, from the last one back.
function ownKeysBack(strokes: readonly Keystroke[]): readonly OwnKey[] {
  const isOther = isOfOtherKind(strokes)
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
 * The longest run up to the last key that no hand types; its weight is the most that one of the finders gives
 * it. Undefined if there is none.
 */
export function findSlowRun(strokes: readonly Keystroke[]): Run | undefined {
  const keys = ownKeysBack(strokes)
  if (keys.length < fewestOfFinders) return undefined
  let longest: Run | undefined
  for (const find of finders) {
    const run = find(keys)
    if (run === undefined) continue
    const nats = Math.max(run.nats, longest?.nats ?? run.nats)
    longest = longest === undefined || run.start <= longest.start ? { ...run, nats } : longest
  }
  return longest
}

// Each of the finders takes this many keys.
const fewestOfFinders = 4

// Keys of equal, short holds and one pace: this many are no coincidence, with an additional weight for each.
const fewestSteady = 6
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
    if (place + 1 >= fewestSteady) run = { start: index, count: place + 1, nats }
  }
  return run
}

// No hand makes this many keys in a row so short, one soon after the other. The device is held up at some
// keys. Times in milliseconds.
const fewestLight = 4
// So many are enough if at most one other key comes with each four of them.
const fewestAmong = 8
const lightGapMs = 65
const lightNats = 3.6
const longestLateMs = 290
const longestLateGapMs = 130
const lateNats = -1.2

// The longest run that has such keys in a row, and a longer one at most for each two of them.
function findLightRun(keys: readonly OwnKey[]): Run | undefined {
  let [light, late, inRow] = [0, 0, 0]
  let isSure = false
  let run: Run | undefined
  for (const { index, hold, gap } of keys) {
    if ((hold ?? 0) > longestLateMs || gap > longestLateGapMs) break
    const isLight = (hold ?? 0) <= heldAfterMs
    if (!isLight) late += 1
    else if (hold !== undefined) light += 1
    if (!isLight || gap > lightGapMs) inRow = 0
    if (isLight) inRow += 1
    isSure ||= inRow >= fewestLight && (inRow > fewestLight || keys[0]?.hold !== undefined)
    isSure ||= light >= fewestAmong && 4 * late <= light
    if (isSure && 2 * late <= light)
      run = { start: index, count: light + late, nats: lightNats * light + lateNats * late }
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

// The longest run of released keys whose presses and releases are on one grid, as those of a radio and of no
// hand.
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
    const mayFit = count >= fewestOnGrid && mayBeMultiple(hold, finest) && mayBeMultiple(rest, finest)
    if (mayFit && isOnGrid(edges)) run = { start: index, count, nats: gridNats * count }
  }
  return run
}

// A step that no grid has, however long its other steps.
const isBetweenGrids = (step: number): boolean => step > 2 * gridJitterMs && step < finestGridMs

// A quick look before the exact one: the grid's step is the finest one or a little more.
function mayBeMultiple(step: number, finest: number): boolean {
  const base = finest + gridJitterMs
  const times = Math.round(step / base)
  return Math.abs(step - times * base) <= (2 + times) * gridJitterMs
}

// `edges`: from the last one back.
function isOnGrid(edges: readonly number[]): boolean {
  const [last = 0] = edges
  const steps = edges.slice(1).map((edge, index) => (edges[index] ?? edge) - edge)
  const apart = steps.filter((step) => step > 2 * gridJitterMs)
  const finest = Math.min(...apart)
  const about = meanOf(apart.filter((step) => step <= finest + 2 * gridJitterMs))
  if (!(about >= finestGridMs && about <= coarsestGridMs)) return false
  // The packets of one event come one after the other: the line through all edges has the grid's true step.
  let place = 0
  const places = [0, ...steps.map((step) => (place += Math.round(step / about)))]
  const times = edges.map((edge) => last - edge)
  const [meanPlace, meanTime] = [meanOf(places), meanOf(times)]
  const along = places.reduce(
    (sum, each, index) => sum + (each - meanPlace) * ((times[index] ?? 0) - meanTime),
    0,
  )
  const base = along / places.reduce((sum, each) => sum + (each - meanPlace) ** 2, 0)
  const errors = times.map((time, index) =>
    Math.abs(time - meanTime - base * ((places[index] ?? 0) - meanPlace)),
  )
  const most = Math.max(...errors)
  return most <= gridJitterMs && most > clockJitterMs
}

const meanOf = (figures: readonly number[]): number =>
  figures.reduce((sum, figure) => sum + figure, 0) / Math.max(1, figures.length)

// Nobody types this many keys this fast with so light a touch, in milliseconds; nor a few that follow each
// other at once.
const fewestFast = 6
const fastPaceMs = 75
const lightHoldMs = 46
const fewestRapid = 4
const rapidPaceMs = 36
// Holds as short as these in the mean are a device's too.
const quickMeanMs = 24
// Nobody copies a code this fast and this evenly: the spread of holds and of intervals as a share, times in
// milliseconds.
const fewestEven = 8
const slowestEvenMs = 128
const longestEvenMs = 75
const evenSpread = 0.14
// Holds of one length come from a clock, whatever the intervals.
const slowestTimedMs = 168
const timedSpread = 0.05
const evenNats = 6

// The longest run that is too fast or too even for fingers.
function findEvenRun(keys: readonly OwnKey[]): Run | undefined {
  const [gaps, holds] = [new Figures(), new Figures()]
  let [letters, digits, others, hasPad] = [0, 0, 0, false]
  let run: Run | undefined
  for (const [place, { stroke, index, hold, gap }] of keys.entries()) {
    if (gap > 2 * slowestEvenMs || holds.most > longestEvenMs) break
    if (place > 0) gaps.add(gap)
    if (hold !== undefined) holds.add(hold)
    if (stroke.code.startsWith('Key')) letters += 1
    else if (stroke.code.startsWith('Digit')) digits += 1
    else others += 1
    hasPad ||= stroke.code.startsWith('Numpad')
    const count = place + 1
    const isRapid = gaps.mean <= rapidPaceMs || holds.mean <= quickMeanMs
    const isFast =
      count >= (isRapid ? fewestRapid : fewestFast) && gaps.mean <= fastPaceMs && holds.most <= lightHoldMs
    // Words and numbers are typed evenly more often than a mixture of both. A number pad is a person's.
    const isMixed = letters > 0 && digits > 0 && others === 0
    const isTimed = !hasPad && gaps.mean <= slowestTimedMs && holds.spread <= timedSpread
    const isEven =
      isMixed && gaps.mean <= slowestEvenMs && gaps.spread <= evenSpread && holds.spread <= evenSpread
    if (isFast || (count >= fewestEven && holds.most <= longestEvenMs && (isTimed || isEven)))
      run = { start: index, count, nats: evenNats }
  }
  return run
}

// Mean, spread as a share, and maximum of figures that come one by one.
class Figures {
  private count = 0
  private sum = 0
  private squares = 0
  most = 0
  add(figure: number): void {
    this.count += 1
    this.sum += figure
    this.squares += figure ** 2
    this.most = Math.max(this.most, figure)
  }
  get mean(): number {
    return this.sum / Math.max(1, this.count)
  }
  get spread(): number {
    return Math.sqrt(Math.max(0, this.squares / Math.max(1, this.count) - this.mean ** 2)) / this.mean
  }
}

// From the shortest to the longest.
const finders = [findGridRun, findLightRun, findSteadyRun, findEvenRun]
