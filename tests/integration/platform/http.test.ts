import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'
import { importJWK, SignJWT } from 'jose'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problem } from '#core/wire/problem.ts'
import { succeed } from '#core/wire/result.ts'
import { runtimeConfig } from '#core/wire/runtime-config.ts'
import { health } from '#features/health/common/health.ts'
import { loadIdentitySecret } from '#server/database/identity-store.ts'
import { makeProviderKeys } from '#server/identity/signing-keys.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

// Differs from the file's text, to distinguish it from the server's own compression.
const builtBrotli = brotliCompressSync('// by the build')

let server: TestServer
let appDirectory: string

beforeAll(async () => {
  appDirectory = mkdtempSync(join(tmpdir(), 'trimline-app-'))
  mkdirSync(join(appDirectory, 'assets'))
  mkdirSync(join(appDirectory, '.vite'))
  writeFileSync(
    join(appDirectory, 'index.html'),
    '<!doctype html><meta nonce="__CSP_NONCE__"><title>Trimline</title>',
  )
  writeFileSync(join(appDirectory, 'assets', 'app-1a2b3c.js'), `console.log('${'plants '.repeat(500)}')`)
  writeFileSync(join(appDirectory, 'assets', 'built-4d5e6f.js'), `console.log('${'issued '.repeat(500)}')`)
  writeFileSync(join(appDirectory, 'assets', 'built-4d5e6f.js.br'), builtBrotli)
  writeFileSync(join(appDirectory, '.vite', 'manifest.json'), '{}')
  writeFileSync(join(appDirectory, 'sw.js'), 'self.skipWaiting')
  server = await startTestServer(
    { environmentName: 'Test bench', numberPatterns: { issuance: '^1\\d{7}$' } },
    {
      appDirectory,
      business: async () => ({
        extensions: ['ledger'],
        handlers: {
          warehouse: async () => succeed({ Data: [] }),
          'issuance.list': async () => succeed({ Records: [], TotalRowCount: 0 }),
          'issuance.detail': async () => {
            throw new Error('a bug with a secret in it')
          },
          'printservers.save': async ({ body: { PrintServer } }) =>
            succeed({ Message: PrintServer === 'large' ? 'plants '.repeat(500) : PrintServer }),
        },
      }),
    },
  )
})
afterAll(async () => {
  await server.close()
  rmSync(appDirectory, { recursive: true })
})

const readProblem = async (response: Response) => {
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  return v.parse(problem, await response.json())
}
const page = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers: { accept: 'text/html', ...headers } })

test('every kind of answer has the security headers', async () => {
  for (const path of [
    '/Setup/',
    '/assets/app-1a2b3c.js',
    '/config.json',
    '/health',
    '/api/warehouse',
    '/oidc/jwks',
    '/nothing.txt',
  ]) {
    const { headers } = await page(path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy, path).toMatch(/default-src 'none'/)
    expect(policy, path).toMatch(/frame-ancestors 'none'/)
    // WebAssembly is allowed for the camera, and any local port for print agents. Nothing else is permissive.
    const strict = policy
      .replace("'wasm-unsafe-eval'", '')
      .replaceAll(/(ws|http)s?:\/\/(127\.0\.0\.1|localhost):\*/g, '')
    expect(strict, path).not.toMatch(/unsafe|\*/)
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('referrer-policy'), path).toBe('no-referrer')
    expect(headers.get('permissions-policy'), path).toContain('hid=(self), serial=(self), camera=(self)')
    expect(headers.get('x-request-id'), path).toBeTruthy()
    expect(headers.get('strict-transport-security'), path).toBeNull()
  }
})

test('the app’s own files, which load nothing, have a short policy in each answer', async () => {
  const { headers } = await page('/assets/app-1a2b3c.js')
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; frame-ancestors 'none'",
  )
})

test('every address of the app returns its page with a new nonce', async () => {
  const nonces = await Promise.all(
    ['/', '/Issuance/10000123', '/implicit/callback?code=1'].map(async (path) => {
      const response = await page(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-cache')
      const nonce = /nonce="([^"]+)"/.exec(await response.text())?.[1] ?? ''
      expect(response.headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}'`)
      return nonce
    }),
  )
  expect(new Set(nonces).size).toBe(3)
})

test('hashed assets are compressed and cached forever; missing ones are not found', async () => {
  const asset = await page('/assets/app-1a2b3c.js', { 'accept-encoding': 'br' })
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(asset.headers.get('content-encoding')).toBe('br')
  expect(await asset.text()).toContain('plants plants')
  const etag = asset.headers.get('etag') ?? ''
  expect((await page('/assets/app-1a2b3c.js', { 'if-none-match': etag })).status).toBe(304)
  for (const path of [
    '/assets/gone.js',
    '/.vite/manifest.json',
    '/../package.json',
    '/%2e%2e/package.json',
    '/%00',
  ]) {
    expect((await fetch(`${server.url}${path}`, { headers: { accept: '*/*' } })).status, path).toBe(404)
  }
})

test('a file that the build has compressed is sent unchanged to clients that accept it, and has no own address', async () => {
  const asset = await page('/assets/built-4d5e6f.js', { 'accept-encoding': 'br' })
  expect(asset.headers.get('content-encoding')).toBe('br')
  expect(asset.headers.get('vary')).toBe('accept-encoding')
  expect(Number(asset.headers.get('content-length'))).toBe(builtBrotli.byteLength)
  expect(await asset.text()).toBe('// by the build')
  const other = await page('/assets/built-4d5e6f.js', { 'accept-encoding': 'gzip' })
  expect(other.headers.get('content-encoding')).toBe('gzip')
  expect(await other.text()).toContain('issued issued')
  const apart = await fetch(`${server.url}/assets/built-4d5e6f.js.br`, { headers: { accept: '*/*' } })
  expect(apart.status).toBe(404)
})

test('the service worker is revalidated each time, and may fetch the app’s own files', async () => {
  const { status, headers } = await fetch(`${server.url}/sw.js`)
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('no-cache')
  expect(headers.get('content-type')).toContain('text/javascript')
  const policy = headers.get('content-security-policy')
  expect(policy).toContain("worker-src 'self'")
  expect(policy).toContain("connect-src 'self'")
})

test('the app’s settings match their schema', async () => {
  const config = v.parse(runtimeConfig, await (await fetch(`${server.url}/config.json`)).json())
  expect(config).toMatchObject({
    apiBase: '/api/',
    oidc: { authority: `${server.url}/oidc`, clientId: 'trimline-app' },
    environmentName: 'Test bench',
    numberPatterns: { issuance: '^1\\d{7}$' },
    extensions: ['ledger'],
  })
})

test('a person who uses another of our host names signs in under it; a foreign name is ignored', async () => {
  const other = `http://127.0.0.1:${server.port}`
  const config = v.parse(runtimeConfig, await (await fetch(`${other}/config.json`)).json())
  expect(config.oidc.authority).toBe(`${other}/oidc`)
  expect(await configFor('evil.example')).toMatchObject({ oidc: { authority: `${server.url}/oidc` } })
})

// Returns the settings for a request with this Host header, which fetch cannot set.
function configFor(host: string): Promise<unknown> {
  return new Promise((settle, fail) => {
    const asked = get(
      { port: server.port, host: '127.0.0.1', path: '/config.json', headers: { host } },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        answer.once('end', () => settle(JSON.parse(text)))
      },
    )
    asked.once('error', fail)
  })
}

test('health reports version, clock and database', async () => {
  const response = await fetch(`${server.url}/health`)
  const report = v.parse(health, await response.json())
  expect(report).toMatchObject({ status: 'ok', database: { reachable: true } })
  expect(Math.abs(Date.parse(report.time) - Date.now())).toBeLessThan(60_000)
})

test('a load balancer without a Host header gets an answer, too', async () => {
  const socket = connect(server.port, '127.0.0.1')
  socket.write('GET /health/ready HTTP/1.0\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*"status":"ok"/)
})

test('an invalid query reports each field and its expected value, and repeats no data', async () => {
  const response = await server.call('pia.picker', 'GET', 'issuance?limit=secret-value')
  const details = await readProblem(response)
  expect(details).toMatchObject({ status: 400, code: 'malformed_request' })
  expect(details.errors?.map((error) => error.path)).toEqual(
    expect.arrayContaining(['query.limit', 'query.trimseasonid', 'query.inventorylocation']),
  )
  expect(details.errors).toContainEqual({
    path: 'query.inventorylocation',
    expected: 'a location',
    message: 'query.inventorylocation: expected a location.',
  })
  expect(JSON.stringify(details)).not.toContain('secret-value')
})

test('compresses the long answer of a change if the client accepts it, and never a short one', async () => {
  const save = (PrintServer: string, encoding: string) =>
    server.call('pia.picker', 'POST', 'printservers', {
      body: { PrintServer, Port: 12_212, PrintLocation: 'Packing shed' },
      headers: { 'accept-encoding': encoding },
    })
  for (const [name, encoding, packed] of [
    ['large', 'gzip, br', 'gzip'],
    ['large', 'gzip;q=0', null],
    ['small', 'gzip, br', null],
  ] as const) {
    const response = await save(name, encoding)
    expect(response.headers.get('content-encoding')).toBe(packed)
    expect(await response.json()).toEqual({ Message: name === 'large' ? 'plants '.repeat(500) : name })
  }
})

test('an invalid body and an invalid parameter are reported in the same way', async () => {
  const body = await readProblem(
    await server.call('pia.picker', 'POST', 'printservers', {
      body: { PrintServer: 'p1', Port: 'secret-port' },
    }),
  )
  expect(body.errors?.map((error) => error.path)).toEqual(['body.Port', 'body.PrintLocation'])
  expect(JSON.stringify(body)).not.toContain('secret-port')
  const broken = await readProblem(
    await server.call('pia.picker', 'POST', 'printservers', { body: '{"PrintServer":' }),
  )
  expect(broken.errors).toEqual([expect.objectContaining({ path: 'body', expected: 'a JSON document' })])
  const parameter = await readProblem(await server.call('pia.picker', 'GET', 'issuance/abc'))
  expect(parameter.errors?.map((error) => error.path)).toEqual(['params.id'])
})

test('distinguishes unknown calls, missing calls and wrong methods', async () => {
  expect(await readProblem(await server.call('pia.picker', 'GET', 'nonsense'))).toMatchObject({
    code: 'call_not_available',
  })
  expect(await readProblem(await server.call('pia.picker', 'GET', 'trimtype'))).toMatchObject({
    status: 404,
    code: 'call_not_available',
  })
  const wrong = await server.call('pia.picker', 'PUT', 'issuance')
  expect(wrong.headers.get('allow')).toBe('GET, POST')
  expect(await readProblem(wrong)).toMatchObject({ status: 405, code: 'method_not_allowed' })
})

test('a body that is too large for its call is refused, with or without a declared size', async () => {
  const large = 'x'.repeat(1_000_001)
  expect(
    await readProblem(await server.call('pia.picker', 'POST', 'printservers', { body: large })),
  ).toMatchObject({
    status: 413,
    code: 'body_too_large',
  })
  const { accessToken } = await server.tokensOf('pia.picker')
  const streamed = await fetch(`${server.url}/api/printservers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
    body: new Blob([large]).stream(),
    duplex: 'half',
  } as RequestInit)
  expect(streamed.status).toBe(413)
})

test('a bug is a 500 without details, which are all in the log', async () => {
  const response = await server.call('pia.picker', 'GET', 'issuance/10000001', {
    headers: { 'x-request-id': 'from-the-bench' },
  })
  expect(response.headers.get('x-request-id')).toBe('from-the-bench')
  const details = await readProblem(response)
  expect(details).toMatchObject({ status: 500, code: 'internal_error' })
  expect(JSON.stringify(details)).not.toContain('secret')
  expect(server.logged).toContainEqual(
    expect.objectContaining({ level: 'error', message: 'unexpected failure', requestId: 'from-the-bench' }),
  )
})

test('writes one log line per request: person, call and duration, but no query, token or body', async () => {
  const { accessToken } = await server.tokensOf('pia.picker')
  await server.call('pia.picker', 'GET', 'warehouse?isactive=a-secret-query', {
    headers: { 'x-request-id': 'logged-1' },
  })
  await expect
    .poll(() => server.logged.find((line) => line.requestId === 'logged-1'))
    .toMatchObject({
      level: 'info',
      message: 'request',
      method: 'GET',
      path: '/api/warehouse',
      status: 200,
      ms: expect.any(Number),
      user: 'pia.picker',
    })
  const everything = JSON.stringify(server.logged)
  for (const secret of ['a-secret-query', accessToken, 'code_challenge', 'cookie']) {
    expect(everything).not.toContain(secret)
  }
})

test('an expired token is reported as renewable', async () => {
  const keys = await loadIdentitySecret(server.database, 'provider-keys', makeProviderKeys)
  const expired = await new SignJWT({ preferred_username: 'pia.picker' })
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: String(keys.signing.kid) })
    .setIssuer(`${server.url}/oidc`)
    .setAudience('urn:trimline:api')
    .setSubject('pia.picker')
    .setExpirationTime('-1m')
    .sign(await importJWK(keys.signing, 'RS256'))
  const authorization = `Bearer ${expired}`
  const response = await server.call(undefined, 'GET', 'warehouse', { headers: { authorization } })
  expect(await readProblem(response)).toMatchObject({ status: 401, code: 'token_expired' })
})

const noBusiness = async () => ({ extensions: [], handlers: {} })

test('a client in an endless loop is throttled, and no other client with it', async () => {
  const slow = await startTestServer({ requestsPerMinute: 2 }, { business: noBusiness })
  try {
    expect((await slow.call('pia.picker', 'GET', 'trimtype')).status).toBe(404)
    const refused = await slow.call('pia.picker', 'GET', 'trimtype')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await readProblem(refused)).toMatchObject({ status: 429, code: 'too_many_requests' })
    expect((await slow.call('ravi.receiver', 'GET', 'trimtype')).status).toBe(404)
  } finally {
    await slow.close()
  }
})

test('guessing tokens is throttled as well', async () => {
  const guessed = await startTestServer({}, { business: noBusiness })
  try {
    let answer = await guessed.call(undefined, 'GET', 'trimtype')
    expect(answer.status).toBe(401)
    for (let guess = 0; guess < 2000 && answer.status === 401; guess += 1) {
      answer = await guessed.call(undefined, 'GET', 'trimtype')
    }
    expect(await readProblem(answer)).toMatchObject({ status: 429, code: 'too_many_requests' })
  } finally {
    await guessed.close()
  }
})
