import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultProfile } from '#core/scan/default-profile.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { Clerk, fillWarehouse } from '#tests/support/warehouse.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await fillWarehouse(server.database)
})
afterAll(() => server.close())

const keep = (device: string, body: unknown, username = 'ada.admin') =>
  new Clerk(server, username).call('POST', `scannerprofiles/${encodeURIComponent(device)}`, { body })
const read = async (device: string) =>
  (await new Clerk(server, 'pia.picker').get(`scannerprofiles/${encodeURIComponent(device)}`)).body

test('a profile that an administrator saves for a device name applies to everybody, however the name is written', async () => {
  expect(await read('TC26')).toEqual({ Record: null })
  const answer = await keep('tc26', { ...defaultProfile, label: 'Own' })
  expect(answer.status).toBe(200)
  expect(await read(' Tc26 ')).toMatchObject({
    Record: { DeviceName: 'TC26', Profile: { label: 'Own' }, LastChangedBy: 'ada.admin' },
  })
  await keep('TC26', { ...defaultProfile, label: 'Second' })
  expect(await read('TC26')).toMatchObject({ Record: { Profile: { label: 'Second' } } })
  expect(await read('TC27')).toEqual({ Record: null })
})

test('an invalid profile or name, and a profile from a picker, change nothing', async () => {
  await keep('EDA52', { ...defaultProfile, label: 'Good' })
  expect((await keep('EDA52', { ...defaultProfile, channel: 'nose' })).status).toBe(400)
  expect((await keep('EDA52', defaultProfile, 'pia.picker')).status).toBe(403)
  expect((await keep('EDA‮52', defaultProfile)).status).toBe(400)
  expect((await keep('x'.repeat(41), defaultProfile)).status).toBe(400)
  expect(await read('EDA52')).toMatchObject({ Record: { Profile: { label: 'Good' } } })
})
