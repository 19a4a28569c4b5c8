import type { FieldError } from '#core/wire/problem.ts'

// Failures without an answer of the server, or with an unexpected one.
const CLIENT_PROBLEMS = [
  'offline',
  'unreachable',
  'timeout',
  'captive_portal',
  'origin_not_allowed',
  'signed_out',
  'cancelled',
  'not_from_server',
  'answer_does_not_fit',
  'request_does_not_fit',
  'server_refused',
  'server_failed',
] as const
type ClientProblem = (typeof CLIENT_PROBLEMS)[number]

/** Why a call failed. `code` has a sentence in the catalogue, with `facts` as its parameters. */
export interface ApiProblem {
  /** The server's ProblemCode, one of CLIENT_PROBLEMS, or a newer server's code. */
  readonly code: string
  /** 0 if there was no answer. */
  readonly status: number
  /** For logs and the small print of the error screen; not the main sentence. */
  readonly detail: string
  readonly facts: Readonly<Record<string, string | number>>
  /** Fields that the server refused. */
  readonly fields?: readonly FieldError[]
  /** The document's current state, for `state_conflict`. */
  readonly state?: unknown
  /** The beginning of an unreadable answer. */
  readonly raw?: string
}

/** Creates a problem of the client. */
export function makeApiProblem(code: ClientProblem, detail: string, status = 0): ApiProblem {
  return {
    code,
    status,
    detail,
    facts: { status, ...(code === 'origin_not_allowed' && { origin: window.location.origin }) },
  }
}

const TRANSIENT: ReadonlySet<string> = new Set([
  'offline',
  'unreachable',
  'timeout',
  'captive_portal',
  'origin_not_allowed',
  'not_from_server',
  'request_in_progress',
  'unavailable',
  'too_many_requests',
])

const tooManyRequests = 429

/** Can a retry of the same call succeed? */
export function isTransient(problem: ApiProblem): boolean {
  return TRANSIENT.has(problem.code) || problem.status >= 502 || problem.status === tooManyRequests
}

/** May the change have been made? Then a retry with the same key shows it. */
export function mayHaveSucceeded(problem: ApiProblem): boolean {
  return (
    problem.status === 0 || problem.status >= 500 || problem.code === 'signed_out' || isTransient(problem)
  )
}

/** Was no server reached? A timeout does not count. */
export function isServerUnreachable({ code }: ApiProblem): boolean {
  return code === 'offline' || code === 'unreachable'
}

/** Is the cause the network, or a server that does not answer? */
export function isNoConnection(problem: ApiProblem): boolean {
  const { code } = problem
  return (
    isServerUnreachable(problem) ||
    code === 'timeout' ||
    code === 'captive_portal' ||
    code === 'origin_not_allowed'
  )
}
