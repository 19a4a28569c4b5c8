import {
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  generateKeyPair,
  jwtVerify,
  SignJWT,
} from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '#tests/support/database.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { CookieBrowser, refresh, signIn, startOfSignIn } from '#tests/support/sign-in.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const problemOf = async (response: Response) => ({
  status: response.status,
  type: response.headers.get('content-type'),
  code: ((await response.json()) as { code: string }).code,
})

test('a demo user signs in by code flow and gets an access token for the calls', async () => {
  const { accessToken, idToken } = await signIn(server.url, 'pia.picker')
  const keys = createRemoteJWKSet(new URL('/oidc/jwks', server.url))
  const { payload, protectedHeader } = await jwtVerify(accessToken, keys, {
    issuer: `${server.url}/oidc`,
    audience: 'urn:trimline:api',
  })
  expect(protectedHeader).toMatchObject({ alg: 'RS256', typ: 'at+jwt' })
  expect(payload).toMatchObject({ preferred_username: 'pia.picker', groups: ['trimline-users'] })
  expect(decodeJwt(idToken)).toMatchObject({ name: 'Pia Castellanos', groups: ['trimline-users'] })
})

test('the sign-in page works by keyboard alone: focus in the name, password filled in, users as buttons', async () => {
  const browser = new CookieBrowser()
  const { response } = await browser.follow(startOfSignIn(server.url).address)
  const html = await response.text()
  expect(html).toMatch(/<input id="username"[^>]*autofocus/)
  expect(html).toMatch(/<input id="password"[^>]*value="trimline"/)
  expect(html.match(/<button name="choice"/g)).toHaveLength(7)
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).not.toContain('unsafe-inline')
  const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1]
  expect(html).toContain(`<script nonce="${nonce}">`)
  expect(html).not.toMatch(/ style="| onclick=/)
})

test('the sign-in page uses the app’s language, also after a wrong password', async () => {
  const browser = new CookieBrowser()
  const pageIn = (locale: string) =>
    browser.follow(`${startOfSignIn(server.url).address}&ui_locales=${locale}`)
  const spanish = await pageIn('es-MX')
  const html = await spanish.response.text()
  expect(html).toContain('<html lang="es-MX">')
  expect(html).toContain('Iniciar sesión en Trimline')
  const body = new URLSearchParams({ username: 'nobody', password: 'wrong' })
  const refused = await browser.go(spanish.address, { method: 'POST', body })
  expect(await refused.text()).toContain('Usuario desconocido o contraseña incorrecta.')
  expect(await (await pageIn('en')).response.text()).toContain('Sign in to Trimline')
})

test('a wrong password and an unknown name get the same refusal, and the name is shown again, escaped', async () => {
  const browser = new CookieBrowser()
  const page = await browser.follow(startOfSignIn(server.url).address)
  for (const username of ['pia.picker', '"><b>nobody']) {
    const body = new URLSearchParams({ username, password: 'wrong' })
    const refused = await browser.go(page.address, { method: 'POST', body })
    expect(refused.status).toBe(401)
    const html = await refused.text()
    expect(html).toContain('Unknown user name or wrong password.')
    expect(html).not.toContain('<b>nobody')
  }
})

test('guessing passwords is throttled', async () => {
  const guessed = await startTestServer()
  try {
    const browser = new CookieBrowser()
    const page = await browser.follow(startOfSignIn(guessed.url).address)
    const guess = () =>
      browser.go(page.address, {
        method: 'POST',
        body: new URLSearchParams({ username: 'sam.super', password: 'guess' }),
      })
    let answer = await guess()
    expect(answer.status).toBe(401)
    for (let tries = 0; tries < 1000 && answer.status === 401; tries += 1) answer = await guess()
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  } finally {
    await guessed.close()
  }
})

test('an expired sign-in page reports it, and leads back to the app', async () => {
  const response = await fetch(`${server.url}/dev-login/no-such-interaction`)
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('This sign-in is over')
})

test('a code is useless without its verifier', async () => {
  await expect(
    fetch(
      `${server.url}/oidc/auth?client_id=trimline-app&response_type=code&scope=openid&redirect_uri=${encodeURIComponent(`${server.url}/implicit/callback`)}`,
      { redirect: 'manual' },
    ).then((response) => response.headers.get('location')),
  ).resolves.toContain('error=invalid_request')
})

test('a refresh token renews once; a second use ends the whole family', async () => {
  const first = await signIn(server.url, 'ravi.receiver')
  const second = await refresh(server.url, first.refreshToken)
  expect(second.refreshToken).not.toBe(first.refreshToken)
  expect(decodeJwt(second.accessToken).preferred_username).toBe('ravi.receiver')
  await expect(refresh(server.url, first.refreshToken)).rejects.toThrow('invalid_grant')
  await expect(refresh(server.url, second.refreshToken)).rejects.toThrow('invalid_grant')
})

test('after a family ended, the same browser signs in again without a prompt', async () => {
  const browser = new CookieBrowser()
  const tokens = await signIn(server.url, 'lena.lead', undefined, browser)
  await refresh(server.url, tokens.refreshToken)
  await expect(refresh(server.url, tokens.refreshToken)).rejects.toThrow('invalid_grant')
  const { address } = await browser.follow(startOfSignIn(server.url).address)
  expect(new URL(address).searchParams.get('code')).toBeTruthy()
})

test('signing out takes one request of the browser and no confirmation', async () => {
  const browser = new CookieBrowser()
  const { idToken } = await signIn(server.url, 'ada.admin', undefined, browser)
  const end = new URL('/oidc/session/end', server.url)
  end.search = new URLSearchParams({
    id_token_hint: idToken,
    post_logout_redirect_uri: `${server.url}/`,
  }).toString()
  const endPage = await browser.go(end.href)
  const html = await endPage.text()
  expect(html).toContain('document.forms[0].submit()')
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const body = new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value]))
  const confirm = /action="([^"]+)"/.exec(html)?.[1] ?? ''
  const ended = await browser.go(confirm, { method: 'POST', body })
  expect(ended.headers.get('location')).toBe(`${server.url}/`)
  const again = await browser.follow(startOfSignIn(server.url).address)
  expect(new URL(again.address).pathname).toMatch(/^\/dev-login\//)
})

test('a session and the signing key survive a restart of the server on the same database', async () => {
  const database = await openTestDatabase()
  const before = await startTestServer({}, { database })
  const { accessToken, refreshToken } = await signIn(before.url, 'pia.picker')
  await before.close()
  const after = await startTestServer({ publicUrl: before.url }, { database })
  try {
    const renewed = await refresh(`http://127.0.0.1:${after.port}`, refreshToken)
    expect(decodeProtectedHeader(renewed.accessToken).kid).toBe(decodeProtectedHeader(accessToken).kid)
  } finally {
    await after.close()
    await database.close()
  }
})

test('without a valid token every call is 401 with a challenge', async () => {
  const { idToken, accessToken } = await server.tokensOf('pia.picker')
  const { privateKey } = await generateKeyPair('RS256')
  const forge = (claims: Record<string, unknown>, issuer = `${server.url}/oidc`) =>
    new SignJWT({ groups: ['trimline-super-admins'], ...claims })
      .setProtectedHeader({
        alg: 'RS256',
        typ: 'at+jwt',
        kid: String(decodeProtectedHeader(accessToken).kid),
      })
      .setIssuer(issuer)
      .setAudience('urn:trimline:api')
      .setSubject('sam.super')
      .setExpirationTime('5m')
      .sign(privateKey)
  const [head, body] = accessToken.split('.')
  const unsigned = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${body}.`
  const tokens = {
    'an ID token': idToken,
    'a token that someone else signed': await forge({}),
    'a token without a signature': unsigned,
    'a token with its signature cut off': `${head}.${body}.`,
    'no token at all': 'nonsense',
  }
  for (const [what, token] of Object.entries(tokens)) {
    const response = await server.call(undefined, 'GET', 'warehouse', {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.headers.get('www-authenticate'), what).toContain('Bearer')
    expect(await problemOf(response), what).toEqual({
      status: 401,
      type: 'application/problem+json',
      code: 'not_signed_in',
    })
  }
  expect((await problemOf(await server.call(undefined, 'GET', 'warehouse'))).code).toBe('not_signed_in')
})

test('a token of another server on another address is refused by its issuer', async () => {
  const database = await openTestDatabase()
  const one = await startTestServer({}, { database })
  const other = await startTestServer({}, { database }) // the same keys, another issuer
  try {
    const { accessToken } = await one.tokensOf('pia.picker')
    const authorization = `Bearer ${accessToken}`
    const response = await other.call(undefined, 'GET', 'warehouse', { headers: { authorization } })
    expect(await problemOf(response)).toMatchObject({ status: 401, code: 'not_signed_in' })
  } finally {
    await one.close()
    await other.close()
    await database.close()
  }
})

test('the embedded provider does not run in production', async () => {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    await expect(startTestServer()).rejects.toThrow('must not run in production')
  } finally {
    process.env.NODE_ENV = before
  }
})
