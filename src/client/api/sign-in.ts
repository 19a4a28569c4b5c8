// Sign-in by authorization code with PKCE. Tokens stay in this tab's session storage; they are renewed by refresh token before
// they expire. A renewal that the provider refuses ends the sign-in and nothing else: the screen, its drafts and its queue stay,
// calls answer `signed_out`, and `again` signs in over it.
import { atom } from 'jotai'
import { ErrorResponse, User, UserManager, WebStorageStateStore } from 'oidc-client-ts'
import * as v from 'valibot'
import { type Identity, identityAtom, signInAtom } from '#client/state/session.ts'
import { store } from '#client/state/store.ts'
import { LANDING } from '#contract/limits.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import type { RuntimeConfig } from '#contract/runtime-config.ts'
import type { TokenSource } from './client.ts'

/** Why signing in came to nothing; `detail` is the provider's or the browser's word. */
export interface SignInFailure {
  readonly code: 'sign_in_failed' | 'provider_unreachable'
  readonly detail: string
}

/** What `again` came to. `blocked`: the browser opens no window, so the sign-in has to use this one. */
export type Again = 'signed_in' | 'other_person' | 'blocked' | 'given_up'

export interface SignInService {
  readonly tokens: TokenSource
  /** Takes up the sign-in that this tab has; false when there is none. */
  readonly resume: () => Promise<boolean>
  /** Leaves for the provider; a page that comes back goes on with `finish`. */
  readonly begin: () => Promise<Result<true, SignInFailure>>
  /** Takes the provider's answer from the address of the callback; `over`: it was for another window, which has it now. */
  readonly finish: () => Promise<Result<'here' | 'over', SignInFailure>>
  /** Signs in over the screen, in a window of its own. Call it straight from a key or a press. */
  readonly again: (signal: AbortSignal) => Promise<Again>
  /** Leaves for the provider's sign-out, or just forgets the tokens where it has none. */
  readonly signOut: () => Promise<void>
}

/** The app's sign-in; null before the settings are loaded. */
export const signInServiceAtom = atom<SignInService | null>(null)

/** The query parameter that marks the window in which `again` works. */
const OVER = 'over'
const CHANNEL = 'trimline-sign-in'
/** An access token is renewed this long before it ends, or a fifth of its life before when that is less. In seconds. */
const LEAD = 60
/** With less than this left a token is not sent any more, in seconds. */
const LEAST = 5
const LATER = 15_000
const LONGEST_TIMER = 2 ** 31 - 1

const claims = v.object({
  sub: v.string(),
  preferred_username: v.optional(v.string()),
  email: v.optional(v.string()),
  name: v.optional(v.string()),
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

/** Who a signed-in user is. The name is the one the server knows people by: user name, else e-mail address, else subject. */
export const identityOf = (profile: unknown): Identity => {
  const { sub, preferred_username, email, name, groups } = v.parse(claims, profile)
  const userName = preferred_username ?? email ?? sub
  return { userName, displayName: name ?? userName, groups }
}

const overMessage = v.object({ over: v.string(), user: v.nullable(v.string()) })
const overState = v.object({ over: v.string() })

/** Makes the sign-in for a provider. Nothing is sent before one of its functions is called. */
export const createSignIn = (oidc: RuntimeConfig['oidc']): SignInService => {
  const { origin } = window.location
  const tab = new WebStorageStateStore({ store: sessionStorage })
  const manager = new UserManager({
    authority: oidc.authority,
    client_id: oidc.clientId,
    scope: oidc.scope,
    redirect_uri: origin + LANDING.callback,
    post_logout_redirect_uri: `${origin}/`,
    userStore: tab,
    stateStore: tab,
    automaticSilentRenew: false,
    requestTimeoutInSeconds: 15,
    ...(oidc.audience !== undefined && { extraQueryParams: { audience: oidc.audience } }),
  })

  let timer: ReturnType<typeof setTimeout> | undefined
  let renewing: Promise<'renewed' | 'ended'> | undefined

  const accept = (user: User) => {
    store.set(identityAtom, identityOf(user.profile))
    store.set(signInAtom, 'good')
    const left = user.expires_in ?? 3600
    renewIn((left - Math.min(LEAD, left / 5)) * 1000)
  }
  const end = () => {
    clearTimeout(timer)
    store.set(signInAtom, 'ended')
    return 'ended' as const
  }
  const renewIn = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(
      () => void renew().catch(() => renewIn(LATER)),
      Math.min(Math.max(ms, 1000), LONGEST_TIMER),
    )
  }

  /** One renewal at a time, for whoever asks. Throws when the provider cannot be reached: that ends nothing. */
  const renew = (): Promise<'renewed' | 'ended'> => {
    renewing ??= renewOnce().finally(() => {
      renewing = undefined
    })
    return renewing
  }
  const renewOnce = async () => {
    const before = await manager.getUser()
    if (!before?.refresh_token) return end()
    try {
      const user = await manager.signinSilent()
      if (!user) return end()
      accept(user)
      return 'renewed' as const
    } catch (error) {
      if (error instanceof ErrorResponse) return end()
      throw error
    }
  }

  const currentToken = async () => (await manager.getUser())?.access_token
  const tokens: TokenSource = {
    get: async () => {
      if (store.get(signInAtom) === 'ended') return undefined
      const user = await manager.getUser()
      if (!user) return undefined
      if ((user.expires_in ?? LEAST) >= LEAST) return user.access_token
      return (await renew()) === 'renewed' ? currentToken() : undefined
    },
    replace: async (refused) => {
      const now = await currentToken()
      if (now !== undefined && now !== refused) return now
      return (await renew()) === 'renewed' ? currentToken() : undefined
    },
  }

  // A device that slept has missed its timer.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || store.get(signInAtom) !== 'good') return
    tokens.get().catch(() => renewIn(LATER))
  })

  const begin = async (state?: unknown): Promise<Result<true, SignInFailure>> => {
    try {
      await manager.signinRedirect(state === undefined ? {} : { state })
      return succeed(true)
    } catch (error) {
      return fail({ code: 'provider_unreachable', detail: messageOf(error) })
    }
  }

  return {
    tokens,
    resume: async () => {
      const user = await manager.getUser()
      if (!user) {
        store.set(signInAtom, 'none')
        return false
      }
      if (!user.expired) {
        accept(user)
        return true
      }
      store.set(identityAtom, identityOf(user.profile))
      try {
        if ((await renew()) === 'renewed') return true
      } catch {
        // The provider is away: the screen opens with what it has, and renews when it can.
        store.set(signInAtom, 'good')
        renewIn(LATER)
        return true
      }
      await manager.removeUser()
      store.set(identityAtom, null)
      store.set(signInAtom, 'none')
      return false
    },
    begin: () => {
      const over = new URLSearchParams(window.location.search).get(OVER)
      return begin(over === null ? undefined : { over })
    },
    finish: async () => {
      try {
        const user = await manager.signinRedirectCallback()
        const state = v.safeParse(overState, user.state)
        if (state.success) {
          announce({ over: state.output.over, user: user.toStorageString() })
          await manager.removeUser()
          window.close()
          return succeed('over')
        }
        accept(user)
        return succeed('here')
      } catch (error) {
        return fail({ code: 'sign_in_failed', detail: messageOf(error) })
      }
    },
    again: async (signal) => {
      const over = crypto.randomUUID()
      const answer = listenFor(over, signal)
      const opened = window.open(`${LANDING.callback}?${OVER}=${over}`, CHANNEL, 'popup,width=480,height=720')
      if (!opened) {
        answer.stop()
        return 'blocked'
      }
      const text = await answer.came
      if (text === null) return 'given_up'
      const user = User.fromStorageString(text)
      const before = store.get(identityAtom)
      await manager.storeUser(user)
      if (before && before.userName !== identityOf(user.profile).userName) return 'other_person'
      accept(user)
      return 'signed_in'
    },
    signOut: async () => {
      clearTimeout(timer)
      try {
        const user = await manager.getUser()
        await manager.signoutRedirect(user?.id_token ? { id_token_hint: user.id_token } : {})
      } catch {
        // No sign-out address, or nobody there: then forgetting has to do.
        await manager.removeUser()
        store.set(identityAtom, null)
        store.set(signInAtom, 'none')
        window.location.assign('/')
      }
    },
  }
}

/** Is this the address of the window in which somebody signs in over a screen, on its way out or back? */
export const signsInOver = (): boolean => new URLSearchParams(window.location.search).has(OVER)

/** PKCE needs the browser's cryptography, which pages only have over https or on localhost. */
export const canSignIn = (): boolean => window.isSecureContext && 'subtle' in crypto

// The two windows may not see each other (a provider on another origin cuts them apart), but they share the origin's channels.
const announce = (message: v.InferOutput<typeof overMessage>) => {
  const channel = new BroadcastChannel(CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  channel.postMessage(message)
  channel.close()
}

const listenFor = (over: string, signal: AbortSignal) => {
  const channel = new BroadcastChannel(CHANNEL)
  const { promise, resolve } = withResolvers<string | null>()
  const settle = (value: string | null) => {
    channel.close()
    resolve(value)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = v.safeParse(overMessage, data)
    if (message.success && message.output.over === over) settle(message.output.user)
  })
  signal.addEventListener('abort', () => settle(null), { once: true })
  return { came: promise, stop: () => settle(null) }
}

const withResolvers = <Value>() => {
  let resolve: (value: Value) => void = () => undefined
  const promise = new Promise<Value>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
