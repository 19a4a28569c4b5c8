import type { FieldError } from '#contract/problem.ts'

/** Failures that never were an answer of the server's, or were one that nobody expected. */
export const CLIENT_PROBLEMS = [
  'offline',
  'unreachable',
  'timeout',
  'captive_portal',
  'signed_out',
  'cancelled',
  'answer_does_not_fit',
  'request_does_not_fit',
  'server_refused',
  'server_failed',
] as const
export type ClientProblem = (typeof CLIENT_PROBLEMS)[number]

/** Why a call came to nothing. `code` has a sentence in the catalogue, which `facts` complete. */
export interface ApiProblem {
  /** The server's ProblemCode, one of CLIENT_PROBLEMS, or a newer server's own. */
  readonly code: string
  /** 0 when there was no answer. */
  readonly status: number
  /** For logs and the error screen's small print; never the sentence that a person works by. */
  readonly detail: string
  readonly facts: Readonly<Record<string, string | number>>
  /** Fields that the server refused. */
  readonly fields?: readonly FieldError[]
  /** The document's current state, with `state_conflict`. */
  readonly state?: unknown
}

/** Builds a problem of the client's own. */
export function makeApiProblem(code: ClientProblem, detail: string, status = 0): ApiProblem {
  return {
    code,
    status,
    detail,
    facts: { status },
  }
}

const PASSING: ReadonlySet<string> = new Set([
  'offline',
  'unreachable',
  'timeout',
  'captive_portal',
  'request_in_progress',
  'unavailable',
  'too_many_requests',
])

/** Can the same call succeed later without anybody changing anything? */
export function isPassing(problem: ApiProblem): boolean {
  return PASSING.has(problem.code) || problem.status >= 502
}

/** Was the change perhaps made all the same? Then the same again, under the same key, is the way to find out. */
export function isUnclear(problem: ApiProblem): boolean {
  return problem.status === 0 || problem.status >= 500 || problem.code === 'signed_out' || isPassing(problem)
}
