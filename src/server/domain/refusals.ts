// Converts refusals of whole requests to problems. Lines use messages (core/wire/reply-messages.ts).

import type { StoredDocument } from '#core/kinds/stored.ts'
import { type FieldError, makeProblem, type Problem, type ProblemCode } from '#core/wire/problem.ts'
import type { Refusal, RefusalCode } from '#core/wire/refusals.ts'
import { formatRefusal } from '#core/wire/reply-messages.ts'

const problemOf: Partial<Record<RefusalCode, ProblemCode>> = {
  readOnlyAccess: 'read_only',
  keyMissing: 'key_missing',
  locationNotAllowed: 'location_not_allowed',
  noDocument: 'not_found',
  noLine: 'not_found',
}

/** A refusal of the whole request. `state` is the document's current state. */
export function problemFor(refusal: Refusal, state?: object): Problem {
  const code = problemOf[refusal.code] ?? 'state_conflict'
  return makeProblem(
    code,
    formatRefusal(refusal),
    code === 'state_conflict' ? { state: { ...state, refusal } } : {},
  )
}

/** A refusal because of the document's state. */
export function conflict({ number, status }: StoredDocument, refusal: Refusal): Problem {
  return problemFor(refusal, { number, status })
}

/** It does not exist, or is invisible to the user. */
export function notFound(what: string): Problem {
  return makeProblem('not_found', `There is no such ${what}.`)
}

/** A well-formed field whose value does not match the database. */
export function invalidField(path: string, expected: string): Problem {
  const error: FieldError = { path, expected, message: `${path}: expected ${expected}.` }
  return makeProblem('malformed_request', error.message, { errors: [error] })
}

/** A time for the database; null for none. */
export function isoOrNull(moment: string | null): string | null {
  return moment ? new Date(moment).toISOString() : null
}
