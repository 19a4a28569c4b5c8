// The identity provider: it gives tokens, takes refresh tokens, and ends sign-ins.
import type { KeptTokens } from '#app/api/kept-tokens.ts'
import type { Clock } from './clock.ts'

/** The address of the provider. */
export const PROVIDER = 'http://id.test'

interface Token {
  readonly person: string
  /** When it ends, in milliseconds since 1970. */
  readonly ends: number
}

// How long an access token is taken, in seconds.
const LIFETIME = 300

export class Provider {
  readonly #clock: Clock
  readonly #known = new Map<string, Token>()
  readonly #refused = new Set<string>()
  /** The person of each refresh token. */
  readonly #refresh = new Map<string, string>()
  readonly #over = new Set<string>()
  #issued = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** New tokens for a person who signs in; `now` is the device's time, in milliseconds since 1970. */
  signIn(person: string, now: number): KeptTokens {
    const { access_token, refresh_token } = this.#issue(person)
    return {
      access_token,
      refresh_token,
      expires_at: Math.floor(now / 1000) + LIFETIME,
      profile: { sub: person, preferred_username: person, groups: ['workers'] },
    }
  }

  /** Whose access token this is, and until when; undefined where it is not taken. */
  check(token: string): Token | undefined {
    const known = this.#known.get(token)
    return known && !this.#refused.has(token) && known.ends > this.#clock.now ? known : undefined
  }

  /** Whose access token this is or was. */
  personOf(token: string): string | undefined {
    return this.#known.get(token)?.person
  }

  /** The server takes this token no longer. */
  refuse(token: string): void {
    this.#refused.add(token)
  }

  /** Ends the sign-ins of a device: its tokens so far are not taken any more. */
  end(tokens: KeptTokens | undefined): void {
    if (!tokens) return
    this.#refused.add(tokens.access_token)
    if (tokens.refresh_token !== undefined) this.#over.add(tokens.refresh_token)
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
    if (person === undefined || this.#over.has(refresh))
      return { status: 400, text: JSON.stringify({ error: 'invalid_grant' }) }
    const issued = this.#issue(person)
    return { status: 200, text: JSON.stringify({ ...issued, token_type: 'Bearer', expires_in: LIFETIME }) }
  }

  #issue(person: string) {
    this.#issued += 1
    const access_token = `${person}.${this.#issued}`
    const refresh_token = `refresh.${person}.${this.#issued}`
    this.#known.set(access_token, { person, ends: this.#clock.now + LIFETIME * 1000 })
    this.#refresh.set(refresh_token, person)
    return { access_token, refresh_token }
  }
}
