// What is said to a print agent, and what it says (the open source Webapp Hardware Bridge, 0.8 to 1.0). Two dialects that
// differ in how they answer and in the name of their token; both get the same request, with no field that either of them
// does not know: 1.0 ignores a message with one, without a word.
import * as v from 'valibot'

/** One message to the agent: a sheet, or a few labels. */
export interface PrintSheet {
  /** A name of ours, by which its answer is known among those for everybody else. */
  readonly id: string
  /** base64. A PDF is rendered by the agent, ZPL goes to the printer as it is. */
  readonly content: string
  readonly format: 'PDF' | 'ZPL'
  /** Whole copies, 1 or more. Of ZPL always 1: agents print it once, whatever is said here. */
  readonly copies: number
  /** How many of what the person counts (reports, labels) are printed with it. */
  readonly counts: number
}

/** What the agent said about one sheet. `message` is its own words, '' where it had none. */
export interface AgentAnswer {
  readonly id: string
  readonly ok: boolean
  readonly message: string
}

/** The message that has a sheet printed on a printer, which the agent knows by this name (exactly, capitals included). */
export function writeRequest(printer: string, { id, content, format, copies }: PrintSheet): string {
  return JSON.stringify({
    type: printer,
    // The agent takes the kind of a file from its name, and only from a lower-case one.
    url: format === 'PDF' ? 'document.pdf' : 'labels.zpl',
    ...(format === 'PDF' ? { file_content: content } : { raw_content: content }),
    id,
    qty: copies,
  })
}

const words = v.nullish(v.string(), '')
const early = v.pipe(
  v.object({ status: v.picklist([0, 1]), id: v.string(), message: words }),
  v.transform(({ status, id, message }): AgentAnswer => ({ id, ok: status === 0, message })),
)
const late = v.pipe(
  v.object({ success: v.boolean(), id: v.string(), message: words }),
  v.transform(({ success, id, message }): AgentAnswer => ({ id, ok: success, message })),
)
const answer = v.pipe(v.string(), v.parseJson(), v.union([early, late]))

/** Reads an answer of either dialect; undefined for what is none, or is about no sheet in particular. */
export function readAnswer(text: unknown): AgentAnswer | undefined {
  const read = v.safeParse(answer, text)
  return read.success ? read.output : undefined
}

/** Why an agent refused, as far as its words tell. */
export type AgentRefusal = 'noMapping' | 'refused'

/** A fresh agent knows no printer and refuses every job with 'No matched printer: X', 0.15 after the name of its exception. */
export function judgeRefusal(message: string): AgentRefusal {
  return /no matched printer/i.test(message) ? 'noMapping' : 'refused'
}

/** 1003 is how both dialects refuse a token; some versions of the early one only say it in words. */
export function isTokenRefusal(code: number, reason: string): boolean {
  return code === 1003 || /token/i.test(reason)
}
