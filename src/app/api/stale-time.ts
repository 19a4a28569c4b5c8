/** How long cached answers stay fresh, on devices whose clock may be set back. */
import type { Query } from '@tanstack/react-query'

/**
 * Every use of a screen reads anew. With a stale time of 0, an answer that was read before the clock was set
 * back would stay fresh until the clock reaches that time again.
 */
export const alwaysStale = Number.NEGATIVE_INFINITY

/** Fresh for `ms` milliseconds, unless it was read before the clock was set back. */
export function freshFor<Answer, Key extends readonly unknown[]>(
  ms: number,
): (query: Query<Answer, Error, Answer, Key>) => number {
  return ({ state }) => (state.dataUpdatedAt > Date.now() ? alwaysStale : ms)
}
