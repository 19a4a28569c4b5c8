// Starts the app: settings, sign-in, cached data. Each result has its own page.

import { restoreAnswers } from '#app/api/cached-answers.ts'
import { createClient, installClient } from '#app/api/client.ts'
import { http } from '#app/api/http.ts'
import type { ApiProblem } from '#app/api/problem.ts'
import { queryClient } from '#app/api/query-client.ts'
import { copyRightsToSession, initializedFromCache } from '#app/api/rights.ts'
import { loadRuntimeConfig } from '#app/api/runtime-config.ts'
import {
  canSignIn,
  createSignIn,
  type SignInFailure,
  type SignInService,
  signInServiceAtom,
  signsInOver,
} from '#app/api/sign-in.ts'
import { configAtom } from '#app/state/config.ts'
import { initializedAtom } from '#app/state/master-data.ts'
import { recordNoConnection } from '#app/state/online.ts'
import { storedRoute } from '#app/state/redirect-route.ts'
import { groupsAtom, identityAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { DURATIONS, LANDING } from '#core/wire/limits.ts'
import { SIGN_OUT_PATH } from '#core/wire/sign-out.ts'

// Timeout of the log-out request, in milliseconds.
const signOutTimeoutMs = 3_000

export type Started =
  | { readonly type: 'ready' }
  | { readonly type: 'insecure' }
  | { readonly type: 'no_config'; readonly problem: ApiProblem }
  | { readonly type: 'sign_in_failed'; readonly failure: SignInFailure }
  /** The page is navigating to the identity provider. */
  | { readonly type: 'leaving' }
  | { readonly type: 'signed_in_over' }

/** Starts the app, once per page load. */
export async function start(): Promise<Started> {
  const config = await loadRuntimeConfig()
  if (!config.ok) return { type: 'no_config', problem: config.error }
  store.set(configAtom, config.value)
  store.set(groupsAtom, config.value.groups)
  if (!canSignIn()) return { type: 'insecure' }
  const signIn = createSignIn(config.value.oidc, undefined, (accessToken) =>
    endToken(config.value.apiBase, accessToken),
  )
  store.set(signInServiceAtom, signIn)
  installClient(createClient({ apiBase: config.value.apiBase, tokens: signIn.tokens }))
  if (window.location.pathname === LANDING.callback) return finishSignIn(signIn)
  const isUnreachable = (await signIn.resume()) === 'away'
  if (isUnreachable) recordNoConnection()
  await restore(isUnreachable)
  return { type: 'ready' }
}

// `keepalive` sends it even while the page unloads.
const endToken = (apiBase: string, accessToken: string) =>
  http(new URL(SIGN_OUT_PATH, new URL(apiBase, window.location.href)).href, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
    keepalive: true,
    signal: AbortSignal.timeout(signOutTimeoutMs),
  })

/** Navigates to the identity provider. Returns only if that fails. */
export async function redirectToSignIn(signIn: SignInService): Promise<Started> {
  const redirected = await signIn.begin()
  return redirected.ok ? { type: 'leaving' } : { type: 'sign_in_failed', failure: redirected.error }
}

// Finishes a sign-in after the provider's redirect, in this window or in the additional one.
const finishSignIn = async (signIn: SignInService): Promise<Started> => {
  if (signsInOver()) return redirectToSignIn(signIn)
  const finished = await signIn.finish()
  // The code in the URL is used up in either case.
  window.history.replaceState(null, '', storedRoute() ?? LANDING.fallback)
  if (!finished.ok) return { type: 'sign_in_failed', failure: finished.error }
  if (finished.value === 'over') return { type: 'signed_in_over' }
  await restore(false)
  return { type: 'ready' }
}

// Restores this person's cached data. Data older than 9 hours must be reloaded, unless the server is
// unreachable.
const restore = async (isUnreachable: boolean) => {
  const identity = store.get(identityAtom)
  if (!identity) return
  await restoreAnswers(queryClient, identity.userName, isUnreachable)
  const initialized = initializedFromCache(queryClient, identity.userName)
  if (!initialized || (!isUnreachable && Date.now() - initialized.at > DURATIONS.masterDataOutdated)) return
  copyRightsToSession(queryClient, identity.userName)
  store.set(initializedAtom, initialized)
}
