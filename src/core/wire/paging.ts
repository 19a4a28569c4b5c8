// Cursor pages, only on this server: a page begins after the last record of the previous one, so that every
// page costs the same. Without `after`, pages work as in the specification (`offset`, `limit`, an exact
// `TotalRowCount`).
import * as v from 'valibot'

/** The cursor of the next page: null after the last page, absent from a server without cursor pages. */
export const nextPage = { Next: v.nullish(v.string()) }

/**
 * The start of a page: the number of records before it, and the `Next` of the previous page ('' for the
 * first page).
 */
export interface PageStart {
  readonly offset: number
  readonly after?: string
}

export const FIRST_PAGE: PageStart = { offset: 0, after: '' }

/**
 * Returns the start of the page after this one of `n` records; null if this was the last one. `total` is
 * used if the server has no cursor pages.
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
