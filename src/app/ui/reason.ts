// Explains a failure with a sentence of the catalogue; another server's message only if the app has no
// sentence.
import * as v from 'valibot'
import { parseRefusal } from '#core/wire/reply-messages.ts'
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
  if (fields.length > 0) return say('fieldsRefused', { fields: fields.map(formatField).join(', ') })
  return codesWithDetail.has(code) && detail !== '' ? sayReply(detail) : sayCode(code, facts)
}

/** The refusal in a problem's data, if the app has a sentence for it. */
export function refusalIn(state: unknown): { readonly code: string; readonly facts: Facts } | undefined {
  const refused = v.safeParse(refusedState, state)
  return refused.success && isTextCode(refused.output.refusal.code) ? refused.output.refusal : undefined
}

type Facts = Readonly<Record<string, string | number>>

/** The sentence for a server's message: the catalogue's if there is one, else the message itself. */
export function sayReply(message: string): string {
  const refusal = parseRefusal(message)
  return refusal ? sayCode(refusal.code, refusal.facts) : message
}

/** A server's message for use inside a sentence: without its full stop. */
export function quoteReply(message: string): string {
  return sayReply(message.trim()).replace(/\.$/, '')
}

// The data that this product's server sends with a `state_conflict`.
const refusedState = v.object({
  refusal: v.object({
    code: v.string(),
    facts: v.optional(v.record(v.string(), v.union([v.string(), v.number()])), {}),
  }),
})

// `body.IssuanceHeader.Comments` is shown as Comments.
const formatField = ({ path, expected }: { readonly path: string; readonly expected: string }) =>
  `${path.split('.').at(-1) ?? path} (${expected})`

// Problems where only the detail shows the refused values.
const codesWithDetail: ReadonlySet<string> = new Set([
  'state_conflict',
  'malformed_request',
  'server_refused',
])
