import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { Clerk, fillWarehouse } from '#tests/support/warehouse.ts'

let server: TestServer
beforeAll(async () => {
  // Users maintain growers and nurseries here. Of the two admin groups one is for super-admins.
  const groups = {
    admin: ['trimline-super-admins', 'trimline-admins'],
    regular: ['trimline-users', 'trimline-readers'],
    readOnly: [],
    entityAdmin: ['trimline-users'],
  }
  server = await startTestServer({ groups })
  await fillWarehouse(server.database)
})
afterAll(() => server.close())

const statuses = async (username: string) => {
  const clerk = new Clerk(server, username)
  const kinds = ['growers', 'nurseries', 'people', 'locations', 'reasonCodes']
  const answers = await Promise.all(kinds.map((kind) => clerk.get(`maintenance/records/${kind}`)))
  return answers.map(({ status }) => status)
}

test('the entity-admin group maintains growers and nurseries, admins the rest, super-admins everything', async () => {
  expect(await statuses('lena.lead')).toEqual([200, 200, 403, 403, 403])
  expect(await statuses('ada.admin')).toEqual([403, 403, 200, 200, 200])
  expect(await statuses('sam.super')).toEqual([200, 200, 200, 200, 200])
  expect(await statuses('rhea.reader')).toEqual([403, 403, 403, 403, 403])
})

test('an entity admin may change a grower, but not the rights of people', async () => {
  const lena = new Clerk(server, 'lena.lead')
  const body = { Key: null, Version: 0, Active: true, Values: { Id: 'N2', Name: 'Second Nursery' } }
  expect((await lena.call('POST', 'maintenance/records/nurseries', { body })).status).toBe(200)
  const person = { ...body, Values: { UserName: 'x', Name: 'X', Keys: [], Locations: [] } }
  expect((await lena.call('POST', 'maintenance/records/people', { body: person })).status).toBe(403)
})
