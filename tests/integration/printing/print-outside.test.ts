// Drawing takes seconds. Meanwhile it must hold no connection and no transaction.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPrinting, type Printing } from '#features/printing/server/printing.ts'
import { composeBusiness } from '#server/boot/business.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { templateFile } from '#tests/support/template-file.ts'
import { Clerk, fillWarehouse } from '#tests/support/warehouse.ts'

let server: TestServer
const printing = createPrinting()
let notifyDrawing = () => {}
let gate = Promise.resolve()
// Draws when the test allows it.
const held: Printing = {
  ...printing,
  print: async (job) => {
    notifyDrawing()
    await gate
    return printing.print(job)
  },
}

beforeAll(async () => {
  server = await startTestServer(
    {},
    {
      business: (database, settings, log) => composeBusiness(database, settings, log, held),
    },
  )
  await fillWarehouse(server.database)
})
afterAll(() => server.close())

test.each([
  ['tried', 'maintenance/labeltemplates/try', { Location: 'WAT', Season: 'S1' }],
  ['saved', 'maintenance/labeltemplates', { Version: 0 }],
])('while a label template is %s, other people can save changes', async (id, path, more) => {
  const isAsked = new Promise<void>((resolve) => {
    notifyDrawing = resolve
  })
  let release = () => {}
  gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const drawn = server.call('ada.admin', 'POST', path, {
    key: id,
    body: { Source: templateFile(id), ...more },
  })
  await isAsked
  const { idleCount, totalCount } = server.database.pool
  try {
    expect(idleCount).toBe(totalCount)
    expect(await new Clerk(server, 'pia.picker').create()).toMatch(/^1\d{7}$/)
  } finally {
    release()
  }
  expect((await drawn).status).toBe(200)
})
