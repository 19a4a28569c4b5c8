// A log-out, a stolen refresh token and a deactivation end the whole sign-in, not just one token.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { TestServer } from '#tests/support/server.ts'
import { CookieBrowser, refresh, signIn } from '#tests/support/sign-in.ts'
import { openWarehouse, type ProblemBody, type Warehouse } from '#tests/support/warehouse.ts'

let server: Warehouse
beforeAll(async () => {
  server = await openWarehouse()
})
afterEach(() => server.database.pool.query("update person set active = true where username = 'pia.picker'"))
afterAll(() => server.close())

const ask = async (
  accessToken: string,
  method = 'GET',
  path = 'warehouse',
  at: Pick<TestServer, 'call'> = server,
) => at.call(undefined, method, path, { headers: { authorization: `Bearer ${accessToken}` } })
const statusOf = async (accessToken: string) => (await ask(accessToken)).status

describe('Abuse 8: after log-out', () => {
  test('a log-out with any access token ends all access tokens of the sign-in', async () => {
    const one = await signIn(server.url, 'pia.picker')
    const two = await refresh(server.url, one.refreshToken)
    expect((await ask(two.accessToken, 'POST', 'signout')).status).toBe(200)
    expect(await statusOf(one.accessToken)).toBe(401)

    const three = await signIn(server.url, 'pia.picker')
    const four = await refresh(server.url, three.refreshToken)
    expect((await ask(three.accessToken, 'POST', 'signout')).status).toBe(200)
    expect(await statusOf(four.accessToken)).toBe(401)
    await expect(refresh(server.url, four.refreshToken)).rejects.toThrow('invalid_grant')
  })

  test('the end of the provider’s session alone ends the access and refresh tokens of the sign-in', async () => {
    const browser = new CookieBrowser()
    const mine = await signIn(server.url, 'pia.picker', undefined, browser)
    const elsewhere = await signIn(server.url, 'pia.picker')
    const page = await browser.go(`${server.url}/oidc/session/end?id_token_hint=${mine.idToken}`)
    const html = await page.text()
    const [, action = ''] = /action="([^"]+)"/.exec(html) ?? []
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(html) ?? []
    await browser.go(new URL(action, server.url).href, {
      method: 'POST',
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    })
    expect(await statusOf(mine.accessToken)).toBe(401)
    await expect(refresh(server.url, mine.refreshToken)).rejects.toThrow('invalid_grant')
    expect(await statusOf(elsewhere.accessToken)).toBe(200)
    // A new sign-in in the same browser works.
    const again = await signIn(server.url, 'pia.picker', undefined, browser)
    expect(await statusOf(again.accessToken)).toBe(200)
  })
})

describe('Abuse 6: refresh token reuse', () => {
  test('a refresh token that is used twice ends the access tokens of its sign-in, too', async () => {
    const stolen = await signIn(server.url, 'pia.picker')
    const next = await refresh(server.url, stolen.refreshToken)
    expect(await statusOf(next.accessToken)).toBe(200)
    await expect(refresh(server.url, stolen.refreshToken)).rejects.toThrow('invalid_grant')
    expect([await statusOf(stolen.accessToken), await statusOf(next.accessToken)]).toEqual([401, 401])
  })
})

describe('Abuse 5: rights revoked in mid-shift', () => {
  test('a deactivated person neither renews nor signs in, and reads no master data', async () => {
    const before = await signIn(server.url, 'pia.picker')
    await server.database.pool.query("update person set active = false where username = 'pia.picker'")
    const answer = await ask(before.accessToken)
    expect([answer.status, ((await answer.json()) as ProblemBody).code]).toEqual([403, 'person_inactive'])
    await expect(refresh(server.url, before.refreshToken)).rejects.toThrow('invalid_grant')
    await expect(signIn(server.url, 'pia.picker')).rejects.toThrow('pia.picker was not let in: 401')
  })
})

test('keys that are sent as text, or are missing, do not remove the person’s keys', async () => {
  const ada = server.clerk('ada.admin')
  const path = 'maintenance/records/people'
  const read = async () =>
    (await ada.get<{ Record: { Version: number; Values: Record<string, unknown> } }>(`${path}/pia.picker`))
      .body.Record
  const before = await read()
  const { Keys: _, ...withoutKeys } = before.Values
  for (const Values of [
    { ...before.Values, Keys: 'DUMPKEY' },
    withoutKeys,
    { ...before.Values, Locations: 'WAT' },
  ]) {
    const body = { Key: 'pia.picker', Version: before.Version, Active: true, Values }
    const refused = await ada.call<ProblemBody>('POST', path, { body })
    expect([refused.status, refused.body.errors?.[0]?.expected]).toEqual([400, 'a list of codes'])
  }
  expect(await read()).toEqual(before)
})
