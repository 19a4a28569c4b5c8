// The identity provider: it issues and refreshes tokens and ends sign-ins.
import type { StoredTokens } from '#app/api/token-store.ts'
import type { Clock } from './clock.ts'

/** The address of the provider. */
export const PROVIDER = 'http://id.test'

interface Token {
  readonly person: string
  /** When it expires, in milliseconds since 1970. */
  readonly ends: number
}

// Lifetime of an access token, in seconds.
const LIFETIME_SECONDS = 300

export class Provider {
  readonly #clock: Clock
  readonly #known = new Map<string, Token>()
  readonly #refused = new Set<string>()
  /** The person of each refresh token. */
  readonly #refresh = new Map<string, string>()
  readonly #endedRefreshTokens = new Set<string>()
  #issued = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Issues tokens for a person who signs in. `now` is the device's time, in milliseconds since 1970. */
  signIn(person: string, now: number): StoredTokens {
    const { access_token, refresh_token } = this.#issue(person)
    return {
      access_token,
      refresh_token,
      expires_at: Math.floor(now / 1000) + LIFETIME_SECONDS,
      profile: { sub: person, preferred_username: person, groups: ['workers'] },
    }
  }

  /** The person and the expiry of an access token; undefined if it is not valid. */
  check(token: string): Token | undefined {
    const known = this.#known.get(token)
    return known && !this.#refused.has(token) && known.ends > this.#clock.now ? known : undefined
  }

  /** The person of an access token, valid or not. */
  personOf(token: string): string | undefined {
    return this.#known.get(token)?.person
  }

  /** Lets the server refuse this token from now on. */
  refuse(token: string): void {
    this.#refused.add(token)
  }

  /** Ends the sign-ins of a device: its tokens are not valid any more. */
  end(tokens: StoredTokens | undefined): void {
    if (!tokens) return
    this.#refused.add(tokens.access_token)
    if (tokens.refresh_token !== undefined) this.#endedRefreshTokens.add(tokens.refresh_token)
  }

  /** Answers a call. */
  answer(path: string, body: string | undefined): { readonly status: number; readonly text: string } {
    if (path === '/.well-known/openid-configuration')
      return {
        status: 200,
        text: JSON.stringify({
          issuer: PROVIDER,
          authorization_endpoint: `${PROVIDER}/auth`,
          token_endpoint: `${PROVIDER}/token`,
          jwks_uri: `${PROVIDER}/jwks`,
        }),
      }
    const refresh = new URLSearchParams(body).get('refresh_token') ?? ''
    const person = this.#refresh.get(refresh)
    if (person === undefined || this.#endedRefreshTokens.has(refresh))
      return { status: 400, text: JSON.stringify({ error: 'invalid_grant' }) }
    const issued = this.#issue(person)
    return {
      status: 200,
      text: JSON.stringify({ ...issued, token_type: 'Bearer', expires_in: LIFETIME_SECONDS }),
    }
  }

  #issue(person: string) {
    this.#issued += 1
    const access_token = `${person}.${this.#issued}`
    const refresh_token = `refresh.${person}.${this.#issued}`
    this.#known.set(access_token, { person, ends: this.#clock.now + LIFETIME_SECONDS * 1000 })
    this.#refresh.set(refresh_token, person)
    return { access_token, refresh_token }
  }
}
