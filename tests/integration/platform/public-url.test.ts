import { get } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientId } from '#server/identity/client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const noBusiness = async () => ({ extensions: [], handlers: {} })
let plain: TestServer
let named: TestServer
let proxied: TestServer

beforeAll(async () => {
  plain = await startTestServer({}, { business: noBusiness })
  const { database } = plain
  named = await startTestServer({ publicUrl: 'http://trimline.example' }, { business: noBusiness, database })
  proxied = await startTestServer(
    { publicUrl: 'https://trimline.example' },
    { business: noBusiness, database },
  )
})
afterAll(async () => {
  await Promise.all([named.close(), proxied.close()])
  await plain.close()
})

// Returns the answer to a request with these headers; fetch cannot set Host.
function answerOf(server: TestServer, path: string, headers: Record<string, string>): Promise<string> {
  return new Promise((settle, fail) => {
    const request = get({ port: server.port, host: '127.0.0.1', path, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      answer.once('end', () => settle(text))
    })
    request.once('error', fail)
  })
}

// Returns the origins of all addresses that a server gives to a client with these headers.
async function originsNamed(server: TestServer, headers: Record<string, string>) {
  const discovery = await answerOf(server, '/oidc/.well-known/openid-configuration', headers)
  const config = await answerOf(server, '/config.json', headers)
  const named = [...`${discovery} ${config}`.matchAll(/"(https?:\/\/[^"/]+)/g)]
  return [...new Set(named.map(([, origin]) => origin))]
}

test('the sign-in addresses are at PUBLIC_URL, whatever the Host header is', async () => {
  for (const host of ['evil.example', `localhost:${named.port}`, `127.0.0.1:${named.port}`]) {
    expect(await originsNamed(named, { host }), host).toEqual(['http://trimline.example'])
  }
})

test('the same behind a proxy that ends TLS and sets its own host headers', async () => {
  const headers = { host: 'localhost:8080', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
  expect(await originsNamed(proxied, headers)).toEqual(['https://trimline.example'])
})

test('without PUBLIC_URL a foreign host name is not repeated, but one of ours is', async () => {
  expect(await originsNamed(plain, { host: 'evil.example' })).toEqual([`http://localhost:${plain.port}`])
  const other = `127.0.0.1:${plain.port}`
  const discovery = await answerOf(plain, '/oidc/.well-known/openid-configuration', { host: other })
  expect(JSON.parse(discovery)).toMatchObject({ token_endpoint: `http://${other}/oidc/token` })
})

test('a page that was opened by another name than PUBLIC_URL may connect to the provider there', async () => {
  const origin = `http://localhost:${named.port}`
  const page = await fetch(`${origin}/config.json`)
  expect(page.headers.get('content-security-policy')).toContain("connect-src 'self' http://trimline.example")
  const ask = (from: string) =>
    fetch(`${origin}/oidc/token`, {
      method: 'POST',
      headers: { origin: from },
      body: new URLSearchParams({ client_id: clientId }),
    })
  const allowed = async (from: string) => (await ask(from)).headers.get('access-control-allow-origin')
  expect([await allowed(origin), await allowed('http://evil.example')]).toEqual([origin, null])
})
