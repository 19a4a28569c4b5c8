// Why something came to nothing, as a sentence of the catalogue; a foreign server's own words only where the app has none.
import * as v from 'valibot'
import { refusalOf } from '#contract/reply-messages.ts'
import { isTextCode, say, sayCode } from '#text/say.ts'

// As much of a failed call as its sentence takes: an ApiProblem is one.
interface FailedCall {
  readonly code: string
  readonly detail?: string
  readonly facts?: Readonly<Record<string, string | number>>
  readonly fields?: readonly { readonly path: string; readonly expected: string }[]
  readonly state?: unknown
}

/** The sentence of a problem: why the document refused it, or which values, or what its code says. */
export function reasonOf({ code, detail = '', facts, fields = [], state }: FailedCall): string {
  const refused = v.safeParse(refusedState, state)
  if (refused.success && isTextCode(refused.output.refusal.code)) {
    return sayCode(refused.output.refusal.code, refused.output.refusal.facts)
  }
  if (fields.length > 0) return say('fieldsRefused', { fields: fields.map(wordField).join(', ') })
  return foreignWords.has(code) && detail !== '' ? sayReply(detail) : sayCode(code, facts)
}

/** The sentence for a server's message: the catalogue's for one that the app knows, any other as it came. */
export function sayReply(message: string): string {
  const refusal = refusalOf(message)
  return refusal ? sayCode(refusal.code, refusal.facts) : message
}

// What the reference server sends along with a `state_conflict`.
const refusedState = v.object({
  refusal: v.object({
    code: v.string(),
    facts: v.optional(v.record(v.string(), v.union([v.string(), v.number()])), {}),
  }),
})

// `body.IssuanceHeader.Comments` is known as Comments.
const wordField = ({ path, expected }: { readonly path: string; readonly expected: string }) =>
  `${path.split('.').at(-1) ?? path} (${expected})`

// Refusals whose detail names the very thing that was refused, where nothing else does.
const foreignWords: ReadonlySet<string> = new Set(['state_conflict', 'malformed_request', 'server_refused'])
