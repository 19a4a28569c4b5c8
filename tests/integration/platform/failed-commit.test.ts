import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openTestDatabase } from '#tests/support/database.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a commit that the database answers with ROLLBACK fails, and the connection stays usable', async () => {
  const swallowing = database.transaction(async (transaction) => {
    await transaction.execute(
      sql`insert into location (code, description, time_zone) values ('NEW', 'New', 'America/Los_Angeles')`,
    )
    await transaction.execute(sql`select 1 / 0`).catch(() => undefined)
    return 'saved'
  })
  await expect(swallowing).rejects.toThrow('ROLLBACK')
  const { rows } = await database.queries.execute(sql`select code from location`)
  expect(rows).toEqual([])
  expect(await database.transaction(async () => 'nothing asked')).toBe('nothing asked')
})
