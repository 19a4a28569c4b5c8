import type { Cause } from '#commands/command.ts'

/** When an action began, in milliseconds of `performance.now()`: for a scan, when it was read. */
export function beganAt({ at = Number.POSITIVE_INFINITY }: Cause): number {
  return Math.min(performance.now(), at - performance.timeOrigin)
}
