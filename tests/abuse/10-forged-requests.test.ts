import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { liveCalls } from '#features/live/common/live.ts'
import { fileCalls } from '#features/stock-files/common/file-calls.ts'
import { everyCall } from '#server/http/every-call.ts'
import { addFigure } from '#tests/support/figure.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { CookieBrowser, signIn, startOfSignIn } from '#tests/support/sign-in.ts'
import { openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'
import { issuanceHeader } from './bodies.ts'

// A page of another origin sends requests from a signed-in user's browser: with cookies, as forms can, but
// without the token.

let warehouse: Warehouse
const browser = new CookieBrowser()
const foreign = { origin: 'https://elsewhere.example', referer: 'https://elsewhere.example/page' }
const issuance = JSON.stringify({ IssuanceHeader: issuanceHeader, InventoryLines: [] })
const simpleTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  undefined,
]

beforeAll(async () => {
  warehouse = await openWarehouse()
  await signIn(warehouse.url, 'ada.admin', undefined, browser)
})
afterAll(() => warehouse.close())

const documents = async () =>
  Number((await warehouse.database.pool.query('select count(*) as n from document')).rows[0].n)
// Checks that no header lets a page of another origin read the answer.
const expectUnreadable = (response: Response) => {
  expect(response.headers.get('access-control-allow-origin')).toBe(null)
  expect(response.headers.get('access-control-allow-credentials')).toBe(null)
  expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
}

describe('Abuse 10: forged requests', () => {
  test('no call is accepted with cookies only', async (context) => {
    let tried = 0
    const servers: TestServer[] = []
    const before = await documents()
    for (const { method, path } of Object.values({ ...everyCall, ...fileCalls, ...liveCalls })) {
      for (const type of method === 'POST' ? simpleTypes : [undefined]) {
        // A server refuses at most 120 requests a minute per address, and each server counts separately.
        if (tried % 100 === 0) servers.push(await startTestServer({}, { database: warehouse.database }))
        const response = await browser.go(`${servers.at(-1)?.url}/api/${path.replace(/\{\w+\}/g, '1')}`, {
          method,
          headers: { ...foreign, ...(type !== undefined && { 'content-type': type }) },
          ...(method === 'POST' && { body: issuance }),
        })
        tried += 1
        expect([method, path, response.status]).toEqual([method, path, 401])
        expectUnreadable(response)
      }
    }
    await Promise.all(servers.map((server) => server.close()))
    expect(await documents()).toBe(before)
    addFigure(context, `calls tried: ${tried}; unexpected 2xx: 0`)
  })

  test('a preflight request gets no permission', async () => {
    // The provider allows preflights of its token endpoint, but not the request itself: see the next test.
    for (const path of ['/api/issuance', '/api/changes', '/api/signout', '/config.json']) {
      const response = await browser.go(`${warehouse.url}${path}`, {
        method: 'OPTIONS',
        headers: {
          ...foreign,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization, content-type, idempotency-key',
        },
      })
      expect([path, response.headers.get('access-control-allow-origin')]).not.toEqual([path, '*'])
      expect([path, response.headers.get('access-control-allow-origin')]).not.toEqual([path, foreign.origin])
    }
  })

  test('a page of another origin gets no tokens', async () => {
    const response = await browser.go(`${warehouse.url}/oidc/token`, {
      method: 'POST',
      headers: { ...foreign, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: 'trimline-app',
        refresh_token: 'guess',
      }).toString(),
    })
    expect(response.status).toBe(400)
    expect(response.headers.get('access-control-allow-origin')).not.toBe(foreign.origin)
  })

  test('a form of another origin can neither sign in nor log out', async () => {
    const login = await browser.go(`${warehouse.url}/dev-login/made-up`, {
      method: 'POST',
      headers: foreign,
      body: new URLSearchParams({ username: 'sam.super', password: 'trimline' }),
    })
    expect(login.status).toBe(400)
    const confirmed = await browser.go(`${warehouse.url}/oidc/session/end/confirm`, {
      method: 'POST',
      headers: foreign,
      body: new URLSearchParams({ logout: 'yes', xsrf: 'made-up' }),
    })
    expect(confirmed.status).toBe(400)
    // The session still exists: the same browser signs in again without a login form.
    const { address } = await browser.follow(startOfSignIn(warehouse.url).address)
    expect(new URL(address).pathname).toBe('/implicit/callback')
  })

  test('the cookies of the sign-in are SameSite and HttpOnly', async () => {
    const response = await fetch(startOfSignIn(warehouse.url).address, { redirect: 'manual' })
    const cookies = response.headers.getSetCookie()
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) expect(cookie).toMatch(/httponly/i)
    for (const cookie of cookies) expect(cookie).toMatch(/samesite=(lax|strict)/i)
  })
})
