// The messages to and from a print agent (the open source Webapp Hardware Bridge, 0.8 to 1.0). Both protocol
// versions get the same request, without fields that one does not know: 1.0 silently ignores such messages.
// Their answers and the token's name differ.
import * as v from 'valibot'
import { replaceInvisible } from '#core/wire/invisible-characters.ts'

/** One message to the agent: a sheet, or several labels. */
export interface PrintSheet {
  /** The id of this sheet, to recognise its answer among those for other clients. */
  readonly id: string
  /** base64. The agent renders a PDF; ZPL goes to the printer unchanged. */
  readonly content: string
  readonly format: 'PDF' | 'ZPL'
  /** Whole copies, 1 or more. For ZPL always 1: agents print it once, whatever the value. */
  readonly copies: number
}

// The agent's answer about one sheet. `message` is its text, '' if none.
interface AgentAnswer {
  readonly id: string
  readonly ok: boolean
  readonly message: string
}

/** The message that prints a sheet; `printer` is the agent's exact name of it, case-sensitive. */
export function writeRequest(printer: string, { id, content, format, copies }: PrintSheet): string {
  return JSON.stringify({
    type: printer,
    // The agent takes the file type from the name, in lower case only.
    url: format === 'PDF' ? 'document.pdf' : 'labels.zpl',
    ...(format === 'PDF' ? { file_content: content } : { raw_content: content }),
    id,
    qty: copies,
  })
}

// Cleans an agent's text for display: removes hidden characters and the exception's class name, and limits
// the length to what a dialog can show.
const maxMessageLength = 500
const exceptionName = /^(?:[a-z]\w*\.)+\w+(?:Exception|Error)\s*[-:]\s*(?=\S)/
const messageText = v.pipe(
  v.nullish(v.string(), ''),
  v.transform((text) => replaceInvisible(text.replace(exceptionName, '').slice(0, maxMessageLength))),
)
const earlyAnswer = v.pipe(
  v.object({ status: v.picklist([0, 1]), id: v.string(), message: messageText }),
  v.transform(({ status, id, message }): AgentAnswer => ({ id, ok: status === 0, message })),
)
const lateAnswer = v.pipe(
  v.object({ success: v.boolean(), id: v.string(), message: messageText }),
  v.transform(({ success, id, message }): AgentAnswer => ({ id, ok: success, message })),
)
const answer = v.pipe(v.string(), v.parseJson(), v.union([earlyAnswer, lateAnswer]))

/** Parses an answer of either version; undefined if it is none, or not about a sheet. */
export function readAnswer(text: unknown): AgentAnswer | undefined {
  const read = v.safeParse(answer, text)
  return read.success ? read.output : undefined
}

/** Why an agent refused, as far as its text shows. */
export type AgentRefusal = 'noMapping' | 'refused'

/**
 * An agent without printer mapping refuses every job with 'No matched printer: X'; 0.15 puts the exception's
 * name before it.
 */
export function judgeRefusal(message: string): AgentRefusal {
  return /no matched printer/i.test(message) ? 'noMapping' : 'refused'
}

/** Both versions refuse a token with 1003; some early ones only by text. */
export function isTokenRefusal(code: number, reason: string): boolean {
  return code === 1003 || /token/i.test(reason)
}
