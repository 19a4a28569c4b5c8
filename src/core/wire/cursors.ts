// Schemas of the parameters of a page (paging.ts). A separate file, because the first screen needs paging.ts.
import * as v from 'valibot'
import { LIMITS } from './limits.ts'
import { queryNumber } from './primitives.ts'

const cursor = (form: RegExp) =>
  v.optional(
    v.pipe(
      v.string(),
      v.maxLength(100, 'the Next of a page'),
      v.regex(form, 'the Next of a page'),
      v.check((value) => !value.includes('\0'), 'no control characters'),
    ),
  )

/** The cursor of a page of documents: '' for the first page, then the `Next` of the previous page. */
export const documentCursor = cursor(/^\d{0,8}$/)
/** The same for stock: availability rank, barcode and place. */
export const stockCursor = cursor(/^(?:[012] [A-Za-z\d]{10} .*)?$/)
/** The same for events: microseconds since 1970, rank and id. */
export const eventCursor = cursor(/^(?:\d{1,17} \d [a-z]\d{1,18})?$/)

/** One page of a list, in the query of a call. */
export const pageQuery = {
  offset: queryNumber(0, 1_000_000_000, 0),
  limit: queryNumber(1, 500, LIMITS.pageSize),
}
