import type { Cause } from '#core/commands/command.ts'

/** When an action began, in milliseconds of `performance.now()`: for a scan, when it was read. */
export function beganAt({ at = Number.POSITIVE_INFINITY }: Cause): number {
  return Math.min(performance.now(), at - performance.timeOrigin)
}

/** `key`: null moves the focus out of the lines. `since`: milliseconds of `performance.now()`. */
export interface FocusRequest {
  readonly key: string | null
  readonly number: number
  readonly since: number
  /** The scan that caused it; a later scan may replace it before the line is drawn. */
  readonly cause?: Cause
}
