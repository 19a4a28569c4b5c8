// Pages of lists and searches. The specification's begin at an offset and say how many records there are;
// this server's own begin behind a record (`after`), so that the last page costs what the first one does, and
// count to a limit.
import { LIMITS } from '#core/wire/limits.ts'

/**
 * A page as it is asked for. `after`: '' for the first page by key, then the `next` of the page before;
 * undefined: `offset` counts.
 */
export interface PageWanted {
  readonly offset: number
  readonly limit: number
  readonly after?: string | undefined
}

/** A page and the count over all pages. */
export interface RecordPage<Record> {
  readonly records: readonly Record[]
  /** By offset exact; by key at most `LIMITS.counted` + 1, which means more. */
  readonly total: number
  /** By key: where the next page begins; null after the last one. By offset it is not there. */
  readonly next?: string | null
}

/** How far a page counts; undefined: to the end. */
export function countedTo({ after }: Pick<PageWanted, 'after'>): number | undefined {
  return after === undefined ? undefined : LIMITS.counted + 1
}

/** The answer of a paged call. */
export function pageAnswer<Record>({ records, total, next }: RecordPage<Record>) {
  return { Records: [...records], TotalRowCount: total, ...(next !== undefined && { Next: next }) }
}
