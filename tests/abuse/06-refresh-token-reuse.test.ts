import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientId } from '#server/identity/client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { codeOf, refresh, signIn } from '#tests/support/sign-in.ts'

let server: TestServer
let second: TestServer

beforeAll(async () => {
  server = await startTestServer()
  // Another server on the same database, with the same public URL.
  second = await startTestServer({ publicUrl: server.url }, { database: server.database })
})
afterAll(async () => {
  await second.close()
  await server.close()
})

// Sends the same token request ten times at once to two servers. Returns the sorted results.
async function tenTimes(form: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const ask = async (origin: string) => {
    const response = await fetch(`${origin}/oidc/token`, { method: 'POST', body: new URLSearchParams(form) })
    const { error } = (await response.json()) as { error?: string }
    return error ?? String(response.status)
  }
  const origins = [server, second].map(({ port }) => `http://127.0.0.1:${port}`)
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => ask(origins[at % 2] ?? '')))
  return answers.toSorted()
}
const oneSuccess = ['200', ...Array.from({ length: 9 }, () => 'invalid_grant')]

describe('Abuse 6: refresh token reuse', () => {
  test('a code that is sent ten times at once gives one sign-in', async () => {
    const { code, verifier, redirectUri } = await codeOf(server.url, 'pia.picker')
    const form = { client_id: clientId, code, redirect_uri: redirectUri, code_verifier: verifier }
    expect(await tenTimes({ ...form, grant_type: 'authorization_code' })).toEqual(oneSuccess)
  })

  test('a refresh token that is sent ten times at once is renewed once, and its family ends', async () => {
    const { refreshToken } = await signIn(server.url, 'ravi.receiver')
    const next = await refresh(server.url, refreshToken)
    const form = { client_id: clientId, refresh_token: next.refreshToken }
    expect(await tenTimes({ ...form, grant_type: 'refresh_token' })).toEqual(oneSuccess)
    await expect(refresh(server.url, next.refreshToken)).rejects.toThrow('invalid_grant')
  })
})
