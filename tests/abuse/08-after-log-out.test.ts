import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { refresh, signIn } from '#tests/support/sign-in.ts'
import { fillWarehouse } from '#tests/support/warehouse.ts'

let server: TestServer
let other: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const { database, url } = server
  await fillWarehouse(database)
  other = await startTestServer({ publicUrl: url }, { database })
})
afterAll(async () => {
  await other.close()
  await server.close()
})

const ask = async (at: TestServer, accessToken: string, method = 'GET', path = 'warehouse') => {
  const headers = { authorization: `Bearer ${accessToken}` }
  return (await at.call(undefined, method, path, { headers })).status
}

describe('Abuse 8: after log-out', () => {
  test('an access token ends at log-out, and so does what could renew it; nobody else’s does', async () => {
    const [pia, again, ravi] = await Promise.all([
      signIn(server.url, 'pia.picker'),
      signIn(server.url, 'pia.picker'),
      signIn(server.url, 'ravi.receiver'),
    ])
    expect(await ask(server, pia.accessToken, 'POST', 'signout')).toBe(200)
    expect(await ask(server, pia.accessToken)).toBe(401)
    await expect(refresh(server.url, pia.refreshToken)).rejects.toThrow('invalid_grant')
    expect(await ask(server, again.accessToken)).toBe(200)
    expect(await ask(server, ravi.accessToken)).toBe(200)
    await refresh(server.url, again.refreshToken)
  })

  test('other servers on the database learn of it, and so does one that starts', async () => {
    const { accessToken } = await signIn(server.url, 'pia.picker')
    expect(await ask(server, accessToken, 'POST', 'signout')).toBe(200)
    const later = await startTestServer({ publicUrl: server.url }, { database: server.database })
    expect(await ask(later, accessToken)).toBe(401)
    await expect.poll(() => ask(other, accessToken), { timeout: 30_000, interval: 500 }).toBe(401)
    await later.close()
  })

  test('without a token there is nothing to end', async () => {
    expect((await server.call(undefined, 'POST', 'signout')).status).toBe(401)
  })
})
