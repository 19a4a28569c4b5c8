import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientId } from '#server/identity/client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { CookieBrowser, codeOf, startOfSignIn } from '#tests/support/sign-in.ts'

// A sign-in is bound to the browser that began it. tests/e2e/abuse-sign-in-state.spec.ts tests the app's own
// check of the state.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const requestToken = async (form: Record<string, string>) => {
  const response = await fetch(`${server.url}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  return { status: response.status, ...((await response.json()) as { error?: string; id_token?: string }) }
}
const formOf = ({ code, verifier, redirectUri }: Awaited<ReturnType<typeof codeOf>>) => ({
  grant_type: 'authorization_code',
  client_id: clientId,
  code,
  code_verifier: verifier,
  redirect_uri: redirectUri,
})
// Starts a sign-in with changed parameters. Returns the status and the redirect.
const startSignIn = async (
  change: Readonly<Record<string, string | null>>,
  browser = new CookieBrowser(),
) => {
  const address = new URL(startOfSignIn(server.url).address)
  for (const [name, value] of Object.entries(change)) {
    if (value === null) address.searchParams.delete(name)
    else address.searchParams.set(name, value)
  }
  const response = await browser.go(address.href)
  return { status: response.status, to: response.headers.get('location') ?? '' }
}

describe('Abuse 7: state and nonce of sign-in', () => {
  test('a code is refused with the verifier of another sign-in, without one, or for another address', async () => {
    const [one, other] = [await codeOf(server.url, 'pia.picker'), await codeOf(server.url, 'ravi.receiver')]
    expect(await requestToken({ ...formOf(one), code_verifier: other.verifier })).toMatchObject({
      status: 400,
      error: 'invalid_grant',
    })
    const { code_verifier: _, ...without } = formOf(other)
    expect((await requestToken(without)).status).toBe(400)
    const third = await codeOf(server.url, 'pia.picker')
    expect(
      await requestToken({ ...formOf(third), redirect_uri: `${server.url}/implicit/callback/` }),
    ).toMatchObject({ status: 400 })
    expect(await requestToken({ ...formOf(third), client_id: 'other' })).toMatchObject({ status: 401 })
  })

  test('codes go to the app’s own address only', async () => {
    for (const redirect_uri of [
      'https://elsewhere.example/implicit/callback',
      `${server.url}.elsewhere.example/implicit/callback`,
      `${server.url}@elsewhere.example/implicit/callback`,
      `${server.url}/implicit/callback/../../evil`,
      `${server.url}/implicit/callback?x=1`,
      `${server.url}//elsewhere.example/implicit/callback`,
      'javascript:alert(1)',
    ]) {
      const { status, to } = await startSignIn({ redirect_uri })
      expect([redirect_uri, status, to]).toEqual([redirect_uri, 400, ''])
    }
  })

  test('a sign-in without a challenge, with a plain one, or for tokens in the address is refused', async () => {
    for (const change of [
      { code_challenge: null },
      { code_challenge: null, code_challenge_method: null },
      { code_challenge_method: 'plain' },
      { response_type: 'token' },
      { response_type: 'id_token token', nonce: 'x' },
      { client_id: 'other' },
    ]) {
      const { to } = await startSignIn(change)
      expect(to).not.toContain('/dev-login/')
      expect(to).not.toContain('code=')
    }
  })

  test('the state comes back unchanged, and the nonce is in the token of its sign-in', async () => {
    const browser = new CookieBrowser()
    const { to } = await startSignIn({ state: 'x y&code=forged#"<', code_challenge: null }, browser)
    expect(new URL(to).searchParams.get('state')).toBe('x y&code=forged#"<')
    expect(new URL(to).searchParams.getAll('code')).toEqual([])
    const { address, verifier, redirectUri } = startOfSignIn(server.url)
    const page = await browser.follow(`${address}&nonce=of-this-browser`)
    const posted = await browser.go(page.address, {
      method: 'POST',
      body: new URLSearchParams({ username: 'pia.picker', password: 'trimline' }),
    })
    const back = await browser.follow(new URL(posted.headers.get('location') ?? '', page.address).href)
    const code = new URL(back.address).searchParams.get('code') ?? ''
    const { id_token = '' } = await requestToken(formOf({ code, verifier, redirectUri }))
    expect(decodeJwt(id_token).nonce).toBe('of-this-browser')
  })

  test('the page of a sign-in belongs to the browser that began it', async () => {
    const begun = new CookieBrowser()
    const page = await begun.follow(startOfSignIn(server.url).address)
    const stranger = new CookieBrowser()
    const posted = await stranger.go(page.address, {
      method: 'POST',
      body: new URLSearchParams({ username: 'pia.picker', password: 'trimline' }),
    })
    expect(posted.status).toBe(400)
    expect(posted.headers.getSetCookie().filter((cookie) => /session/i.test(cookie))).toEqual([])
  })
})
