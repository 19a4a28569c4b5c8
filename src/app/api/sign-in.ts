// Sign-in by authorization code with PKCE, on oidc-client-ts. Tokens are refreshed before they expire. If the
// provider refuses a refresh, only the sign-in ends: screen, drafts and queue stay, calls answer
// `signed_out`, and `again` signs in over the screen. If the provider is unreachable, the person signed in on
// this device continues, in new tabs too. Logging out affects all tabs.
import { atom } from 'jotai'
import type { OidcClient } from 'oidc-client-ts'
import * as v from 'valibot'
import { identityAtom, signInAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { LANDING } from '#core/wire/limits.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { RuntimeConfig } from '#core/wire/runtime-config.ts'
import type { TokenSource } from './http.ts'
import { announceSignIn, listenForSignIn } from './sign-in-channel.ts'
import {
  forgetPerson,
  identityOf,
  isLoggedOut,
  onPersonChange,
  parseTokens,
  readPerson,
  readTokens,
  recordPerson,
  type StoredTokens,
  secondsLeft,
  tokensOf,
  writeTokens,
} from './token-store.ts'

/** Why sign-in failed; `detail` is the provider's or browser's message. */
export interface SignInFailure {
  readonly code: 'sign_in_failed' | 'provider_unreachable'
  readonly detail: string
}

/** The result of `again`. `blocked`: the browser opens no window, so this one must be used. */
export type Again = 'signed_in' | 'other_person' | 'blocked' | 'given_up'

export interface SignInService {
  readonly tokens: TokenSource
  /**
   * Resumes this tab's sign-in. `away`: the provider is unreachable, so the device's last person continues.
   * `none`: a person must sign in.
   */
  readonly resume: () => Promise<'here' | 'away' | 'none'>
  /** Navigates to the provider; the returning page calls `finish`. */
  readonly begin: () => Promise<Result<true, SignInFailure>>
  /** Processes the provider's callback URL; `over`: the sign-in was for another window and was sent to it. */
  readonly finish: () => Promise<Result<'here' | 'over', SignInFailure>>
  /** Signs in over the screen, in another window. Must be called directly from a key or click handler. */
  readonly again: (signal: AbortSignal) => Promise<Again>
  /**
   * Signs out in all tabs: notifies them, calls `tidy`, then navigates to the provider's sign-out. Without
   * one it only deletes the tokens.
   */
  readonly signOut: (tidy: () => Promise<void>) => Promise<void>
}

/** The app's sign-in; null before the settings are loaded. */
export const signInServiceAtom = atom<SignInService | null>(null)

// The query parameter of the window in which `again` signs in.
const overParameter = 'over'
// How long before its expiry a token is refreshed, in seconds; at most a fifth of its lifetime.
const refreshLeadSeconds = 60
// Minimum remaining validity of a token to be sent, in seconds.
const minValiditySeconds = 5
// Delay before an unreachable provider is tried again, in milliseconds.
const retryDelayMs = 15_000
// Timeout for the provider at start, in milliseconds.
const startTimeoutMs = 5000
// Token endpoint errors that end the sign-in (RFC 6749 section 5.2, OpenID Connect Core 3.1.2.6). Another
// `error` may be a proxy's.
const finalErrors: ReadonlySet<string> = new Set([
  'invalid_grant',
  'invalid_client',
  'invalid_request',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_grant_type',
  'access_denied',
  'login_required',
  'consent_required',
  'interaction_required',
])
// Maximum number of issued tokens whose person is recorded.
const maxIssuedTokens = 20
const maxTimerMs = 2 ** 31 - 1

const overState = v.object({ over: v.string() })

// The state of a running sign-in.
interface Running {
  readonly oidc: RuntimeConfig['oidc']
  readonly leave: () => void
  readonly endToken: (accessToken: string) => Promise<unknown>
  client: OidcClient | undefined
  /** Renews the tokens before they expire. */
  timer: ReturnType<typeof setTimeout> | undefined
  renewing: Promise<StoredTokens | undefined> | undefined
  /** The user name of the last issued tokens. */
  readonly issuedTokens: Map<string, string>
}

/**
 * Creates the sign-in for a provider. Sends nothing until one of its functions is called. `leave` navigates
 * to the signed-out start. `endToken` revokes an access token at the server.
 */
export function createSignIn(
  oidc: RuntimeConfig['oidc'],
  leave: () => void = () => window.location.assign('/'),
  endToken: (accessToken: string) => Promise<unknown> = async () => {},
): SignInService {
  const tasks = { client: undefined, timer: undefined, renewing: undefined }
  const running: Running = { oidc, leave, endToken, ...tasks, issuedTokens: new Map() }
  document.addEventListener('visibilitychange', () => checkTokens(running))
  window.addEventListener('online', () => checkTokens(running))
  onPersonChange(() => onPersonChanged(running))
  return {
    tokens: {
      get: () => currentToken(running),
      replace: (refused) => replaceToken(running, refused),
    },
    resume: () => resume(running),
    begin: () => begin(running),
    finish: () => finish(running),
    again: (signal) => again(running, signal),
    signOut: (tidy) => signOut(running, tidy),
  }
}

async function clientOf(running: Running): Promise<OidcClient> {
  const { oidc } = running
  const { origin } = window.location
  const library = await loadLibrary()
  running.client ??= new library.OidcClient({
    authority: oidc.authority,
    client_id: oidc.clientId,
    scope: oidc.scope,
    redirect_uri: origin + LANDING.callback,
    post_logout_redirect_uri: `${origin}/`,
    stateStore: new library.WebStorageStateStore({ store: sessionStorage }),
    requestTimeoutInSeconds: 15,
    ...(oidc.audience !== undefined && { extraQueryParams: { audience: oidc.audience } }),
  })
  return running.client
}

function accept(running: Running, tokens: StoredTokens): void {
  writeTokens(tokens)
  store.set(identityAtom, identityOf(tokens))
  store.set(signInAtom, 'good')
  const left = secondsLeft(tokens)
  scheduleRenewal(running, (left - Math.min(refreshLeadSeconds, left / 5)) * 1000)
}

function end({ timer }: Running): undefined {
  clearTimeout(timer)
  store.set(signInAtom, 'ended')
}

// Leaves when another tab has logged out. The identity stays until the page is unloaded, so that unsaved data
// is stored under this person.
function onPersonChanged({ timer, endToken, leave }: Running): void {
  const currentUser = store.get(identityAtom)
  const person = readPerson()
  if (!currentUser || (person && identityOf(person).userName === currentUser.userName)) return
  clearTimeout(timer)
  const kept = readTokens()
  if (kept) void endToken(kept.access_token).catch(() => undefined)
  writeTokens(undefined)
  leave()
}

function clearSignIn({ timer }: Running): void {
  clearTimeout(timer)
  writeTokens(undefined)
  store.set(identityAtom, null)
  store.set(signInAtom, 'none')
}

function scheduleRenewal(running: Running, ms: number): void {
  clearTimeout(running.timer)
  const renewOrWait = () => void renew(running).catch(() => scheduleRenewal(running, retryDelayMs))
  running.timer = setTimeout(renewOrWait, Math.min(Math.max(ms, 1000), maxTimerMs))
}

// Refreshes the tokens, once for all concurrent callers. Undefined if the provider refuses, which ends the
// sign-in. Throws if the provider is unreachable.
function renew(running: Running): Promise<StoredTokens | undefined> {
  running.renewing ??= renewOnce(running).finally(() => {
    running.renewing = undefined
  })
  return running.renewing
}

async function renewOnce(running: Running): Promise<StoredTokens | undefined> {
  const before = readTokens()
  if (!before?.refresh_token) {
    // Keeps this sign-in unless the provider is reachable for a new one.
    await (await clientOf(running)).metadataService.getMetadata()
    return hasNewTokens(before) ? readTokens() : end(running)
  }
  try {
    const { refresh_token, id_token, profile } = before
    const state = {
      refresh_token,
      session_state: null,
      // The library's type requires the registered claims; the stored profile has those of the ID token.
      profile: { iss: '', aud: '', exp: 0, iat: 0, ...profile },
      ...(id_token !== undefined && { id_token }),
    }
    const answer = await (await clientOf(running)).useRefreshToken({ state, timeoutInSeconds: 15 })
    if (hasNewTokens(before)) return readTokens()
    const renewed = tokensOf({ ...answer, profile: { ...profile, ...answer.profile } }, before)
    if (!renewed) return end(running)
    accept(running, renewed)
    return renewed
  } catch (error) {
    if (!isRefusal(error) || !finalErrors.has(error.error ?? '')) throw error
    return hasNewTokens(before) ? readTokens() : end(running)
  }
}

// Has the person signed in again, or logged out, since this refresh began? Its outcome no longer counts.
const hasNewTokens = (before: StoredTokens | undefined): boolean =>
  readTokens()?.access_token !== before?.access_token

// One person's calls never use another's token: neither from a page that still belongs to the other, nor in a
// retry.
const isOfThisPage = (kept: StoredTokens) => identityOf(kept).userName === store.get(identityAtom)?.userName

function issueToken({ issuedTokens }: Running, kept: StoredTokens | undefined): string | undefined {
  if (!kept || !isOfThisPage(kept)) return undefined
  issuedTokens.set(kept.access_token, identityOf(kept).userName)
  const [oldest] = issuedTokens.keys()
  if (issuedTokens.size > maxIssuedTokens && oldest !== undefined) issuedTokens.delete(oldest)
  return kept.access_token
}

async function currentToken(running: Running): Promise<string | undefined> {
  if (store.get(signInAtom) !== 'good') return undefined
  const kept = readTokens()
  if (kept && !isOfThisPage(kept)) return undefined
  return issueToken(running, kept && secondsLeft(kept) >= minValiditySeconds ? kept : await renew(running))
}

async function replaceToken(running: Running, refused: string): Promise<string | undefined> {
  const currentUser = store.get(identityAtom)?.userName
  const kept = readTokens()
  if ((running.issuedTokens.get(refused) ?? currentUser) !== currentUser || !kept || !isOfThisPage(kept))
    return undefined
  return issueToken(running, kept.access_token !== refused ? kept : await renew(running))
}

// During sleep or without a network the timer was missed.
function checkTokens(running: Running): void {
  if (document.visibilityState !== 'visible') return
  const kept = readTokens()
  if (kept && isLoggedOut(kept)) onPersonChanged(running)
  else currentToken(running).catch(() => scheduleRenewal(running, retryDelayMs))
}

async function resume(running: Running): ReturnType<SignInService['resume']> {
  const kept = readTokens()
  if (kept && !isLoggedOut(kept) && secondsLeft(kept) >= minValiditySeconds) {
    accept(running, kept)
    return 'here'
  }
  const known = kept && !isLoggedOut(kept) ? kept : readPerson()
  if (known) {
    try {
      if (await Promise.race([renew(running), startTimeout()])) return 'here'
    } catch {
      // The provider is unreachable: screens open with cached data, and the refresh is retried.
      store.set(identityAtom, identityOf(known))
      store.set(signInAtom, 'good')
      scheduleRenewal(running, retryDelayMs)
      return 'away'
    }
  }
  clearSignIn(running)
  return 'none'
}

async function begin(running: Running): ReturnType<SignInService['begin']> {
  const over = new URLSearchParams(window.location.search).get(overParameter)
  try {
    const { url } = await (await clientOf(running)).createSigninRequest({
      ui_locales: document.documentElement.lang,
      ...(over !== null && { state: { over } }),
    })
    window.location.assign(url)
    return succeed(true)
  } catch (error) {
    return fail({ code: 'provider_unreachable', detail: isNoAnswer(error) ? '' : messageOf(error) })
  }
}

async function finish(running: Running): ReturnType<SignInService['finish']> {
  try {
    const answer = await (await clientOf(running)).processSigninResponse(window.location.href)
    const signedIn = tokensOf(answer)
    if (!signedIn) return fail({ code: 'sign_in_failed', detail: 'The ID token has no subject' })
    const state = v.safeParse(overState, answer.userState)
    if (state.success) {
      announceSignIn(state.output.over, signedIn)
      writeTokens(undefined)
      window.close()
      return succeed('over')
    }
    accept(running, recordPerson(signedIn))
    return succeed('here')
  } catch (error) {
    return fail(
      isNoAnswer(error)
        ? { code: 'provider_unreachable', detail: '' }
        : { code: 'sign_in_failed', detail: messageOf(error) },
    )
  }
}

async function again(running: Running, signal: AbortSignal): Promise<Again> {
  const over = crypto.randomUUID()
  const stop = new AbortController()
  const answer = listenForSignIn(over, AbortSignal.any([signal, stop.signal]))
  const address = `${LANDING.callback}?${overParameter}=${over}`
  if (!window.open(address, 'trimline-sign-in', 'popup,width=480,height=720')) {
    stop.abort()
    return 'blocked'
  }
  const signedIn = parseTokens(await answer)
  if (!signedIn) return 'given_up'
  const before = store.get(identityAtom)
  if (before && before.userName !== identityOf(signedIn).userName) {
    writeTokens(recordPerson(signedIn))
    return 'other_person'
  }
  accept(running, recordPerson(signedIn))
  return 'signed_in'
}

async function signOut(running: Running, tidy: () => Promise<void>): Promise<void> {
  const kept = readTokens()
  clearSignIn(running)
  forgetPerson()
  await tidy()
  if (kept) await running.endToken(kept.access_token).catch(() => undefined)
  try {
    const { url } = await (await clientOf(running)).createSignoutRequest(
      kept?.id_token ? { id_token_hint: kept.id_token } : {},
    )
    window.location.assign(url)
  } catch {
    // No sign-out URL, or it is unreachable: only delete the tokens.
    window.location.assign('/')
  }
}

// Loaded on demand: a start with a valid sign-in does not need it until the next token.
const loadLibrary = () => import('./sign-in-library.ts')

/** Preloads the sign-in code for a start without a signed-in person. */
export function warmSignIn(): void {
  loadLibrary().catch(() => undefined)
}

// An error response of the provider; the library marks it by its name.
const isRefusal = (error: unknown): error is Error & { readonly error: string | null } =>
  error instanceof Error && error.name === 'ErrorResponse' && 'error' in error

/** Is this the window for signing in over another window's screen? */
export function signsInOver(): boolean {
  return new URLSearchParams(window.location.search).has(overParameter)
}

/** PKCE needs the browser's cryptography, available only over https or on localhost. */
export function canSignIn(): boolean {
  return window.isSecureContext && 'subtle' in crypto
}

const startTimeout = () =>
  new Promise<never>((_, fail) => {
    setTimeout(() => fail(new Error('The provider has not answered yet')), startTimeoutMs)
  })

// The browser's own message about a lost connection is not useful to a person.
const isNoAnswer = (error: unknown) =>
  error instanceof Error && (error.name === 'TypeError' || error.name === 'ErrorTimeout')

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
