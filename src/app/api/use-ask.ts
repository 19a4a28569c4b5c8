import type { PreparedCall } from '#core/wire/prepared-call.ts'
import { perform } from './client.ts'
import { type ApiProblem, isTransient } from './problem.ts'

// Wraps an ask's problem as an exception, for libraries that need one.
class ProblemThrown extends Error {
  readonly problem: ApiProblem

  constructor(problem: ApiProblem) {
    super(`${problem.code}: ${problem.detail}`)
    this.name = 'ProblemThrown'
    this.problem = problem
  }
}

/** The problem of a query's error; any other error becomes `server_failed` with its message. */
export function problemOfError(error: unknown): ApiProblem {
  return error instanceof ProblemThrown
    ? error.problem
    : { code: 'server_failed', status: 0, detail: String(error), facts: { status: 0 } }
}

/** An ask as a query function, for useInfiniteQuery and similar. Throws ProblemThrown. */
export async function performOrThrow<Answer>(
  ask: PreparedCall<Answer>,
  signal?: AbortSignal,
): Promise<Answer> {
  const result = await perform(ask, signal ? { signal } : {})
  if (!result.ok) throw new ProblemThrown(result.error)
  return result.value
}

/** Retries twice if waiting may help; not if the server refused. */
export function retryTransient(failures: number, error: unknown): boolean {
  return failures < 2 && isTransient(problemOfError(error))
}
