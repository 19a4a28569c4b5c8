// Schemas of answers that wrap a list. The calls of the specification use different wrappers.
import * as v from 'valibot'
import { nextPage } from './paging.ts'
import { listOf } from './primitives.ts'

/** Answers that wrap their list as `Result`. */
export function resultOf<Schema extends v.GenericSchema>(item: Schema) {
  return v.object({ Result: listOf(item) })
}

/** Answers that wrap their list as `Data`. */
export function dataOf<Schema extends v.GenericSchema>(item: Schema) {
  return v.object({ Data: listOf(item) })
}

/** Paged answers: `Records` has the page, `TotalRowCount` the total (default: the page's length). */
export function recordsOf<Schema extends v.GenericSchema>(item: Schema) {
  return v.pipe(
    v.object({
      Records: listOf(item),
      TotalRowCount: v.nullish(v.union([v.number(), v.string()])),
      ...nextPage,
    }),
    v.transform(({ Records = [], TotalRowCount, Next }) => ({
      Records,
      TotalRowCount: Number(TotalRowCount ?? Records.length),
      ...(Next !== undefined && { Next }),
    })),
  )
}
