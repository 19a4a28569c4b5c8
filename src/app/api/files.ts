// Performs calls with a file or stream as answer or body, with the token. Every failure becomes an
// ApiProblem.
import { configAtom } from '#app/state/config.ts'
import { recordCall } from '#app/state/online.ts'
import { store } from '#app/state/store.ts'
import type { Call } from '#core/wire/call.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { authorizedOptions, detailOf, http, responseOfError, SignedOut, toFailedAnswer } from './http.ts'
import { type ApiProblem, isServerUnreachable, makeApiProblem } from './problem.ts'
import { isOtherServer, refusalOf } from './refusal.ts'
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
  const began = performance.now()
  try {
    if (!tokens) return fail(makeApiProblem('signed_out', 'No access token'))
    const answer = await http
      .raw<ReadableStream, 'stream'>(path, {
        ...authorizedOptions(tokens, isOther),
        baseURL: address.href,
        method,
        query,
        // The text is not JSON here.
        headers: typeof body === 'string' ? { 'content-type': 'text/plain;charset=UTF-8' } : {},
        ...(body && { body }),
        ...(signal && { signal }),
        responseType: 'stream',
      })
      .catch(responseOfError)
    const isPortal = answer.ok && answer.headers.get('content-type')?.includes('html') === true
    recordCall(isPortal ? 'portal' : 'server', began)
    if (isPortal) return fail(makeApiProblem('captive_portal', `${path}: a page`))
    return answer.ok ? succeed(answer) : fail(refusalOf(await toFailedAnswer(answer), isOther))
  } catch (error) {
    const problem = problemOf(error, signal)
    if (isServerUnreachable(problem)) recordCall('nobody', began)
    return fail(problem)
  }
}

/** The problem of a call that failed, or whose answer could not be read. */
export function problemOf(error: unknown, signal: AbortSignal | undefined): ApiProblem {
  if (error instanceof SignedOut) return makeApiProblem('signed_out', error.message, error.status)
  const detail = detailOf(error)
  if (signal?.aborted) return makeApiProblem('cancelled', detail)
  return makeApiProblem(navigator.onLine ? 'unreachable' : 'offline', detail)
}
