// What is stored for the next scans: their reason, their quantity, and the reason of the next short line.
import * as v from 'valibot'
import { readDraft, writeDraft } from '#app/state/drafts.ts'

/** `until`: when it expires, in milliseconds since 1970. */
export const storedReason = v.object({
  reason: v.string(),
  name: v.string(),
  count: v.number(),
  until: v.number(),
})
export type StoredReason = v.InferOutput<typeof storedReason>

/** A reason for several scans, and the number of lines that have it. */
export type KeptReason = Omit<StoredReason, 'until'>

/** `until`: the last time at which a reload restores the quantity, in milliseconds since 1970. */
export const storedQuantity = v.object({ quantity: v.number(), until: v.number() })
export type StoredQuantity = v.InferOutput<typeof storedQuantity>

const proposed = v.object({ reason: v.string(), until: v.number() })
const PROPOSED = 'proposedReason'
const shiftMs = 12 * 60 * 60_000

/** The reason of the person's last short line on this device, for one shift. */
export const proposedReason = {
  read: (): string => {
    const stored = readDraft(PROPOSED, proposed)
    return stored && stored.until > Date.now() ? stored.reason : ''
  },
  write: (reason: string): void => writeDraft(PROPOSED, { reason, until: Date.now() + shiftMs }),
}
