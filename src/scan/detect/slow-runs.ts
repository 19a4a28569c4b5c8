/** Runs of slow devices: each key may be a person's, all of them together are not. */
import type { Keystroke } from '../capture.ts'
import { isAltCharacter } from '../modifiers.ts'
import { heldAfterMs, isOfOtherKind, type Run, weighGap, weighHold } from './evidence.ts'
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

const fewestEven = 8
// Nobody types this fast with so light a touch, in milliseconds.
const fastPaceMs = 75
const lightHoldMs = 45
// Nobody types this evenly either: holds within this many milliseconds, intervals within this ratio.
const evenHoldsMs = 18
const evenGaps = 1.45
const longestEvenMs = 68
const slowestEvenMs = 135
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
    if (keys.length >= fewestEven && isEven(keys.map((key) => key.stroke)))
      run = { start: index, count: keys.length, nats: evenNats }
  }
  return run
}

function isEven(keys: readonly Keystroke[]): boolean {
  const holds = keys.flatMap(({ hold }) => (hold === undefined ? [] : [hold]))
  const gaps = keys.slice(1).map(({ at }, index) => at - (keys[index]?.at ?? at))
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  if (mean <= fastPaceMs && Math.max(...holds) <= lightHoldMs) return true
  // A number pad is a person's. Words and numbers are typed evenly more often than a mixture of both.
  const isMixed =
    keys.some(({ key }) => /^[A-Za-z]$/.test(key)) && keys.some(({ code }) => code.startsWith('Digit'))
  return (
    isMixed &&
    mean <= slowestEvenMs &&
    Math.max(...holds) <= longestEvenMs &&
    Math.max(...holds) - Math.min(...holds) <= evenHoldsMs &&
    Math.max(...gaps) <= evenGaps * Math.min(...gaps)
  )
}
