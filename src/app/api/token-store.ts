// Stores the tokens of this tab in session storage: tabs that share a refresh token would race and end each
// other's sign-in. The signed-in person is stored for the whole device until a tab logs out.
import * as v from 'valibot'
import type { Identity } from '#app/state/session.ts'
import { onStoredChange, readStored, writeStored } from '#app/state/stored.ts'
import { OPEN_DOCUMENT, TOKENS } from '#app/state/stored-name.ts'

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
  /** Seconds since 1970, by the device's clock. */
  expires_at: v.number(),
  profile: claims,
  /** The person is also recorded for the device. */
  onDevice: v.exactOptional(v.boolean()),
})
export type StoredTokens = v.InferOutput<typeof keptTokens>

const PERSON = 'person'
// Default lifetime of a token, in seconds.
const DEFAULT_LIFETIME = 300

/** This tab's tokens, or undefined. */
export function readTokens(): StoredTokens | undefined {
  return readStored(TOKENS, keptTokens, 'tab')
}

/** Stores tokens for this tab; undefined deletes them and the record of the open document. */
export function writeTokens(tokens: StoredTokens | undefined): void {
  if (!tokens) writeStored(OPEN_DOCUMENT, undefined, 'tab')
  return void writeStored(TOKENS, tokens, 'tab')
}

/** The person signed in on this device, with or without tokens in this tab; undefined if there is none. */
export function readPerson(): Pick<StoredTokens, 'profile'> | undefined {
  return readStored(PERSON, v.object({ profile: claims }))
}

/** Records the signed-in person for the device; returns the tokens to store. */
export function recordPerson(tokens: StoredTokens): StoredTokens {
  return { ...tokens, onDevice: writeStored(PERSON, { profile: tokens.profile }) }
}

/** Deletes the person of this device; other tabs are notified. */
export function forgetPerson(): void {
  return void writeStored(PERSON, undefined)
}

/** Calls `listener` when another tab signs a person in or out. */
export function onPersonChange(listener: () => void): void {
  onStoredChange(PERSON, listener)
}

/** Has another tab logged out? Then another person is signed in on this device, or none. */
export function isLoggedOut({ onDevice = false, profile }: StoredTokens): boolean {
  return onDevice && readPerson()?.profile.sub !== profile.sub
}

/** Remaining validity of an access token, in seconds; negative when expired. */
export function secondsLeft({ expires_at }: StoredTokens): number {
  return expires_at - Date.now() / 1000
}

/**
 * The tokens of a token response; `before` supplies the values that a refresh response omits. Undefined if it
 * is invalid.
 */
export function tokensOf(
  answer: {
    readonly access_token: string
    readonly refresh_token?: string | undefined
    readonly id_token?: string | undefined
    readonly expires_at?: number | undefined
    readonly profile: unknown
  },
  before?: StoredTokens,
): StoredTokens | undefined {
  const refresh = answer.refresh_token ?? before?.refresh_token
  const identity = answer.id_token ?? before?.id_token
  const read = v.safeParse(keptTokens, {
    access_token: answer.access_token,
    ...(refresh !== undefined && { refresh_token: refresh }),
    ...(identity !== undefined && { id_token: identity }),
    expires_at: answer.expires_at ?? Math.floor(Date.now() / 1000) + DEFAULT_LIFETIME,
    profile: answer.profile,
    ...(before?.onDevice !== undefined && { onDevice: before.onDevice }),
  })
  return read.success ? read.output : undefined
}

/** Parses tokens sent by another window of the app. */
export function parseTokens(sent: unknown): StoredTokens | undefined {
  const read = v.safeParse(keptTokens, sent)
  return read.success ? read.output : undefined
}

/**
 * The identity of a person. The user name is `preferred_username`, else the e-mail address, else the subject.
 */
export function identityOf({ profile }: Pick<StoredTokens, 'profile'>): Identity {
  const userName = profile.preferred_username ?? profile.email ?? profile.sub
  return { userName, displayName: profile.name ?? userName, groups: profile.groups }
}
