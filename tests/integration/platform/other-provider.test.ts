import { afterAll, beforeAll, expect, test } from 'vitest'
import { succeed } from '#core/wire/result.ts'
import { apiAudience, appScope, clientId } from '#server/identity/client.ts'
import { demoUsers } from '#server/identity/demo-users.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

// One server acts as the identity provider of a site: another origin, found by discovery, with fetched keys.
let site: TestServer
let server: TestServer

const business = async () => ({
  extensions: [],
  handlers: { warehouse: async () => succeed({ Data: [] }) },
})
const identityAt = (issuer: string, audience: string = apiAudience) =>
  ({ kind: 'external', issuer, clientId, audience, scope: appScope, tokenType: 'at+jwt' }) as const

beforeAll(async () => {
  const mallory = {
    username: 'mallory\u202Erekcip',
    name: 'Mallory',
    groups: ['trimline-users'],
    role: 'hidden',
  }
  site = await startTestServer({}, { users: [...demoUsers, mallory] })
  server = await startTestServer({ identity: identityAt(`${site.url}/oidc`) }, { business })
})
afterAll(async () => {
  await server.close()
  await site.close()
})

const callWith = async (to: TestServer, token: string) =>
  to.call(undefined, 'GET', 'warehouse', { headers: { authorization: `Bearer ${token}` } })

test('tokens of the configured provider are accepted by its published keys', async () => {
  const { accessToken, idToken } = await site.tokensOf('pia.picker')
  expect((await callWith(server, accessToken)).status).toBe(200)
  expect((await callWith(server, idToken)).status).toBe(401)
})

test('the app uses that provider, and may connect to it; the embedded one is disabled', async () => {
  const config = await fetch(`${server.url}/config.json`)
  expect(await config.json()).toMatchObject({
    oidc: { authority: `${site.url}/oidc`, audience: apiAudience },
  })
  expect(config.headers.get('content-security-policy')).toContain(`connect-src 'self' ${site.url}`)
  expect((await fetch(`${server.url}/oidc/jwks`)).status).toBe(404)
})

test('a user name with invisible characters is refused', async () => {
  const { accessToken } = await site.tokensOf('mallory\u202Erekcip')
  expect((await callWith(server, accessToken)).status).toBe(401)
})

test('tokens for another audience are refused', async () => {
  const { accessToken } = await site.tokensOf('pia.picker')
  const other = await startTestServer({ identity: identityAt(`${site.url}/oidc`, 'urn:other') }, { business })
  expect((await callWith(other, accessToken)).status).toBe(401)
  await other.close()
})

test('an unreachable provider is 503, not a refusal of the token, and is tried again', async () => {
  const { accessToken } = await site.tokensOf('pia.picker')
  const lost = await startTestServer({ identity: identityAt('http://127.0.0.1:1/oidc') }, { business })
  for (const attempt of [1, 2]) {
    const response = await callWith(lost, accessToken)
    expect(response.status, `attempt ${attempt}`).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
  }
  await lost.close()
})
