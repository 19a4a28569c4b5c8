// Interprets an answer without success: only the server's own refusal counts as one, not a proxy's page.
import * as v from 'valibot'
import { PROBLEM_MEDIA_TYPE, PROBLEMS, problem as problemSchema } from '#core/wire/problem.ts'
import { type ApiProblem, makeApiProblem } from './problem.ts'

/** An answer without success. `type` is its content type. */
export interface FailedAnswer {
  readonly status: number
  readonly text: string
  readonly type: string | null
}

// Maximum length of a message that is shown to a person, in characters.
const maxMessageLength = 200

/** Does another server than the app's own answer the calls? Then `API_BASE` is absolute. */
export function isOtherServer(apiBase: string): boolean {
  return /^https?:/.test(apiBase)
}

/** The problem of a failed answer: the server's, or `not_from_server` if something else answered. */
export function refusalOf(answer: FailedAnswer, isOther: boolean): ApiProblem {
  const { status, text, type } = answer
  const parsed = v.safeParse(problemSchema, parseJson(text))
  const problem = parsed.success ? parsed.output : undefined
  const isDocument = isOther || type?.startsWith(PROBLEM_MEDIA_TYPE) === true
  if (problem && isDocument && Object.hasOwn(PROBLEMS, problem.code)) {
    const { code, title, detail, errors, state } = problem
    return {
      code,
      status,
      detail: detail || title,
      facts: { status },
      ...(errors !== undefined && { fields: errors }),
      ...(state !== undefined && { state }),
    }
  }
  const isText =
    !problem && !/^\s*</.test(text) && type?.includes('html') !== true && text.length <= maxMessageLength
  const message = isText
    ? text.trim()
    : problem?.detail ||
      problem?.title ||
      (typeof problem?.['Message'] === 'string' ? problem['Message'] : '')
  if (status >= 500) return makeApiProblem('server_failed', message, status)
  const isRefusal = problem ? !routeStatuses.has(status) : decisionStatuses.has(status)
  return isOther && message !== '' && isRefusal
    ? makeApiProblem('server_refused', message, status)
    : makeApiProblem('not_from_server', message, status)
}

/** Does it refuse the access token? A proxy's page does not count. */
export function refusesToken(answer: FailedAnswer, isOther: boolean): boolean {
  return answer.status === 401 && (isOther || refusalOf(answer, isOther).code !== 'not_from_server')
}

// With these statuses a plain text is a decision of another server.
const decisionStatuses: ReadonlySet<number> = new Set([400, 404, 409, 422])
// These concern the route to the server, whatever the message.
const routeStatuses: ReadonlySet<number> = new Set([407, 408, 413, 421, 425])

/** The message of an answer that has no other values: another server's refusal of a read; '' otherwise. */
export function onlyMessageOf(json: unknown): string {
  const { Message, ...rest }: { readonly Message?: unknown } = Object(json)
  const isAlone = Object.values(rest).every((value) => value === null)
  return typeof Message === 'string' && isAlone ? Message.trim() : ''
}

/** Parses JSON; undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
