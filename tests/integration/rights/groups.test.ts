import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { Clerk, fillWarehouse, type ProblemBody } from '#tests/support/warehouse.ts'

let server: TestServer
beforeAll(async () => {
  // No demo user is a regular user here, and admins can only read.
  const groups = {
    admin: ['elsewhere-admins'],
    regular: ['elsewhere-users'],
    readOnly: ['trimline-admins'],
    entityAdmin: [],
  }
  server = await startTestServer({ groups })
  await fillWarehouse(server.database)
})
afterAll(() => server.close())

test('a person in none of the configured groups may use nothing', async () => {
  const pia = new Clerk(server, 'pia.picker')
  for (const path of ['userroles?username=pia.picker', 'warehouse', 'trimseasons', 'nursery']) {
    expect(await pia.get<ProblemBody>(path)).toMatchObject({ status: 403, body: { code: 'group_missing' } })
  }
  expect(await pia.save<ProblemBody>({})).toMatchObject({ status: 403, body: { code: 'group_missing' } })
})

test('groups are configuration: the settings define who is read-only', async () => {
  const ada = new Clerk(server, 'ada.admin')
  const list = await ada.get('issuance', { trimseasonid: 'S1', inventorylocation: 'WAT' })
  expect(list.status).toBe(200)
  expect(await ada.save<ProblemBody>({})).toMatchObject({ status: 403, body: { code: 'read_only' } })
})
