// The kept reason, stored for the document's other screen and for a reload.
import * as v from 'valibot'

/** `until`: its expiry, in milliseconds since 1970. */
export const storedReason = v.object({
  reason: v.string(),
  name: v.string(),
  count: v.number(),
  until: v.number(),
})
export type StoredReason = v.InferOutput<typeof storedReason>

/** A reason for several scans, and the number of lines that have it. */
export type KeptReason = Omit<StoredReason, 'until'>
