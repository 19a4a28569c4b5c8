/** Keys of a person that overlap those of a device. */
import type { Keystroke } from '../capture.ts'
import { heldAfterMs, median, reportsNoReleases } from './evidence.ts'

// A key that was held longer is a person's even if little is known of the device, in milliseconds.
const sureHoldMs = 45
const justDownMs = 16

/**
 * Was a released key a person's? Of two overlapping keys it is the one held longer, if longer than scanners
 * hold (over 24 ms and twice the median hold; over 45 ms while little is known).
 */
export function overlapsCode(strokes: readonly Keystroke[], index: number, now: number): boolean {
  const stroke = strokes[index]
  if (stroke === undefined || stroke.channel === 'ime') return false
  const held = stroke.hold ?? now - stroke.at
  if (held <= 24 || reportsNoReleases(strokes)) return false
  const others = strokes.filter((other, at) => at !== index && !other.person)
  const holds = others.flatMap((other) => (other.hold === undefined ? [] : [other.hold]))
  const limit = holds.length < 3 ? sureHoldMs : Math.max(24, 2 * median(holds, 0))
  if (held <= limit) return false
  const up = stroke.at + held
  return others.some((other) => {
    // Nothing is known of a key that is still down: it may be held longer, unless it has only come.
    if (other.hold === undefined && (held <= sureHoldMs || now - other.at > justDownMs)) return false
    const otherHeld = other.hold ?? now - other.at
    return other.at < up && other.at + otherHeld > stroke.at && otherHeld < held
  })
}

/** Is it the longest of the keys that it overlaps, and longer than a device's? */
export function isAcross(own: readonly Keystroke[], stroke: Keystroke): boolean {
  const { at, hold = 0 } = stroke
  if (hold <= heldAfterMs) return false
  const others = own.filter(
    (other) => other !== stroke && other.at < at + hold && other.at + (other.hold ?? 0) > at,
  )
  return others.length > 0 && others.every((other) => (other.hold ?? 0) < hold)
}
