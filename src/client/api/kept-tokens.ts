// The tokens of this tab, in its session storage: a refresh token that tabs share would race, and end the sign-in of all. Who has
// signed in is known to the whole device, until one of its tabs logs out.
import * as v from 'valibot'
import type { Identity } from '#client/state/session.ts'
import { followStored, readStored, writeStored } from '#client/state/stored.ts'

const claims = v.looseObject({
  sub: v.string(),
  preferred_username: v.exactOptional(v.string()),
  email: v.exactOptional(v.string()),
  name: v.exactOptional(v.string()),
  groups: v.fallback(
    v.union([
      v.array(v.string()),
      v.pipe(
        v.string(),
        v.transform((group) => [group]),
      ),
    ]),
    [],
  ),
})

const keptTokens = v.object({
  access_token: v.string(),
  refresh_token: v.exactOptional(v.string()),
  id_token: v.exactOptional(v.string()),
  /** Seconds since 1970, by this device's clock. */
  expires_at: v.number(),
  profile: claims,
  /** The device has taken note of the person, too. */
  onDevice: v.exactOptional(v.boolean()),
})
export type KeptTokens = v.InferOutput<typeof keptTokens>

const KEY = 'tokens'
const PERSON = 'person'
// What a provider that does not say gets, in seconds.
const UNSAID_LIFE = 300

/** This tab's tokens, or undefined. */
export function readTokens(): KeptTokens | undefined {
  return readStored(KEY, keptTokens, 'tab')
}

/** Keeps tokens for this tab; undefined forgets them. */
export function writeTokens(tokens: KeptTokens | undefined): void {
  return void writeStored(KEY, tokens, 'tab')
}

/** Who has signed in on this device and not logged out since, with tokens in this tab or without; undefined: nobody. */
export function readPerson(): Pick<KeptTokens, 'profile'> | undefined {
  return readStored(PERSON, v.object({ profile: claims }))
}

/** Lets the device know who has just signed in; the answer is the tokens to keep. */
export function keepPerson(tokens: KeptTokens): KeptTokens {
  return { ...tokens, onDevice: writeStored(PERSON, { profile: tokens.profile }) }
}

/** Forgets who was signed in on this device: its other tabs hear of it. */
export function forgetPerson(): void {
  return void writeStored(PERSON, undefined)
}

/** Calls `listener` whenever another tab has signed somebody in, or out. */
export function followPerson(listener: () => void): void {
  followStored(PERSON, listener)
}

/** Is it no longer this person who is signed in on this device? Another tab has logged out then. */
export function isLoggedOut({ onDevice = false, profile }: KeptTokens): boolean {
  return onDevice && readPerson()?.profile.sub !== profile.sub
}

/** How long an access token is good for, in seconds; negative when it has ended. */
export function secondsLeft({ expires_at }: KeptTokens): number {
  return expires_at - Date.now() / 1000
}

/** What a token answer is worth keeping; `before` lends what a renewal's answer leaves out. Undefined when it does not fit. */
export function tokensOf(
  answer: {
    readonly access_token: string
    readonly refresh_token?: string | undefined
    readonly id_token?: string | undefined
    readonly expires_at?: number | undefined
    readonly profile: unknown
  },
  before?: KeptTokens,
): KeptTokens | undefined {
  const refresh = answer.refresh_token ?? before?.refresh_token
  const identity = answer.id_token ?? before?.id_token
  const read = v.safeParse(keptTokens, {
    access_token: answer.access_token,
    ...(refresh !== undefined && { refresh_token: refresh }),
    ...(identity !== undefined && { id_token: identity }),
    expires_at: answer.expires_at ?? Math.floor(Date.now() / 1000) + UNSAID_LIFE,
    profile: answer.profile,
    ...(before?.onDevice !== undefined && { onDevice: before.onDevice }),
  })
  return read.success ? read.output : undefined
}

/** Reads tokens that another window of ours has sent. */
export function parseTokens(sent: unknown): KeptTokens | undefined {
  const read = v.safeParse(keptTokens, sent)
  return read.success ? read.output : undefined
}

/** Who a person is. The name is the one that the server knows people by: user name, else e-mail address, else subject. */
export function identityOf({ profile }: Pick<KeptTokens, 'profile'>): Identity {
  const userName = profile.preferred_username ?? profile.email ?? profile.sub
  return { userName, displayName: profile.name ?? userName, groups: profile.groups }
}
