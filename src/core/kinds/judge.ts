// Evaluates the response to a change (part 2 section 7.1, part 1 sections 4 and 5).

import type { Status } from '#core/wire/constants.ts'
import {
  isFailure,
  isKnownSuccess,
  isProcessed,
  isReply,
  isSuccess,
  parseRefusal,
  REPLIES,
  unknownMessageOf,
} from '#core/wire/reply-messages.ts'
import type { Change, Reply, Saved } from './kind.ts'

/**
 * By the top-level message: only a known error message is a failure. After any other message the app reads
 * the document again. A new document with a number has been created, with any message.
 */
export function judgeByMessage({ message, number }: Reply, change: Change): Saved {
  const isNew = change.type === 'header' && change.document === null
  const ok = isNew
    ? number !== null || isProcessed(message)
    : !isFailure(message) && (number !== null || message.trim() !== '')
  return { ok, number, message: ok ? unknownMessageOf(message) : message, rawMessage: message, lines: [] }
}

/** By the top-level message, which must report success (part 1 section 7, 'After a dump or cancel call'). */
export function judgeBySuccess({ message, number }: Reply): Saved {
  const ok = isSuccess(message)
  return { ok, number, message: ok ? '' : message, rawMessage: message, lines: [] }
}

/** By the lines: a line succeeds with one of the `success` messages; any other fails the whole save. */
export function judgeByLines(success: readonly (string | undefined)[]) {
  return ({ message, number, lines: replied }: Reply): Saved => {
    const lines = replied.map((line) => ({
      ...line,
      ok: success.some((expected) => expected !== undefined && isReply(line.message, expected)),
    }))
    const refused = lines.find((line) => !line.ok)
    const ok = lines.length > 0 && refused === undefined
    return { ok, number, message: ok ? '' : (refused?.message ?? message), rawMessage: message, lines }
  }
}

type LineJudgement =
  | { readonly type: 'done'; readonly id: string | null; readonly status?: Status }
  /** The line keeps the entered quantity so that the person can change it. */
  | { readonly type: 'insufficient' }
  /** Any other message is shown unchanged; a new line is removed. */
  | { readonly type: 'refused'; readonly message: string }

/** Evaluates a save of one line. A response with a single line may omit its barcode. */
export function judgeLine(saved: Saved, barcode: string): LineJudgement {
  const line = findLineReply(saved, barcode)
  if (line ? line.ok : saved.ok) {
    return { type: 'done', id: line?.id ?? null, ...(line?.status && { status: line.status }) }
  }
  const message = messageFor(saved, barcode)
  return isReply(message, REPLIES.insufficientQuantity)
    ? { type: 'insufficient' }
    : { type: 'refused', message }
}

/**
 * The message of a save that is neither a known success nor a known refusal of the line. The app must then
 * read the document again. Undefined if the response is clear.
 */
export function unclearMessage(saved: Saved, barcode: string): string | undefined {
  const line = findLineReply(saved, barcode)
  if (line?.ok) return undefined
  if (!line && saved.ok) return isKnownSuccess(saved.rawMessage) ? undefined : saved.rawMessage
  const message = messageFor(saved, barcode)
  return parseRefusal(message) === undefined ? message : undefined
}

const findLineReply = ({ lines }: Saved, barcode: string) =>
  lines.find((candidate) => candidate.barcode === barcode) ?? (lines.length === 1 ? lines[0] : undefined)

const messageFor = (saved: Saved, barcode: string): string =>
  (findLineReply(saved, barcode)?.message ?? '') || saved.message
