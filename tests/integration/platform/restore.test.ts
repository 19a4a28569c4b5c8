import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { LEDGER_STATE_HEADER, type LedgerState, parseLedgerState } from '#core/wire/ledger-state.ts'
import { testDatabaseUrl } from '#tests/support/database.ts'
import { findClients, findPostgres, startPostgres } from '#tests/support/postgres.mjs'
import {
  type RestorableDatabase,
  restorableDump,
  restorableFolder,
} from '#tests/support/restored-databases.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { barcodeOf, Clerk, fillWarehouse } from '#tests/support/warehouse.ts'

// Restores a database from an earlier copy, and checks the server's reported state and remaining data.

const programs = findPostgres()
const clients = findClients()
let ownServer: Awaited<ReturnType<typeof startPostgres>> | undefined
beforeAll(async () => {
  if (!testDatabaseUrl && programs) ownServer = await startPostgres(programs)
})
afterAll(() => ownServer?.stop())

describe('a PGlite folder', () => {
  restores(async () => restorableFolder())
})
describe.runIf(programs && clients)('a dump of PostgreSQL', () => {
  restores(() => restorableDump(testDatabaseUrl ?? ownServer?.url ?? '', clients ?? ''))
})

interface Checked {
  readonly State: string
  readonly IsSame: boolean
  readonly RestoredTo: string
  readonly Missing: readonly string[]
}

function restores(make: () => Promise<RestorableDatabase>) {
  let disk: RestorableDatabase
  let running: TestServer | undefined
  beforeAll(async () => {
    disk = await make()
    const database = await disk.open()
    await fillWarehouse(database)
    await database.close()
  })
  afterEach(() => stop())
  afterAll(() => disk.remove())

  const start = async (): Promise<{ clerk: Clerk; server: TestServer }> => {
    const database = await disk.open()
    const server = await startTestServer({}, { database })
    running = {
      ...server,
      close: async () => {
        await server.close()
        await database.close()
      },
    }
    return { clerk: new Clerk(server, 'pia.picker'), server }
  }
  const stop = async () => {
    await running?.close()
    running = undefined
  }
  const stateOf = async (clerk: Clerk): Promise<LedgerState> => {
    const { headers } = await clerk.get('warehouse', { isactive: 'true' })
    const state = parseLedgerState(headers.get(LEDGER_STATE_HEADER) ?? '')
    if (!state) throw new Error('The answer names no state')
    return state
  }
  const check = async (
    clerk: Clerk,
    reported: LedgerState,
    keys: readonly string[] = [],
    numbers: readonly number[] = [],
  ) => {
    const body = {
      Id: reported.id,
      Position: reported.position,
      Hash: reported.hash,
      At: reported.at,
      Keys: keys,
      Numbers: numbers,
    }
    return (await clerk.call<Checked>('POST', 'ledger/check', { body })).body
  }

  test('a plain restart is the same ledger', async () => {
    const first = await start()
    await first.clerk.save({}, [], 'before-restart')
    const reported = await stateOf(first.clerk)
    await stop()
    const { clerk } = await start()
    const now = await stateOf(clerk)
    expect(now.id).toBe(reported.id)
    expect(now.position).toBeGreaterThan(reported.position)
    expect(await check(clerk, reported, ['before-restart'])).toMatchObject({
      IsSame: true,
      RestoredTo: '',
      Missing: [],
    })
  })

  test('after a restore the reported position is unknown, the lost keys are listed, and numbers and ids are not reused', async () => {
    const first = await start()
    const kept = await first.clerk.save({}, [], 'kept')
    await stop()
    disk.backUp()

    const second = await start()
    const lost = await second.clerk.save({}, [], 'lost')
    const number = Number(lost.body.TagNbr)
    const uuid = (await second.clerk.detail(String(number))).IssuanceHeader?.DocumentUUID
    const reported = await stateOf(second.clerk)
    await stop()
    await disk.restore()

    const { clerk } = await start()
    // Work went on before this device came back: another document has the number now.
    const others = await clerk.save({}, [], 'others')
    expect(Number(others.body.TagNbr)).toBe(number)
    expect((await clerk.detail(String(number))).IssuanceHeader?.DocumentUUID).not.toBe(uuid)
    const now = await stateOf(clerk)
    expect([now.id, now.run === reported.run, now.hash === reported.hash]).toEqual([
      reported.id,
      false,
      false,
    ])

    const checked = await check(clerk, reported, ['kept', 'lost', 'others'], [number + 40])
    expect(checked).toMatchObject({ IsSame: false, Missing: ['lost'] })
    expect(Date.parse(checked.RestoredTo)).toBeLessThan(reported.at)
    expect(Number((await clerk.save({}, [], 'next')).body.TagNbr)).toBe(number + 41)

    // A change of the lost document does not reach the other one.
    const [barcode] = [barcodeOf(1)]
    const stale = await clerk.order(String(number), barcode, 10, {
      header: { DocumentUUID: uuid },
    })
    expect([stale.status, stale.body]).toMatchObject([404, { code: 'not_found' }])
    expect((await clerk.detail(String(number))).InventoryLines).toEqual([])
    // A call from before the backup gets its stored answer.
    const again = await clerk.save({}, [], 'kept')
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(kept.body)
  })

  test('a report cannot use up the numbers, and no number is skipped without a restore', async () => {
    const { clerk } = await start()
    const reported = await stateOf(clerk)
    const next = async () => Number((await clerk.save({}, [])).body.TagNbr)
    const before = await next()
    await check(clerk, reported, [], [before + 500])
    expect(await next()).toBe(before + 1)
    await check(clerk, { ...reported, hash: 'other' }, [], [19_999_999])
    expect(await next()).toBe(before + 2)
  })
}
