// All HTTP calls of the app. Only what runs before its files are here (early-*.ts), and the service worker,
// ask the browser themselves.
import { createFetch, type FetchContext, FetchError, type FetchOptions, type FetchResponse } from 'ofetch'
import { type FailedAnswer, refusesToken } from './refusal.ts'

/** The source of access tokens, provided by the sign-in. */
export interface TokenSource {
  /** A valid token, refreshed if needed; undefined if the person must sign in again. */
  readonly get: () => Promise<string | undefined>
  /** The server refused this token: returns a newer one of the same person, or undefined if there is none. */
  readonly replace: (refused: string) => Promise<string | undefined>
}

/** There is no token, or the server refuses it (status 401). */
export class SignedOut extends Error {
  readonly status: number
  constructor(message: string, status = 0) {
    super(message)
    this.status = status
  }
}

/** Sends no cookies, keeps no answers, and sends nothing twice by itself. */
export const http = createFetch({
  fetch: (request, options) => fetch(request, options),
  defaults: { retry: false, credentials: 'omit', cache: 'no-store' },
})

/**
 * The options of a call in the name of the signed-in person. It is sent again only if the server refused the
 * token, with a newer one, and while the server still works on the first attempt (409 with Retry-After).
 *
 * @throws SignedOut, out of the call
 */
export function signed(tokens: TokenSource, isOther: boolean) {
  let token: string | undefined
  let isReplaced = false
  return {
    onRequest: async ({ options }: FetchContext) => {
      token ??= await tokens.get()
      if (token === undefined) throw new SignedOut('No access token')
      options.headers.set('authorization', `Bearer ${token}`)
    },
    onResponseError: async ({ options, response }: FetchContext & { response: FetchResponse<unknown> }) => {
      if (refusesToken(await failedOf(response), isOther)) {
        if (isReplaced) throw new SignedOut('A new access token was refused', 401)
        isReplaced = true
        token = token && (await tokens.replace(token))
        if (token === undefined) throw new SignedOut('The access token was refused', 401)
      } else if (response.status !== 409 || retryAfterOf(response) === undefined) return
      options.retry = 1
      options.retryStatusCodes = [response.status]
    },
    retryDelay: ({ response }: FetchContext) =>
      (response?.status === 409 ? retryAfterOf(response) : undefined) ?? 0,
  } satisfies FetchOptions
}

/** The answer of a call that failed, to be read; throws again where there is none. */
export function answerOfFailure(error: unknown): FetchResponse<unknown> {
  if (error instanceof FetchError && error.response) return error.response
  throw error
}

/** The parts of an answer that tell why it is no success. */
export async function failedOf(response: FetchResponse<unknown>): Promise<FailedAnswer> {
  const { status, headers, _data: data } = response
  const text = typeof data === 'string' ? data : response.bodyUsed ? '' : await response.clone().text()
  return { status, text, type: headers.get('content-type') }
}

/** Why nothing was answered, in the browser's words. */
export function detailOf(error: unknown): string {
  const cause = error instanceof FetchError ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

// In milliseconds; undefined if it does not say so.
const retryAfterOf = ({ headers }: Response): number | undefined => {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : undefined
}
