// What the server's word on one line means for that line (part 2 section 7.1).
import type { LineReply } from '#contract/documents.ts'
import { isReply, REPLIES, type Reply } from '#contract/reply-messages.ts'
import type { Saved } from './kind.ts'

/** Reads what a save says of its lines: those with one of the messages of `success` are done. */
export const readLineReplies = (
  lines: readonly LineReply[] | undefined,
  success: readonly Reply[],
): Saved['lines'] =>
  (lines ?? []).map((line) => ({
    barcode: line.BarcodeID,
    id: line.ID,
    ok: success.some((message) => isReply(line.Message, message)),
    message: line.Message,
  }))

export type LineJudgement =
  | { readonly type: 'done'; readonly id: string | null }
  /** The line stays with the quantity that was entered, for another one. */
  | { readonly type: 'insufficient' }
  /** Any other word is shown as it came, and a line that was new is taken off. */
  | { readonly type: 'refused'; readonly message: string }

/**
 * Judges a save that carried one line. A server that leaves the barcode out of its answer is understood as long as it
 * answers for one line only.
 */
export const judgeLine = (saved: Saved, barcode: string): LineJudgement => {
  const line =
    saved.lines.find((candidate) => candidate.barcode === barcode) ??
    (saved.lines.length === 1 ? saved.lines[0] : undefined)
  if (line ? line.ok : saved.ok) return { type: 'done', id: line?.id ?? null }
  const message = (line?.message ?? '') || saved.message
  return isReply(message, REPLIES.insufficientQuantity)
    ? { type: 'insufficient' }
    : { type: 'refused', message }
}
