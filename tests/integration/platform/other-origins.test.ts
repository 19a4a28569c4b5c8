import { expect, test } from 'vitest'
import { startTestServer } from '#tests/support/server.ts'

const app = 'https://app.example.com'
const preflight = (url: string, origin: string) =>
  fetch(`${url}/api/issuance`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  })

test('a page of a configured origin may call, and no other', async () => {
  const server = await startTestServer({ appOrigins: [app] })
  try {
    const allowed = await preflight(server.url, app)
    expect(allowed.headers.get('access-control-allow-origin')).toBe(app)
    expect(allowed.headers.get('access-control-allow-headers')).toContain('idempotency-key')
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull()
    const other = await preflight(server.url, 'https://evil.example.com')
    expect(other.headers.get('access-control-allow-origin')).toBeNull()
  } finally {
    await server.close()
  }
})

test('without configured origins no other origin may call', async () => {
  const server = await startTestServer()
  try {
    expect((await preflight(server.url, app)).headers.get('access-control-allow-origin')).toBeNull()
  } finally {
    await server.close()
  }
})

test('an app for another server: its address is in settings and policy, and the own calls are disabled', async () => {
  const elsewhere = { apiBase: 'https://warehouse.example.com/api/', extensions: ['printing'] }
  const server = await startTestServer({ otherServer: elsewhere })
  try {
    const config = await (await fetch(`${server.url}/config.json`)).json()
    expect(config).toMatchObject({ apiBase: elsewhere.apiBase, extensions: ['printing'] })
    const page = await fetch(`${server.url}/health/live`)
    expect(page.headers.get('content-security-policy')).toContain('https://warehouse.example.com')
    expect((await server.call('pia.picker', 'GET', 'trimtype')).status).toBe(404)
  } finally {
    await server.close()
  }
})
