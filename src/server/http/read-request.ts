// Helpers for calls that stream more than one JSON document.
import type { Context } from 'hono'
import * as v from 'valibot'
import { makeProblem, type Problem } from '#core/wire/problem.ts'
import type { Result } from '#core/wire/result.ts'
import type { ApiEnvironment } from './authenticate.ts'
import { problemResponse } from './problems.ts'
import { addLogFields } from './request-log.ts'
import { unstorableText } from './storable-text.ts'

/** Sends a problem and logs its code. */
export function refuse(
  context: Context<ApiEnvironment>,
  problem: Problem,
  headers: Record<string, string> = {},
): Response {
  addLogFields(context.env.incoming, { code: problem.code })
  return problemResponse(problem, headers)
}

/** Parses a part of a request by its schema. The problem names the wrong field. */
export function readPart<Schema extends v.GenericSchema>(
  part: 'query' | 'body',
  schema: Schema,
  value: unknown,
): Result<v.InferOutput<Schema>, Problem> {
  const unstorable = unstorableText(value)
  if (unstorable !== undefined)
    return malformed(unstorable ? `${part}.${unstorable}` : part, 'no control characters')
  const read = v.safeParse(schema, value)
  if (read.success) return { ok: true, value: read.output }
  const [issue] = read.issues
  return malformed(`${part}.${v.getDotPath(issue) ?? ''}`, issue.message)
}

function malformed(path: string, expected: string): Result<never, Problem> {
  const error = { path, expected, message: `${path}: expected ${expected}.` }
  return { ok: false, error: makeProblem('malformed_request', error.message, { errors: [error] }) }
}
