import { type ServerType, serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { identityAtom, signInAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { createSignIn } from './sign-in.ts'
import { announceSignIn } from './sign-in-channel.ts'
import { readTokens, writeTokens } from './token-store.ts'

// A provider's token endpoint over HTTP; the test sets its refresh answers. The whole sign-in runs in
// tests/e2e.
let server: ServerType
let authority: string
let refreshes: string[]
let answer: () => Response
// The number of times a tab left for the signed-out start.
let leaveCount: number

const listen = async (port: number) => {
  const app = new Hono()
  app.get('/.well-known/openid-configuration', (context) =>
    context.json({
      issuer: authority,
      token_endpoint: `${authority}/token`,
      authorization_endpoint: `${authority}/auth`,
      jwks_uri: `${authority}/jwks`,
    }),
  )
  app.post('/token', async (context) => {
    const { refresh_token: token } = await context.req.parseBody()
    refreshes.push(typeof token === 'string' ? token : '')
    return answer()
  })
  server = await new Promise<ServerType>((resolve) => {
    const started = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () => resolve(started))
  })
  const address = server.address()
  authority = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}
const shutDown = () =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    if ('closeAllConnections' in server) server.closeAllConnections()
  })

beforeEach(async () => {
  refreshes = []
  leaveCount = 0
  await listen(0)
  storeTokens(600)
})
afterEach(async () => {
  sessionStorage.clear()
  localStorage.clear()
  await shutDown()
})

const storeTokens = (seconds: number, n = 1) =>
  writeTokens({
    access_token: `access-${n}`,
    refresh_token: `refresh-${n}`,
    expires_at: Math.floor(Date.now() / 1000) + seconds,
    profile: { sub: 'p1', preferred_username: 'pia', name: 'Pia', groups: ['staff'] },
  })
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const renewedTokens = () =>
  json({ access_token: 'access-2', refresh_token: 'refresh-2', expires_in: 600, token_type: 'Bearer' })
const signIn = () =>
  createSignIn({ authority, clientId: 'app', scope: 'openid' }, () => {
    leaveCount += 1
  })

it('reports a sign-in during an outage without the browser’s message', async () => {
  await shutDown()
  const begun = await signIn().begin()
  expect(begun).toEqual({ ok: false, error: { code: 'provider_unreachable', detail: '' } })
  await listen(0)
})

describe('a stored sign-in', () => {
  it('is resumed with its person while its token is valid', async () => {
    expect(await signIn().resume()).toBe('here')
    expect(store.get(identityAtom)).toEqual({ userName: 'pia', displayName: 'Pia', groups: ['staff'] })
    expect(refreshes).toEqual([])
  })

  it('is refreshed once for all callers when its token has expired', async () => {
    answer = renewedTokens
    const { resume, tokens } = signIn()
    await resume()
    storeTokens(-1)
    expect(await Promise.all([tokens.get(), tokens.get(), tokens.replace('access-1')])).toEqual([
      'access-2',
      'access-2',
      'access-2',
    ])
    expect(refreshes).toEqual(['refresh-1'])
    expect(readTokens()).toMatchObject({ refresh_token: 'refresh-2', profile: { name: 'Pia' } })
  })

  it('ends when the provider refuses the refresh, and keeps the person', async () => {
    answer = () => json({ error: 'invalid_grant' }, 400)
    const { resume, tokens } = signIn()
    await resume()
    storeTokens(-1)
    expect(await tokens.get()).toBeUndefined()
    expect(store.get(signInAtom)).toBe('ended')
    expect(store.get(identityAtom)?.userName).toBe('pia')
    expect(await tokens.get()).toBeUndefined()
    expect(refreshes).toHaveLength(1)
  })

  it.each([
    ['a refusal', () => json({ error: 'invalid_grant' }, 400)],
    ['an answer', renewedTokens],
  ])('keeps a newer sign-in when %s to the old refresh token comes late', async (_, late) => {
    const { resume, tokens } = signIn()
    await resume()
    answer = () => {
      // The person has signed in again over this page.
      storeTokens(600, 3)
      return late()
    }
    storeTokens(-1)
    expect(await tokens.get()).toBe('access-3')
    expect(store.get(signInAtom)).toBe('good')
    expect(readTokens()).toMatchObject({ refresh_token: 'refresh-3' })
  })

  it.each([
    () => new Response('bad gateway', { status: 502 }),
    () => json({ error: 'temporarily_unavailable' }, 503),
    () => json({ error: 'Not Found' }, 404),
  ])('survives a provider failure', async (failure) => {
    answer = failure
    const { resume, tokens } = signIn()
    await resume()
    storeTokens(-1)
    await expect(tokens.get()).rejects.toThrow()
    expect(store.get(signInAtom)).toBe('good')
    answer = renewedTokens
    expect(await tokens.get()).toBe('access-2')
  })

  it('is deleted at the start if it has ended, so that the person signs in again', async () => {
    answer = () => json({ error: 'invalid_grant' }, 400)
    storeTokens(-1)
    expect(await signIn().resume()).toBe('none')
    expect(store.get(signInAtom)).toBe('none')
    expect(readTokens()).toBeUndefined()
  })

  it('6. never gives out another person’s token: neither for a refused call nor to a page of another person', async () => {
    answer = renewedTokens
    const { resume, tokens } = signIn()
    await resume()
    expect(await tokens.get()).toBe('access-1')
    // Ravi signs in over Pia's screen, which stays until the page is unloaded.
    const signInRavi = (seconds: number) =>
      writeTokens({
        access_token: 'ravi-1',
        refresh_token: 'refresh-r',
        expires_at: Math.floor(Date.now() / 1000) + seconds,
        profile: { sub: 'r1', preferred_username: 'ravi', name: 'Ravi', groups: [] },
      })
    for (const seconds of [600, -1]) {
      signInRavi(seconds)
      expect(await tokens.replace('access-1')).toBeUndefined()
      expect(await tokens.get()).toBeUndefined()
    }
    expect(refreshes).toEqual([])
    expect(store.get(identityAtom)?.userName).toBe('pia')
    signInRavi(600)
    // Once the page is his, a running call of hers still is not.
    store.set(identityAtom, { userName: 'ravi', displayName: 'Ravi', groups: [] })
    expect(await tokens.get()).toBe('ravi-1')
    expect(await tokens.replace('access-1')).toBeUndefined()
    expect(refreshes).toEqual([])
  })

  it('that is damaged counts as missing', async () => {
    sessionStorage.setItem('trimline.tokens', '{"access_token":7}')
    expect(await signIn().resume()).toBe('none')
  })
})

// The provider's answer, sent by the window that signs in over another one.
const signInOverScreen = async (name: string) => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(window)
  const { again, tokens } = signIn()
  const signedIn = again(new AbortController().signal)
  const over = new URL(String(opened.mock.lastCall?.[0]), window.location.origin).searchParams.get('over')
  announceSignIn(over ?? '', {
    access_token: `access-${name}`,
    refresh_token: `refresh-${name}`,
    expires_at: Math.floor(Date.now() / 1000) + 600,
    profile: { sub: name, preferred_username: name, name, groups: ['staff'] },
  })
  await signedIn
  return { tokens }
}
// The session storage of a new tab.
const newTab = () => sessionStorage.clear()

describe('on a device', () => {
  beforeEach(() => {
    store.set(identityAtom, null)
    newTab()
  })

  it('keeps the person working in a new tab while the provider is unreachable, then requires a sign-in', async () => {
    await signInOverScreen('pia')
    newTab()
    const port = Number(new URL(authority).port)
    await shutDown()
    const { resume, tokens } = signIn()
    expect(await resume()).toBe('away')
    expect(store.get(identityAtom)?.userName).toBe('pia')
    expect(store.get(signInAtom)).toBe('good')
    await expect(tokens.get()).rejects.toThrow()
    expect(store.get(signInAtom)).toBe('good')
    await listen(port)
    expect(await tokens.get()).toBeUndefined()
    expect(store.get(signInAtom)).toBe('ended')
    expect(store.get(identityAtom)?.userName).toBe('pia')
  })

  it('contacts the provider first in a new tab, if it can', async () => {
    await signInOverScreen('pia')
    newTab()
    expect(await signIn().resume()).toBe('none')
    expect(store.get(identityAtom)).toBeNull()
  })

  it('15. applies a log-out to every tab, also to those that were not open', async () => {
    await signInOverScreen('pia')
    // Another tab logs out.
    localStorage.removeItem('trimline.person')
    expect(await signIn().resume()).toBe('none')
    expect(readTokens()).toBeUndefined()
  })

  it('15. leaves a tab when another one logs out or signs another person in, and keeps its person until it is unloaded', async () => {
    await signInOverScreen('pia')
    const notifyTab = () => window.dispatchEvent(new StorageEvent('storage', { key: 'trimline.person' }))
    notifyTab()
    expect(leaveCount).toBe(0)
    localStorage.setItem('trimline.person', JSON.stringify({ profile: { sub: 'lena', name: 'Lena' } }))
    notifyTab()
    expect(leaveCount).toBeGreaterThan(0)
    expect(readTokens()).toBeUndefined()
    expect(store.get(identityAtom)?.userName).toBe('pia')
  })
})
