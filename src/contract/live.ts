// What the server tells those who listen (docs/live.md): which documents have changed, and who is at them. One JSON document a line, for as
// long as the reader stays. Calls of this server's own, under the extension 'live'.
import * as v from 'valibot'
import { barcode, documentNumber, idOrNull, queryText, text } from './primitives.ts'

/** Times in milliseconds: between two beats of the stream, between two words of somebody who is there, and until silence is absence. */
export const LIVE = { beat: 15_000, presence: 15_000, absent: 45_000 } as const

/** On which of a document's screens somebody is. */
export const PRESENCE_STAGES = ['edit', 'detail', 'receive'] as const

const tab = v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/, '1 to 40 letters or digits'))

export const liveCalls = {
  /** The answer is a stream of `LiveNews`; `since` is the last `Since` that was read, and absent at first. */
  changes: { method: 'GET', path: 'changes', query: v.object({ since: queryText }) },
  /** Says where somebody is, again and again while they stay; without a number: nowhere any more. */
  presence: {
    method: 'POST',
    path: 'presence',
    body: v.object({
      /** Tells the windows of one person apart. */
      Tab: tab,
      Number: v.nullish(documentNumber, null),
      Barcode: v.nullish(barcode, null),
      Stage: v.optional(v.picklist(PRESENCE_STAGES, 'edit, detail or receive'), 'detail'),
    }),
  },
} as const

/** Why a stream has ended, where its reader is not to blame: `replaced` by a newer one of the same person. */
export const END_REASONS = ['expired', 'off', 'replaced', 'slow', 'stopping', 'failed'] as const

/** One line of the stream. Readers pass over a `Type` that they do not know. */
export const LiveNews = v.variant('Type', [
  /** A document has changed; of the kind `stock` it is a barcode whose stock was corrected. */
  v.object({
    Type: v.literal('change'),
    Kind: text,
    Number: text,
    Step: text,
    By: text,
    At: text,
    /** The Idempotency-Key of the change, for the person who made it; '' for everybody else. */
    Key: text,
  }),
  /** Somebody is at a document, and maybe at a line of it; without a number: no longer. */
  v.object({
    Type: v.literal('presence'),
    By: text,
    Tab: text,
    Kind: text,
    Number: idOrNull,
    Barcode: idOrNull,
    Stage: text,
  }),
  /** All up to here has been told. */
  v.object({ Type: v.literal('beat'), Since: text }),
  /** What has changed cannot be told any more: everything is to be read again. */
  v.object({ Type: v.literal('reload'), Since: text }),
  v.object({ Type: v.literal('end'), Reason: text }),
])
export type LiveNews = v.InferOutput<typeof LiveNews>
