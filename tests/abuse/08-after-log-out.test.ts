import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composeBusiness } from '#server/boot/business.ts'
import { type ChangeListener, openChangeStream } from '#tests/support/change-listener.ts'
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
const openListener = async (at: Pick<TestServer, 'call'>, accessToken: string): Promise<ChangeListener> => {
  const ear = await openChangeStream(at, undefined, undefined, headersOf(accessToken))
  expect(await ear.until('beat')).not.toBe(null)
  return ear
}

describe('Abuse 8: after log-out', () => {
  test('log-out ends the access token and its refresh token, and no other sign-in', async () => {
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

  test('a log-out takes effect at other servers on the database, and at one that starts later', async () => {
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
    const [earHere, earThere, otherEar] = [
      await openListener(server, pia.accessToken),
      await openListener(other, pia.accessToken),
      await openListener(server, again.accessToken),
    ]
    expect(await ask(server, pia.accessToken, 'POST', 'signout')).toBe(200)
    for (const ear of [earHere, earThere])
      expect(await ear.until('end')).toEqual({ Type: 'end', Reason: 'expired' })
    await server.clerk('lena.lead').create()
    expect(await otherEar.until('change')).toMatchObject({ By: 'lena.lead' })
    for (const ear of [earHere, earThere]) expect(await ear.until('change')).toBe(null)
    await otherEar.close()
    for (const at of [server, other]) {
      const lateEar = await openChangeStream(at, undefined, undefined, headersOf(pia.accessToken))
      expect(lateEar.response.status).toBe(401)
      await lateEar.close()
    }
  })

  test('a stream that is being opened during a log-out is refused', async () => {
    let reportAsked = () => {}
    let release = () => {}
    const isAsked = new Promise<void>((resolve) => {
      reportAsked = resolve
    })
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const slow = await startTestServer(
      { publicUrl: server.url },
      {
        database: server.database,
        // Blocks the read of the person's rights until the test releases it.
        business: async (...parts) => {
          const business = await composeBusiness(...parts)
          if (!business.live) throw new Error('There are no live updates')
          const { people } = business.live
          const rightsOf = async (names: readonly string[]) => {
            reportAsked()
            await gate
            return people.rightsOf(names)
          }
          return { ...business, live: { ...business.live, people: { ...people, rightsOf } } }
        },
      },
    )
    const { accessToken } = await signIn(server.url, 'pia.picker')
    const opening = openChangeStream(slow, undefined, undefined, headersOf(accessToken))
    await isAsked
    expect(await ask(slow, accessToken, 'POST', 'signout')).toBe(200)
    release()
    const ear = await opening
    expect(ear.response.status).toBe(401)
    await ear.close()
    await slow.close()
  })

  test('a log-out without a token is refused', async () => {
    expect((await server.call(undefined, 'POST', 'signout')).status).toBe(401)
  })
})
