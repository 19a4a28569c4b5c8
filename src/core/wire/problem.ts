// Refusals as RFC 9457 problem documents. The app uses `code`; `title` and `detail` are for logs.
import * as v from 'valibot'

/** All problem codes of this server, with HTTP status and title. Other servers may send other codes. */
export const PROBLEMS = {
  malformed_request: { status: 400, title: 'The request is malformed' },
  not_signed_in: { status: 401, title: 'No valid access token' },
  token_expired: { status: 401, title: 'The access token has expired' },
  key_missing: { status: 403, title: 'The security key is missing' },
  location_not_allowed: { status: 403, title: 'The location is not one of the user’s' },
  read_only: { status: 403, title: 'Read-only access' },
  person_inactive: { status: 403, title: 'The account is deactivated' },
  group_missing: { status: 403, title: 'No group that may use this' },
  not_found: { status: 404, title: 'Not found' },
  call_not_available: { status: 404, title: 'This server does not have the call' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  state_conflict: { status: 409, title: 'The state of the document does not allow it' },
  request_in_progress: { status: 409, title: 'The same request is still under way' },
  body_too_large: { status: 413, title: 'The request is too large' },
  key_reused: { status: 422, title: 'The idempotency key belongs to another request' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'The server failed' },
  server_busy: { status: 503, title: 'The server has too much to do' },
  storage_full: { status: 503, title: 'The server’s disk is full' },
  no_changes_now: { status: 503, title: 'The database takes no changes now' },
  unavailable: { status: 503, title: 'The server cannot answer now' },
} as const satisfies Record<string, { status: number; title: string }>

export type ProblemCode = keyof typeof PROBLEMS

/** An invalid field: its path, the expected value, and a sentence with both. It never contains the data. */
export const fieldError = v.object({ path: v.string(), expected: v.string(), message: v.string() })
export type FieldError = v.InferOutput<typeof fieldError>

/** A problem document of any server. */
export const problem = v.looseObject({
  type: v.optional(v.string(), 'about:blank'),
  title: v.optional(v.string(), ''),
  status: v.fallback(v.number(), 0),
  detail: v.optional(v.string(), ''),
  code: v.optional(v.string(), ''),
  instance: v.exactOptional(v.string()),
  errors: v.exactOptional(v.array(fieldError)),
  state: v.exactOptional(v.unknown()),
})

/** A problem document of this server. For a `state_conflict`, `state` is the document's current state. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: ProblemCode
  readonly instance?: string
  readonly errors?: readonly FieldError[]
  readonly state?: unknown
}

export const PROBLEM_MEDIA_TYPE = 'application/problem+json'

/** Builds the problem of a code. `detail` is a sentence about the fault of the request. */
export function makeProblem(
  code: ProblemCode,
  detail: string,
  more: Pick<Problem, 'errors' | 'state' | 'instance'> = {},
): Problem {
  const { status, title } = PROBLEMS[code]
  return { type: `urn:trimline:problem:${code}`, title, status, detail, code, ...more }
}
