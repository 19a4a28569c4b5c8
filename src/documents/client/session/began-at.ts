import type { Cause } from '#core/commands/command.ts'

/** When an action began, in milliseconds of `performance.now()`: for a scan, when it was read. */
export function beganAt({ at = Number.POSITIVE_INFINITY }: Cause): number {
  return Math.min(performance.now(), at - performance.timeOrigin)
}

/**
 * A focus request; `key` null: out of the lines. `since` when it began, in milliseconds of
 * `performance.now()`.
 */
export interface FocusRequest {
  readonly key: string | null
  readonly number: number
  readonly since: number
  /** The barcode's scan that asked for it: a later one may have taken its place before the line is drawn. */
  readonly cause?: Cause
}
