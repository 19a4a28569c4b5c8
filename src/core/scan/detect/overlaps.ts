/** Finds keys of a person that overlap keys of a device. */
import type { Keystroke } from '../capture.ts'
import { heldAfterMs, median, reportsNoReleases } from './evidence.ts'

// A longer hold is a person's even with few keys of the device to compare, in milliseconds.
const sureHoldMs = 45
const justDownMs = 16

/**
 * Was the key a person's? Yes, if it was held longer than a key that it overlaps, and longer than scanners
 * hold keys: over 24 ms and twice the median hold, or over 45 ms with fewer than three holds.
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
    // Ignores a key that is still down: it may be held longer. A key that was just pressed counts.
    if (other.hold === undefined && (held <= sureHoldMs || now - other.at > justDownMs)) return false
    const otherHeld = other.hold ?? now - other.at
    return other.at < up && other.at + otherHeld > stroke.at && otherHeld < held
  })
}

/** Was the key held longer than every key that it overlaps, and longer than a device holds? */
export function isLongestOverlap(own: readonly Keystroke[], stroke: Keystroke): boolean {
  const { at, hold = 0 } = stroke
  if (hold <= heldAfterMs) return false
  const others = own.filter(
    (other) => other !== stroke && other.at < at + hold && other.at + (other.hold ?? 0) > at,
  )
  return others.length > 0 && others.every((other) => (other.hold ?? 0) < hold)
}
