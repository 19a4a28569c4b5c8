// Calls with a file or a stream as answer or body: sent with the token, every failure becomes an ApiProblem.
import * as v from 'valibot'
import { configAtom } from '#client/state/config.ts'
import { noteCall } from '#client/state/online.ts'
import { store } from '#client/state/store.ts'
import type { Call } from '#contract/call.ts'
import { problem as problemSchema } from '#contract/problem.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import { type ApiProblem, makeApiProblem, meetsNobody } from './problem.ts'
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
  const address = new URL(store.get(configAtom)?.apiBase ?? '/', window.location.origin)
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
    if (answer.status === 401) {
      const newer = await tokens?.replace(token)
      if (newer === undefined) return fail(makeApiProblem('signed_out', 'The access token was refused', 401))
      answer = await send(newer)
    }
    const isPortal = answer.ok && answer.headers.get('content-type')?.includes('html') === true
    noteCall(isPortal ? 'portal' : 'server', began)
    if (isPortal) return fail(makeApiProblem('captive_portal', `${path}: a page`))
    return answer.ok ? succeed(answer) : fail(await refusalOf(answer))
  } catch (error) {
    const problem = problemOf(error, signal)
    if (meetsNobody(problem)) noteCall('nobody', began)
    return fail(problem)
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const refusalOf = async (answer: Response): Promise<ApiProblem> => {
  const { status } = answer
  const read = v.safeParse(problemSchema, parseJson(await answer.text()))
  if (!read.success || read.output.code === '') {
    return makeApiProblem(status >= 500 ? 'server_failed' : 'server_refused', answer.statusText, status)
  }
  const { code, title, detail } = read.output
  return { code, status, detail: detail || title, facts: { status } }
}

/** Why a call, or the reading of its answer, failed. */
export function problemOf(error: unknown, signal: AbortSignal | undefined): ApiProblem {
  const detail = error instanceof Error ? error.message : String(error)
  if (signal?.aborted) return makeApiProblem('cancelled', detail)
  return makeApiProblem(navigator.onLine ? 'unreachable' : 'offline', detail)
}
