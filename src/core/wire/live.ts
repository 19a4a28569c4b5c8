// Live updates (docs/live.md): which documents have changed, and who has them open. A stream with one JSON
// document per line. Calls of this server, extension 'live'.
import * as v from 'valibot'
import { barcode, documentNumber } from './document-values.ts'
import { idOrNull, queryText, text } from './primitives.ts'

/**
 * Intervals in milliseconds: the stream's heartbeat, a window's presence report, and the timeout after which
 * a window counts as gone.
 */
export const LIVE = { beat: 15_000, presence: 15_000, absent: 45_000 } as const

/** The screens of a document that presence is reported for. */
export const PRESENCE_STAGES = ['edit', 'detail', 'receive'] as const

const tab = v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/, '1 to 40 letters or digits'))

export const liveCalls = {
  /** The answer is a stream of `LiveNews`; `since` is the last `Since` that was read, absent at first. */
  changes: { method: 'GET', path: 'changes', query: v.object({ since: queryText }) },
  /** A window's presence report, repeated while it stays; without a number: no document any more. */
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
 * Why a stream has ended without a fault of its reader: `replaced` means by a newer one of the same person.
 */
export const END_REASONS = ['expired', 'off', 'replaced', 'slow', 'stopping', 'failed'] as const

/** One line of the stream. Readers skip an unknown `Type`. */
export const LiveNews = v.variant('Type', [
  /** A document has changed; with the kind `stock`, a barcode's stock was corrected. */
  v.object({
    Type: v.literal('change'),
    Kind: text,
    Number: text,
    Step: text,
    By: text,
    At: text,
    /** The change's Idempotency-Key, for the person who made it; '' for everybody else. */
    Key: text,
  }),
  /** Somebody has a document open, and possibly a line focused; without a number: no longer. */
  v.object({
    Type: v.literal('presence'),
    By: text,
    Tab: text,
    Kind: text,
    Number: idOrNull,
    Barcode: idOrNull,
    Stage: text,
  }),
  /** The reader's own keys or locations have changed since the stream began: read them again. */
  v.object({ Type: v.literal('rights') }),
  /** Everything up to here has been sent. */
  v.object({ Type: v.literal('beat'), Since: text }),
  /** Changes were missed for good: read everything again. */
  v.object({ Type: v.literal('reload'), Since: text }),
  v.object({ Type: v.literal('end'), Reason: text }),
])
export type LiveNews = v.InferOutput<typeof LiveNews>
