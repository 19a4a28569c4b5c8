import { PROBLEM_MEDIA_TYPE, type Problem } from '#core/wire/problem.ts'
import type { ResponseData } from './ports.ts'

/** Converts a problem to a response body. */
export function problemAnswer(problem: Problem): ResponseData {
  return { status: problem.status, contentType: PROBLEM_MEDIA_TYPE, body: JSON.stringify(problem) }
}

/** A response with additional headers. */
export interface OutgoingResponse {
  readonly answer: ResponseData
  readonly headers: Readonly<Record<string, string>>
}

/** Converts a problem to a response. A refused token gets the challenge of RFC 6750. */
export function toOutgoingProblem(
  problem: Problem,
  headers: Readonly<Record<string, string>> = {},
): OutgoingResponse {
  const challenge = problem.status === 401 ? { 'www-authenticate': challengeOf(problem) } : {}
  return { answer: problemAnswer(problem), headers: { ...challenge, ...headers } }
}

/** Converts a problem to a web API response. */
export function problemResponse(problem: Problem, headers: Readonly<Record<string, string>> = {}): Response {
  return responseOf(toOutgoingProblem(problem, headers))
}

export function answerResponse(answer: ResponseData): Response {
  return responseOf({ answer, headers: {} })
}

export function responseOf({ answer, headers }: OutgoingResponse): Response {
  return new Response(answer.body, { status: answer.status, headers: headersOf({ answer, headers }) })
}

/** The headers of a response. */
export function headersOf({ answer, headers }: OutgoingResponse): Record<string, string> {
  return { 'content-type': answer.contentType, 'cache-control': 'no-store', ...headers }
}

function challengeOf(problem: Problem): string {
  return problem.code === 'token_expired'
    ? 'Bearer error="invalid_token", error_description="expired"'
    : 'Bearer error="invalid_token"'
}
