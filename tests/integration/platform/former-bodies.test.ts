import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { readBalances, recordShift, replayCalls, type StoredCall } from '#tests/support/outbox-bodies.ts'
import { openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

// Devices store calls with one release and send them with the next. So each release's calls stay in bodies/,
// and every server must accept them. After a version change in package.json, one run of this file writes
// bodies/<version>.json. The files of published releases never change.

const folder = join(import.meta.dirname, 'bodies')
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
  readonly version: string
}
const opened: Warehouse[] = []
const open = async () => {
  const warehouse = await openWarehouse()
  opened.push(warehouse)
  return warehouse
}
afterAll(async () => {
  for (const warehouse of opened) await warehouse.close()
})

interface Stored {
  readonly calls: readonly StoredCall[]
  /** The balances after the calls. */
  readonly books: readonly string[]
}

test.each(readdirSync(folder))(
  'Fault 16: the server accepts the bodies of an earlier release: %s',
  async (file) => {
    const { calls, books } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Stored
    const warehouse = await open()
    const answers = await replayCalls(warehouse.clerk('sam.super'), calls)
    expect(answers).toEqual(calls.map(({ says }) => ({ status: 200, says })))
    expect(await readBalances(warehouse)).toEqual(books)
    expect(await findBrokenInvariants(warehouse.database.pool)).toEqual([])
  },
)

test('10. what this release writes is stored, so that the next one’s server takes it', async () => {
  const warehouse = await open()
  const calls = await recordShift(warehouse.clerk('sam.super'))
  const stored: Stored = { calls, books: await readBalances(warehouse) }
  await expect(`${JSON.stringify(stored, null, 2)}\n`).toMatchFileSnapshot(join(folder, `${version}.json`))
})
