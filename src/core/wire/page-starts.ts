// The parameter `after` of pages by key (paging.ts).
import * as v from 'valibot'

const begins = (form: RegExp) =>
  v.optional(
    v.pipe(
      v.string(),
      v.maxLength(100, 'the Next of a page'),
      v.regex(form, 'the Next of a page'),
      v.check((value) => !value.includes('\0'), 'no control characters'),
    ),
  )

/** Where a page of documents begins: '' for the first one, then the `Next` of the page before. */
export const afterDocument = begins(/^\d{0,8}$/)
/** The same for stock: how available it is, barcode and place. */
export const afterStock = begins(/^(?:[012] [A-Za-z\d]{10} .*)?$/)
/** The same for events: microseconds since 1970, rank and id. */
export const afterEvent = begins(/^(?:\d{1,17} \d [a-z]\d{1,18})?$/)
