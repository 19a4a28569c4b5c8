// The HTTP client of all calls. Only code that runs before the app (early-*.ts) and the service worker use
// `fetch` directly.
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

/** Sends no cookies, caches nothing and never retries automatically. */
export const http = createFetch({
  fetch: (request, options) => fetch(request, options),
  defaults: { retry: false, credentials: 'omit', cache: 'no-store' },
})

/**
 * The options of a call for the signed-in person. It retries once with a newer token if the server refused
 * the token, and while the server is processing the first attempt (409 with Retry-After).
 *
 * @throws SignedOut, out of the call
 */
export function authorizedOptions(tokens: TokenSource, isOther: boolean) {
  let token: string | undefined
  let isReplaced = false
  return {
    onRequest: async ({ options }: FetchContext) => {
      token ??= await tokens.get()
      if (token === undefined) throw new SignedOut('No access token')
      options.headers.set('authorization', `Bearer ${token}`)
    },
    onResponseError: async ({ options, response }: FetchContext & { response: FetchResponse<unknown> }) => {
      if (refusesToken(await toFailedAnswer(response), isOther)) {
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

/** The response of a failed call; throws the error again if there is no response. */
export function responseOfError(error: unknown): FetchResponse<unknown> {
  if (error instanceof FetchError && error.response) return error.response
  throw error
}

/** The parts of a response that explain the failure. */
export async function toFailedAnswer(response: FetchResponse<unknown>): Promise<FailedAnswer> {
  const { status, headers, _data: data } = response
  const text = typeof data === 'string' ? data : response.bodyUsed ? '' : await response.clone().text()
  return { status, text, type: headers.get('content-type') }
}

/** The browser's message about a failed connection. */
export function detailOf(error: unknown): string {
  const cause = error instanceof FetchError ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

// In milliseconds; undefined without the header.
const retryAfterOf = ({ headers }: Response): number | undefined => {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : undefined
}
