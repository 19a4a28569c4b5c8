// What the server's word on a change means (part 2 section 7.1, part 1 sections 4 and 5).

import type { Status } from '#contract/constants.ts'
import { isProcessed, isReply, REPLIES } from '#contract/reply-messages.ts'
import type { Change, Saved } from './kind.ts'

/** What a save answers, by whatever names its kind has for it. */
export interface Reply {
  readonly message: string
  readonly number: string | null
  readonly lines: readonly {
    readonly barcode: string
    readonly id: string | null
    readonly status?: Status
    readonly message: string
  }[]
}

/** Judges a save. */
export type Judge = (reply: Reply, change: Change) => Saved

/** By the top-level message. */
export function judgeByMessage({ message, number }: Reply): Saved {
  const ok = isProcessed(message)
  return { ok, number, message: ok ? '' : message, lines: [] }
}

/** By its lines: those with one of the messages of `success` are done, and one that is not refuses the whole. */
export function judgeByLines(success: readonly (string | undefined)[]) {
  return ({ message, number, lines: replied }: Reply): Saved => {
    const lines = replied.map((line) => ({
      ...line,
      ok: success.some((expected) => expected !== undefined && isReply(line.message, expected)),
    }))
    const refused = lines.find((line) => !line.ok)
    const ok = lines.length > 0 && refused === undefined
    return { ok, number, message: ok ? '' : (refused?.message ?? message), lines }
  }
}

export type LineJudgement =
  | { readonly type: 'done'; readonly id: string | null; readonly status?: Status }
  /** The line stays with the quantity that was entered, for another one. */
  | { readonly type: 'insufficient' }
  /** Any other word is shown as it came, and a line that was new is taken off. */
  | { readonly type: 'refused'; readonly message: string }

/**
 * Judges a save that carried one line. A server that leaves the barcode out of its answer is understood as long as it
 * answers for one line only.
 */
export function judgeLine(saved: Saved, barcode: string): LineJudgement {
  const line =
    saved.lines.find((candidate) => candidate.barcode === barcode) ??
    (saved.lines.length === 1 ? saved.lines[0] : undefined)
  if (line ? line.ok : saved.ok) {
    return { type: 'done', id: line?.id ?? null, ...(line?.status && { status: line.status }) }
  }
  const message = (line?.message ?? '') || saved.message
  return isReply(message, REPLIES.insufficientQuantity)
    ? { type: 'insufficient' }
    : { type: 'refused', message }
}
