// Why something failed, as a sentence of the catalogue; another server's own words only if the app has none.
import * as v from 'valibot'
import { refusalOf } from '#core/wire/reply-messages.ts'
import { isTextCode, say, sayCode } from '#text/say.ts'

// The used parts of a failed call: an ApiProblem fits.
interface FailedCall {
  readonly code: string
  readonly detail?: string
  readonly facts?: Readonly<Record<string, string | number>>
  readonly fields?: readonly { readonly path: string; readonly expected: string }[]
  readonly state?: unknown
}

/** The sentence of a problem: the document's refusal, the refused fields, or the code's sentence. */
export function reasonOf({ code, detail = '', facts, fields = [], state }: FailedCall): string {
  const refusal = refusalIn(state)
  if (refusal) return sayCode(refusal.code, refusal.facts)
  if (fields.length > 0) return say('fieldsRefused', { fields: fields.map(wordField).join(', ') })
  return foreignWords.has(code) && detail !== '' ? sayReply(detail) : sayCode(code, facts)
}

/** The refusal in what a server sent with a problem, if the app has a sentence for it. */
export function refusalIn(state: unknown): { readonly code: string; readonly facts: Facts } | undefined {
  const refused = v.safeParse(refusedState, state)
  return refused.success && isTextCode(refused.output.refusal.code) ? refused.output.refusal : undefined
}

type Facts = Readonly<Record<string, string | number>>

/** The sentence for a server's message: the catalogue's if the app knows it, else the message itself. */
export function sayReply(message: string): string {
  const refusal = refusalOf(message)
  return refusal ? sayCode(refusal.code, refusal.facts) : message
}

/** The same inside a sentence of ours: without its full stop. */
export function quoteReply(message: string): string {
  return sayReply(message.trim()).replace(/\.$/, '')
}

// This server's data with a `state_conflict`.
const refusedState = v.object({
  refusal: v.object({
    code: v.string(),
    facts: v.optional(v.record(v.string(), v.union([v.string(), v.number()])), {}),
  }),
})

// `body.IssuanceHeader.Comments` is shown as Comments.
const wordField = ({ path, expected }: { readonly path: string; readonly expected: string }) =>
  `${path.split('.').at(-1) ?? path} (${expected})`

// Problems whose detail names what was refused, where nothing else does.
const foreignWords: ReadonlySet<string> = new Set(['state_conflict', 'malformed_request', 'server_refused'])
