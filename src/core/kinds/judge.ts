// How the reply to a change is judged (part 2 section 7.1, part 1 sections 4 and 5).

import type { Status } from '#core/wire/constants.ts'
import {
  isFailure,
  isKnownSuccess,
  isProcessed,
  isReply,
  isSuccess,
  REPLIES,
  refusalOf,
  wordOf,
} from '#core/wire/reply-messages.ts'
import type { Change, Saved } from './kind.ts'

/** The reply to a save, independent of the kind's names. */
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

/** Judges the reply to a save. */
export type Judge = (reply: Reply, change: Change) => Saved

/**
 * By the top-level message: one of the list of errors is a failure. After any other the document is read
 * again. A new document with a number has been created, whatever is said.
 */
export function judgeByMessage({ message, number }: Reply, change: Change): Saved {
  const isNew = change.type === 'header' && change.document === null
  const ok = isNew
    ? number !== null || isProcessed(message)
    : !isFailure(message) && (number !== null || message.trim() !== '')
  return { ok, number, message: ok ? wordOf(message) : message, said: message, lines: [] }
}

/** By a top-level message that says so (part 1 section 7, 'After a dump or cancel call'). */
export function judgeBySuccess({ message, number }: Reply): Saved {
  const ok = isSuccess(message)
  return { ok, number, message: ok ? '' : message, said: message, lines: [] }
}

/** By the lines: those with one of the `success` messages are done; any other fails the whole. */
export function judgeByLines(success: readonly (string | undefined)[]) {
  return ({ message, number, lines: replied }: Reply): Saved => {
    const lines = replied.map((line) => ({
      ...line,
      ok: success.some((expected) => expected !== undefined && isReply(line.message, expected)),
    }))
    const refused = lines.find((line) => !line.ok)
    const ok = lines.length > 0 && refused === undefined
    return { ok, number, message: ok ? '' : (refused?.message ?? message), said: message, lines }
  }
}

export type LineJudgement =
  | { readonly type: 'done'; readonly id: string | null; readonly status?: Status }
  /** The line keeps the entered quantity, to be changed. */
  | { readonly type: 'insufficient' }
  /** Any other message is shown as it came; a new line is removed. */
  | { readonly type: 'refused'; readonly message: string }

/** Judges a save of one line. A reply with a single line may leave out its barcode. */
export function judgeLine(saved: Saved, barcode: string): LineJudgement {
  const line = replyTo(saved, barcode)
  if (line ? line.ok : saved.ok) {
    return { type: 'done', id: line?.id ?? null, ...(line?.status && { status: line.status }) }
  }
  const message = messageIn(saved, barcode)
  return isReply(message, REPLIES.insufficientQuantity)
    ? { type: 'insufficient' }
    : { type: 'refused', message }
}

/**
 * The message of a save that shows neither that a line was saved nor that it was refused: the document must
 * be read again. Undefined if the reply is clear.
 */
export function unclearMessage(saved: Saved, barcode: string): string | undefined {
  const line = replyTo(saved, barcode)
  if (line?.ok) return undefined
  if (!line && saved.ok) return isKnownSuccess(saved.said) ? undefined : saved.said
  const message = messageIn(saved, barcode)
  return refusalOf(message) === undefined ? message : undefined
}

const replyTo = ({ lines }: Saved, barcode: string) =>
  lines.find((candidate) => candidate.barcode === barcode) ?? (lines.length === 1 ? lines[0] : undefined)

const messageIn = (saved: Saved, barcode: string): string =>
  (replyTo(saved, barcode)?.message ?? '') || saved.message
