import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientId } from '#server/identity/client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { signIn, startOfSignIn } from '#tests/support/sign-in.ts'

const noBusiness = async () => ({ extensions: [], handlers: {} })
const signInsPerMinute = 40
let one: TestServer
let other: TestServer

beforeAll(async () => {
  one = await startTestServer({ signInsPerMinute }, { business: noBusiness })
  const { database, url } = one
  other = await startTestServer({ signInsPerMinute, publicUrl: url }, { business: noBusiness, database })
})
afterAll(async () => {
  await other.close()
  await one.close()
})

const rows = async (model: string) => {
  const { rowCount } = await one.database.pool.query('select from identity_state where model = $1', [model])
  return rowCount ?? 0
}
// Sends requests to both servers in turn and returns their answers.
const flood = (requests: number, send: (origin: string) => Promise<Response>) => {
  const origins = [one, other].map(({ port }) => `http://127.0.0.1:${port}`)
  return Promise.all(Array.from({ length: requests }, (_, at) => send(origins[at % 2] ?? '')))
}
const passed = (answers: readonly Response[]) => answers.filter(({ status }) => status !== 429).length

test('an ordinary sign-in adds no counter in the database', async () => {
  await signIn(one.url, 'pia.picker')
  expect(await rows('trimline:requests')).toBe(0)
})

test('started sign-ins are limited over all servers, and refused ones write nothing', async () => {
  const before = await rows('Interaction')
  const start = (origin: string) => fetch(startOfSignIn(origin).address, { redirect: 'manual' })
  const answers = await flood(200, start)
  // The minute of the database may have changed once.
  expect(passed(answers)).toBeLessThanOrEqual(2 * signInsPerMinute)
  expect((await rows('Interaction')) - before).toBeLessThanOrEqual(passed(answers))
  const refused = answers.find(({ status }) => status === 429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused?.text()).toContain('Too many attempts')
})

test('requests for tokens are limited, too; keys and addresses are not', async () => {
  const guess = (origin: string) =>
    fetch(`${origin}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', client_id: clientId, refresh_token: 'guess' }),
    })
  expect(passed(await flood(200, guess))).toBeLessThanOrEqual(2 * signInsPerMinute)
  const keys = await flood(100, (origin) => fetch(`${origin}/oidc/jwks`))
  expect(passed(keys)).toBe(100)
})
