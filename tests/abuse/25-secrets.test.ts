import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { liveCalls } from '#features/live/common/live.ts'
import { fileCalls } from '#features/stock-files/common/file-calls.ts'
import { describeError } from '#server/boot/log.ts'
import { everyCall } from '#server/http/every-call.ts'
import { demoPassword } from '#server/identity/demo-users.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { addFigure } from '#tests/support/figure.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { CookieBrowser, refresh, signIn, startOfSignIn } from '#tests/support/sign-in.ts'
import { fillWarehouse } from '#tests/support/warehouse.ts'

// Tokens, passwords, connection strings and stack traces appear in no answer, log line or served file.

let server: TestServer
const secret = 'hunter2-of-the-database'
let checkedCount = 0

beforeAll(async () => {
  const database = await openTestDatabase()
  await fillWarehouse(database)
  server = await startTestServer({}, { database })
})
afterAll(async () => {
  await server.close()
  await server.database.close()
})

// Checks that a text contains nothing that only the server may know.
function expectClean(text: string, where: string, secrets: readonly string[] = []): void {
  checkedCount += 1
  for (const sign of [
    secret,
    'node_modules',
    'at async',
    '/src/server',
    'postgres://',
    'select ',
    'insert into',
    'BEGIN ',
    'PRIVATE',
    ...secrets,
  ]) {
    expect([where, sign, text.includes(sign)]).toEqual([where, sign, false])
  }
}

describe('Abuse 25: secrets', () => {
  test('answers to malformed calls contain nothing of the server', async () => {
    const bodies = [
      '',
      '{',
      '[]',
      'null',
      '{"a":1}',
      '"\\u0000"',
      '{"IssuanceHeader":{"Comments":"\\u0000"}}',
    ]
    for (const { method, path } of Object.values({ ...everyCall, ...fileCalls, ...liveCalls })) {
      for (const filled of ['1', "'", '%00', 'x'.repeat(2000), '..', '%ff', '9'.repeat(30)]) {
        const url = `${path.replace(/\{\w+\}/g, filled)}?trimseasonid=${filled}&inventorylocation=${filled}&username=${filled}`
        for (const body of method === 'POST' ? bodies : [undefined]) {
          const response = await server.call('sam.super', method, url, body === undefined ? {} : { body })
          expect([method, url.slice(0, 80), response.status === 500]).toEqual([
            method,
            url.slice(0, 80),
            false,
          ])
          // A stream does not end.
          if (response.headers.get('content-type') === 'application/x-ndjson' && method === 'GET')
            await response.body?.cancel()
          else expectClean(await response.text(), `${method} ${url.slice(0, 80)}`)
        }
      }
    }
  })

  test('a database failure gives a plain answer, and its password is in no answer and no log line', async () => {
    const database = await openTestDatabase()
    await fillWarehouse(database)
    let fails = false
    const failing = {
      ...database,
      queries: new Proxy(database.queries, {
        get: (target, name, receiver) =>
          fails && (name === 'execute' || name === 'select')
            ? () => {
                throw Object.assign(
                  new Error(`connect postgres://trimline:${secret}@db/x failed: select 1`),
                  { code: 'XX000' },
                )
              }
            : (Reflect.get(target, name, receiver) as unknown),
      }),
    }
    const broken = await startTestServer({}, { database: failing })
    expect((await broken.call('sam.super', 'GET', 'warehouse')).status).toBe(200)
    fails = true
    const answer = await broken.call('sam.super', 'GET', 'warehouse')
    expect(answer.status).toBeGreaterThanOrEqual(500)
    expectClean(await answer.text(), 'warehouse')
    for (const path of ['/health', '/health/ready', '/health/live', '/config.json']) {
      const response = await fetch(`${broken.url}${path}`)
      expectClean(await response.text(), path)
    }
    const log = () =>
      broken.logged.map((line) => JSON.stringify({ ...line, error: describeError(line['error']) })).join('\n')
    await expect.poll(log).toContain('XX000')
    expect(log()).not.toContain(secret)
    await broken.close()
    await database.close()
  })

  test('health, settings and pages contain no secret', async () => {
    for (const path of [
      '/health',
      '/health/ready',
      '/health/live',
      '/config.json',
      '/',
      '/sw.js',
      '/oidc/jwks',
      '/oidc/.well-known/openid-configuration',
    ]) {
      const response = await fetch(`${server.url}${path}`)
      const text = await response.text()
      expectClean(text, path, [demoPassword === 'trimline' ? '"password":' : demoPassword])
      expect([path, response.headers.get('server'), response.headers.get('x-powered-by')]).toEqual([
        path,
        null,
        null,
      ])
    }
    // The published keys are the public halves.
    const { keys } = (await (await fetch(`${server.url}/oidc/jwks`)).json()) as {
      keys: Record<string, string>[]
    }
    for (const key of keys)
      for (const half of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) expect(key[half]).toBe(undefined)
  })

  test('the log has no token, code, cookie or password of a sign-in, a renewal and a log-out', async () => {
    const browser = new CookieBrowser()
    const tokens = await signIn(server.url, 'pia.picker', demoPassword, browser)
    const renewed = await refresh(server.url, tokens.refreshToken)
    const landing = await browser.follow(startOfSignIn(server.url).address)
    await server.call(undefined, 'GET', `warehouse?access_token=${renewed.accessToken}`, {
      headers: { authorization: `Bearer ${renewed.accessToken}`, cookie: 'session=a-cookie-value' },
    })
    await server.call(undefined, 'POST', 'signout', {
      headers: { authorization: `Bearer ${renewed.accessToken}` },
    })
    await server.call(undefined, 'GET', 'nursery', { headers: { 'x-request-id': 'after-the-log-out' } })
    await expect
      .poll(() => server.logged.some(({ requestId }) => requestId === 'after-the-log-out'))
      .toBe(true)
    const code = new URL(landing.address).searchParams.get('code') ?? 'no-code-here'
    for (const line of server.logged) {
      const text = JSON.stringify(line)
      for (const each of [
        tokens.accessToken,
        tokens.refreshToken,
        tokens.idToken,
        renewed.accessToken,
        renewed.refreshToken,
        code,
        'a-cookie-value',
        'code_verifier',
      ]) {
        // A long log line is cut, so this also checks the beginning of each.
        expect(text.includes(each.slice(0, 200))).toBe(false)
      }
      expect(line).not.toHaveProperty('headers')
    }
  })

  test('the built app contains no server source and no secret', async (context) => {
    const folder = fileURLToPath(new URL('../../dist/app', import.meta.url))
    const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
    expect(files, '`npm test` builds the app before').not.toEqual([])
    for (const name of files.filter((each) => /\.(js|map|html|css|json)$/.test(each))) {
      const text = readFileSync(`${folder}/${name}`, 'utf8')
      checkedCount += 1
      expect([name, /src\/server\/|oidc-provider|DATABASE_URL|PRIVATE KEY|drizzle-orm/.test(text)]).toEqual([
        name,
        false,
      ])
    }
    addFigure(context, `answers, pages and files looked through: ${checkedCount}; secrets: 0`)
  })
})
