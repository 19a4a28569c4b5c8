// The call that takes a document over. Apart from this server's other calls, because it is loaded with the
// documents.
import * as v from 'valibot'
import { askOf } from './ask-of.ts'
import type { Call } from './call.ts'
import { documentNumber } from './document-values.ts'
import { text } from './primitives.ts'

/** Its step in live updates. */
export const TAKE_OVER = 'takeOver'

export const takeOverCalls = {
  /** Makes the caller the owner of a document. */
  'documents.takeOver': {
    method: 'POST',
    path: 'owner',
    body: v.object({
      Number: documentNumber,
      /** The owner that the person saw, '' for none; without it, any is replaced. */
      Seen: v.optional(v.pipe(v.string(), v.maxLength(200, 'at most 200 characters'))),
    }),
    answer: v.object({ OwnedBy: text }),
  },
} as const satisfies Record<string, Call>

/** Makes an ask of this call. */
export const askTakeOver = askOf(takeOverCalls)
