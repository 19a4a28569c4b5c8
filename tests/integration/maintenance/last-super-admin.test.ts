import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MaintainedRecord } from '#features/maintenance/common/maintenance.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { Clerk, fillWarehouse } from '#tests/support/warehouse.ts'

let server: TestServer
beforeAll(async () => {
  // Both are super-admins here, so that neither has the higher rank.
  const groups = {
    admin: ['trimline-super-admins', 'trimline-admins'],
    regular: ['trimline-users'],
    readOnly: [],
    entityAdmin: [],
  }
  const users = ['sam.super', 'ada.admin'].map((username) => ({
    username,
    name: username,
    groups: ['trimline-super-admins'],
    role: 'super-admin',
  }))
  server = await startTestServer({ groups }, { users })
  await fillWarehouse(server.database)
})
afterAll(() => server.close())

test('when two super-admins deactivate each other at the same moment, one stays active', async () => {
  const switchOff = async (actor: string, other: string) => {
    const clerk = new Clerk(server, actor)
    const { body } = await clerk.get<{ Record: MaintainedRecord }>(`maintenance/records/people/${other}`)
    const { Key, Version, Values } = body.Record
    return () =>
      clerk.call<{ state?: { refusal: { code: string } } }>('POST', 'maintenance/records/people', {
        body: { Key, Version, Active: false, Values },
      })
  }
  const both = [await switchOff('sam.super', 'ada.admin'), await switchOff('ada.admin', 'sam.super')]
  const answers = await Promise.all(both.map((send) => send()))
  const results = answers.map(({ status, body }) => body.state?.refusal.code ?? String(status))
  // The first change refuses the second: its sender is deactivated, or the target is the last super-admin.
  expect(['lastSuperAdmin', '403']).toContain(results.find((each) => each !== '200'))
  expect(results.filter((each) => each === '200')).toHaveLength(1)
})
