import { createHash, randomBytes } from 'node:crypto'
import { appScope, clientId } from '#server/identity/client.ts'
import { demoPassword } from '#server/identity/demo-users.ts'

export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
  readonly idToken: string
}

/** A browser for sign-in only: it stores cookies and returns each redirect. */
export class CookieBrowser {
  readonly #cookies = new Map<string, string>()
  readonly #ends = new Map<string, number>()

  /** The current cookies; `expires` in seconds since 1970, -1 for a session cookie. */
  get cookies(): readonly { readonly name: string; readonly value: string; readonly expires: number }[] {
    return [...this.#cookies].map(([name, value]) => ({ name, value, expires: this.#ends.get(name) ?? -1 }))
  }

  async go(address: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(address, { ...init, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(cookie)) this.#cookies.delete(name)
      else {
        this.#cookies.set(name, value)
        const [, ends] = /expires=([^;]+)/i.exec(cookie) ?? []
        this.#ends.set(name, ends === undefined ? -1 : Date.parse(ends) / 1000)
      }
    }
    return response
  }

  /** Follows redirects up to a page without one, or to the app's callback. */
  async follow(address: string): Promise<{ response: Response; address: string }> {
    for (let at = address, hop = 0; hop < 10; hop += 1) {
      const response = await this.go(at)
      const next = response.headers.get('location')
      if (!next) return { response, address: at }
      at = new URL(next, at).href
      if (new URL(at).pathname === '/implicit/callback') return { response, address: at }
    }
    throw new Error('The sign-in goes round in circles')
  }
}

/** Returns the address that starts a sign-in, with the verifier for its code. */
export function startOfSignIn(origin: string): { address: string; verifier: string; redirectUri: string } {
  const verifier = randomBytes(32).toString('base64url')
  const redirectUri = `${origin}/implicit/callback`
  const address = new URL('/oidc/auth', origin)
  address.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: appScope,
    state: 'state-of-the-test',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString()
  return { address: address.href, verifier, redirectUri }
}

/** Signs in a demo user at the embedded provider over HTTP like the app: code flow with PKCE. */
export async function signIn(
  origin: string,
  username: string,
  password: string = demoPassword,
  browser: CookieBrowser = new CookieBrowser(),
): Promise<Tokens> {
  const { code, verifier, redirectUri } = await codeOf(origin, username, password, browser)
  return fetchTokens(origin, {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  })
}

/** Does the first half of a sign-in: returns the code from the browser's redirect, with its verifier. */
export async function codeOf(
  origin: string,
  username: string,
  password: string = demoPassword,
  browser: CookieBrowser = new CookieBrowser(),
): Promise<{ code: string; verifier: string; redirectUri: string }> {
  const { address, verifier, redirectUri } = startOfSignIn(origin)
  const page = await browser.follow(address)
  const posted = await browser.go(page.address, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
  })
  const onward = posted.headers.get('location')
  if (!onward) throw new Error(`${username} was not let in: ${posted.status}`)
  const callback = new URL((await browser.follow(new URL(onward, page.address).href)).address)
  const code = callback.searchParams.get('code')
  if (!code) throw new Error(`${username} came back without a code: ${callback.search}`)
  return { code, verifier, redirectUri }
}

/** Trades a refresh token for new tokens. Throws the provider's error code if it is refused. */
export function refresh(origin: string, refreshToken: string): Promise<Tokens> {
  return fetchTokens(origin, {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: refreshToken,
  })
}

async function fetchTokens(origin: string, form: Record<string, string>): Promise<Tokens> {
  const response = await fetch(new URL('/oidc/token', origin), {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  const answer = (await response.json()) as Record<string, string>
  const { access_token, refresh_token, id_token } = answer
  if (!response.ok || !access_token || !refresh_token || !id_token) {
    throw new Error(`The token endpoint refused: ${answer.error ?? response.status}`)
  }
  return { accessToken: access_token, refreshToken: refresh_token, idToken: id_token }
}
