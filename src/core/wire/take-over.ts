// The call that makes the user the owner of a document. A separate file, because it is loaded with the
// document screens.
import * as v from 'valibot'
import type { Call } from './call.ts'
import { documentNumber } from './document-values.ts'
import { createCallPreparer } from './prepared-call.ts'
import { text } from './primitives.ts'

/** The name of this step in live updates. */
export const TAKE_OVER = 'takeOver'

export const takeOverCalls = {
  /** Makes the caller the owner of a document. */
  'documents.takeOver': {
    method: 'POST',
    path: 'owner',
    body: v.object({
      Number: documentNumber,
      /** The owner that the user has seen; '' for none. Absent: no conflict check. */
      Seen: v.optional(v.pipe(v.string(), v.maxLength(200, 'at most 200 characters'))),
    }),
    answer: v.object({ OwnedBy: text }),
  },
} as const satisfies Record<string, Call>

/** Prepares this call. */
export const prepareTakeOver = createCallPreparer(takeOverCalls)
