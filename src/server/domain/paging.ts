// Pages of lists and searches. The specification's pages use an offset and an exact total.
// This server's pages use a cursor (`after`) and a limited total, so that all pages cost the same.
import { LIMITS } from '#core/wire/limits.ts'

/** A requested page. `after`: '' for the first page by cursor, then the last `next`; undefined for offset. */
export interface PageRequest {
  readonly offset: number
  readonly limit: number
  readonly after?: string | undefined
}

/** A page, and the total over all pages. */
export interface RecordPage<Record> {
  readonly records: readonly Record[]
  /** Exact by offset. By cursor at most `LIMITS.counted` + 1, which means 'more'. */
  readonly total: number
  /** The cursor of the next page; null after the last page. Absent by offset. */
  readonly next?: string | null
}

/** The maximum of the total; undefined for an exact one. */
export function totalLimitOf({ after }: Pick<PageRequest, 'after'>): number | undefined {
  return after === undefined ? undefined : LIMITS.maxCounted + 1
}

/** The response of a paged call. */
export function pageAnswer<Record>({ records, total, next }: RecordPage<Record>) {
  return { Records: [...records], TotalRowCount: total, ...(next !== undefined && { Next: next }) }
}
