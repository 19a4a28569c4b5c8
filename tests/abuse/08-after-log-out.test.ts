import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composeBusiness } from '#server/boot/business.ts'
import { type Ear, listenTo } from '#tests/support/listening.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { refresh, signIn } from '#tests/support/sign-in.ts'
import { openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

let server: Warehouse
let other: TestServer
beforeAll(async () => {
  server = await openWarehouse()
  const { database, url } = server
  other = await startTestServer({ publicUrl: url }, { database })
})
afterAll(async () => {
  await other.close()
  await server.close()
})

const headersOf = (accessToken: string) => ({ authorization: `Bearer ${accessToken}` })
const ask = async (at: Pick<TestServer, 'call'>, accessToken: string, method = 'GET', path = 'warehouse') => {
  return (await at.call(undefined, method, path, { headers: headersOf(accessToken) })).status
}
const hear = async (at: Pick<TestServer, 'call'>, accessToken: string): Promise<Ear> => {
  const ear = await listenTo(at, undefined, undefined, headersOf(accessToken))
  expect(await ear.until('beat')).not.toBe(null)
  return ear
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

  test('an open stream ends with its token, at every server; others of the same person go on', async () => {
    const [pia, again] = await Promise.all([
      signIn(server.url, 'pia.picker'),
      signIn(server.url, 'pia.picker'),
    ])
    const [here, there, stays] = [
      await hear(server, pia.accessToken),
      await hear(other, pia.accessToken),
      await hear(server, again.accessToken),
    ]
    expect(await ask(server, pia.accessToken, 'POST', 'signout')).toBe(200)
    for (const ear of [here, there])
      expect(await ear.until('end')).toEqual({ Type: 'end', Reason: 'expired' })
    await server.clerk('lena.lead').create()
    expect(await stays.until('change')).toMatchObject({ By: 'lena.lead' })
    for (const ear of [here, there]) expect(await ear.until('change')).toBe(null)
    await stays.leave()
    for (const at of [server, other]) {
      const late = await listenTo(at, undefined, undefined, headersOf(pia.accessToken))
      expect(late.response.status).toBe(401)
      await late.leave()
    }
  })

  test('a stream that begins while its person logs out does not begin', async () => {
    let asked = () => {}
    let release = () => {}
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const slow = await startTestServer(
      { publicUrl: server.url },
      {
        database: server.database,
        // Reading the rights of who opens a stream takes until the test lets it go on.
        business: async (...parts) => {
          const business = await composeBusiness(...parts)
          if (!business.live) throw new Error('There are no live updates')
          const { people } = business.live
          const rightsOf = async (names: readonly string[]) => {
            asked()
            await gate
            return people.rightsOf(names)
          }
          return { ...business, live: { ...business.live, people: { ...people, rightsOf } } }
        },
      },
    )
    const { accessToken } = await signIn(server.url, 'pia.picker')
    const opening = listenTo(slow, undefined, undefined, headersOf(accessToken))
    await isAsked
    expect(await ask(slow, accessToken, 'POST', 'signout')).toBe(200)
    release()
    const ear = await opening
    expect(ear.response.status).toBe(401)
    await ear.leave()
    await slow.close()
  })

  test('without a token there is nothing to end', async () => {
    expect((await server.call(undefined, 'POST', 'signout')).status).toBe(401)
  })
})
