// Pages by key, of this server: a page begins behind the last record of the one before, and costs the same
// however far down it is. The specification's pages (`offset`, `limit`, a `TotalRowCount` that is exact) stay
// for those who leave `after` out.
import * as v from 'valibot'

/** Where the next page begins: null after the last one; a server without pages by key says nothing. */
export const nextPage = { Next: v.nullish(v.string()) }

/**
 * Where a page begins: the number of records before it, and the `Next` of the page before ('' for the first
 * one).
 */
export interface PageStart {
  readonly offset: number
  readonly after?: string
}

export const FIRST_PAGE: PageStart = { offset: 0, after: '' }

/**
 * Where the page after this one of `n` records begins; null: it was the last. `total` decides where the
 * server has no pages by key.
 */
export function pageAfter(
  { offset }: PageStart,
  {
    n,
    total,
    next,
  }: { readonly n: number; readonly total: number; readonly next?: string | null | undefined },
): PageStart | null {
  const before = offset + n
  if (next !== undefined) return next === null ? null : { offset: before, after: next }
  return n > 0 && before < total ? { offset: before } : null
}
