// Calls with a file or a stream as answer or body: sent with the token, every failure becomes an ApiProblem.
import { configAtom } from '#app/state/config.ts'
import { noteCall } from '#app/state/online.ts'
import { store } from '#app/state/store.ts'
import type { Call } from '#core/wire/call.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { type ApiProblem, makeApiProblem, meetsNobody } from './problem.ts'
import { type FailedAnswer, isOtherServer, refusalOf, refusesToken } from './refusal.ts'
import { signInServiceAtom } from './sign-in.ts'

interface FileOptions {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Blob | string
  readonly signal?: AbortSignal
}

/** Sends such a call; returns the unread response. Never throws. */
export async function callFile(
  { method, path }: Pick<Call, 'method' | 'path'>,
  { query = {}, body, signal }: FileOptions = {},
): Promise<Result<Response, ApiProblem>> {
  const tokens = store.get(signInServiceAtom)?.tokens
  const apiBase = store.get(configAtom)?.apiBase ?? '/'
  const address = new URL(apiBase, window.location.origin)
  const isOther = isOtherServer(apiBase)
  const send = (token: string) =>
    fetch(`${address.href}${path}?${new URLSearchParams(query)}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { body }),
      ...(signal && { signal }),
      credentials: 'omit',
      cache: 'no-store',
    })
  const began = performance.now()
  try {
    const token = await tokens?.get()
    if (token === undefined) return fail(makeApiProblem('signed_out', 'No access token'))
    let answer = await send(token)
    if (answer.status === 401 && refusesToken(await failedOf(answer.clone()), isOther)) {
      const newer = await tokens?.replace(token)
      if (newer === undefined) return fail(makeApiProblem('signed_out', 'The access token was refused', 401))
      answer = await send(newer)
    }
    const isPortal = answer.ok && answer.headers.get('content-type')?.includes('html') === true
    noteCall(isPortal ? 'portal' : 'server', began)
    if (isPortal) return fail(makeApiProblem('captive_portal', `${path}: a page`))
    return answer.ok ? succeed(answer) : fail(refusalOf(await failedOf(answer), isOther))
  } catch (error) {
    const problem = problemOf(error, signal)
    if (meetsNobody(problem)) noteCall('nobody', began)
    return fail(problem)
  }
}

const failedOf = async (answer: Response): Promise<FailedAnswer> => ({
  status: answer.status,
  text: await answer.text(),
  type: answer.headers.get('content-type'),
})

/** Why a call, or the reading of its answer, failed. */
export function problemOf(error: unknown, signal: AbortSignal | undefined): ApiProblem {
  const detail = error instanceof Error ? error.message : String(error)
  if (signal?.aborted) return makeApiProblem('cancelled', detail)
  return makeApiProblem(navigator.onLine ? 'unreachable' : 'offline', detail)
}
