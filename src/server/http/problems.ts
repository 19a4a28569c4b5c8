import { PROBLEM_MEDIA_TYPE, type Problem } from '#contract/problem.ts'
import type { SentAnswer } from './ports.ts'

/** A refusal as an answer. */
export function problemAnswer(problem: Problem): SentAnswer {
  return { status: problem.status, contentType: PROBLEM_MEDIA_TYPE, body: JSON.stringify(problem) }
}

/** A refusal as a response; a refused token gets the challenge of RFC 6750. */
export function problemResponse(problem: Problem, headers: Record<string, string> = {}): Response {
  const challenge = problem.status === 401 ? { 'www-authenticate': challengeOf(problem) } : {}
  return answerResponse(problemAnswer(problem), { ...challenge, ...headers })
}

export function answerResponse(answer: SentAnswer, headers: Record<string, string> = {}): Response {
  return new Response(answer.body, {
    status: answer.status,
    headers: { 'content-type': answer.contentType, 'cache-control': 'no-store', ...headers },
  })
}

function challengeOf(problem: Problem): string {
  return problem.code === 'token_expired'
    ? 'Bearer error="invalid_token", error_description="expired"'
    : 'Bearer error="invalid_token"'
}
