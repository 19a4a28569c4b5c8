import { laneOfDocument, uuidOf } from '#app/outbox/intent.ts'
import type { Outbox } from '#app/outbox/outbox.ts'
import type { Document, Place } from '#core/kinds/document.ts'

/** Stores a confirmed step of a whole document with its key: a restored server may have lost the step. */
export function recordStep(
  outbox: Outbox,
  user: string,
  place: Place,
  { kind, mode, number, header }: Document,
  { key, step }: { readonly key: string; readonly step: string },
): void {
  if (kind === 'request' || number === null) return
  const uuid = uuidOf({ header })
  const of = { kind, mode, place, ...(uuid !== '' && { uuid }) }
  const intent = { type: 'whole', ...of, step } as const
  outbox.noteConfirmed({ id: key, user, lane: laneOfDocument(kind, number), intent })
}
