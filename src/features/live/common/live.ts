// Live updates (docs/live.md): changed documents, and the users who have them open. The answer is a stream
// with one JSON document per line. Only this server has these calls, extension 'live'.
import * as v from 'valibot'
import { barcode, documentNumber } from '#core/wire/document-values.ts'
import { idOrNull, queryText, text } from '#core/wire/primitives.ts'

/**
 * Intervals in milliseconds: the heartbeat of the stream, the presence report of a window, and the timeout
 * after which a window counts as closed.
 */
export const LIVE_INTERVALS_MS = { beat: 15_000, presence: 15_000, absent: 45_000 } as const

/** The document screens that report presence. */
export const PRESENCE_STAGES = ['edit', 'detail', 'receive'] as const

const tab = v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/, '1 to 40 letters or digits'))

export const liveCalls = {
  /**
   * The answer is a stream of `LiveEvent`. `since` is the last `Since` received; absent in the first call.
   */
  changes: { method: 'GET', path: 'changes', query: v.object({ since: queryText }) },
  /** A window's presence report, repeated while a document is open. No number: the document was closed. */
  presence: {
    method: 'POST',
    path: 'presence',
    body: v.object({
      /** The window's id. */
      Tab: tab,
      Number: v.nullish(documentNumber, null),
      Barcode: v.nullish(barcode, null),
      Stage: v.optional(v.picklist(PRESENCE_STAGES, 'edit, detail or receive'), 'detail'),
    }),
  },
} as const

/**
 * Why the server has ended a stream. `replaced`: by a newer stream of the same user.
 */
export type EndReason = 'expired' | 'off' | 'replaced' | 'slow' | 'stopping' | 'failed'

/** One line of the stream. Readers skip an unknown `Type`. */
export const LiveEvent = v.variant('Type', [
  /** A document has changed. With kind `stock`: the stock of a barcode was corrected. */
  v.object({
    Type: v.literal('change'),
    Kind: text,
    Number: text,
    Step: text,
    By: text,
    At: text,
    /** The Idempotency-Key of the change, sent only to the user who made it; '' for all others. */
    Key: text,
  }),
  /** A user has a document open, and possibly a line focused. No number: the document was closed. */
  v.object({
    Type: v.literal('presence'),
    By: text,
    Tab: text,
    Kind: text,
    Number: idOrNull,
    Barcode: idOrNull,
    Stage: text,
  }),
  /** The reader's security keys or locations have changed since the stream began: reload them. */
  v.object({ Type: v.literal('rights') }),
  /** Heartbeat: all changes up to `Since` have been sent. */
  v.object({ Type: v.literal('beat'), Since: text }),
  /** Changes were lost and cannot be sent again: reload all data. */
  v.object({ Type: v.literal('reload'), Since: text }),
  v.object({ Type: v.literal('end'), Reason: text }),
])
export type LiveEvent = v.InferOutput<typeof LiveEvent>
