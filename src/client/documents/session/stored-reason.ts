// The reason for the next scans, as it is kept for the document's other screen and for a reload.
import * as v from 'valibot'

/** `until`: its end, in milliseconds since 1970. */
export const storedReason = v.object({
  reason: v.string(),
  name: v.string(),
  count: v.number(),
  until: v.number(),
})
export type StoredReason = v.InferOutput<typeof storedReason>

/** A reason that holds for several scans, and how many lines it has been written on. */
export type KeptReason = Omit<StoredReason, 'until'>
