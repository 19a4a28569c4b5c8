// A person stops an import: the written rows are rolled back, or stay and are reported.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { stockAccount } from '#core/kinds/accounts.ts'
import type { PastImport } from '#features/stock-files/common/stock-import.ts'
import { readStockFile } from '#features/stock-files/server/files/csv-rows.ts'
import { importParts } from '#features/stock-files/server/import-parts.ts'
import { importStock } from '#features/stock-files/server/stock-import/import-stock.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { sendFile, stockFile, stockRow } from '#tests/support/stock-file.ts'
import { openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await openWarehouse()
})
afterEach(async () => {
  expect(await findBrokenInvariants(warehouse.database.pool)).toEqual([])
})
afterAll(() => warehouse.close())

const qty = async (barcode: string) => (await warehouse.balance(barcode, stockAccount('WAT', 'A-01'))).qty
// Returns the row counts of the ledger tables.
const sizes = async () => {
  const { rows } = await warehouse.database.pool.query(
    'select (select count(*) from movement) as m, (select count(*) from balance) as b, (select count(*) from barcode) as c, (select count(*) from stock_import) as i',
  )
  return rows
}
const rowsOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => stockRow(`${prefix}${String(at).padStart(8, '0')}`, 7))

// Imports 2,500 rows and stops once it has reported this part.
const stopAt = async (part: string, prefix: string, skipBadRows: boolean) => {
  const reported: string[] = []
  const path = join(await mkdtemp(join(tmpdir(), 'trimline-import-')), 'stock.csv')
  onTestFinished(() => rm(dirname(path), { recursive: true }))
  await writeFile(path, stockFile(...rowsOf(prefix, 2500)))
  return importStock({
    parts: () => readStockFile(path),
    fileName: 'stock.csv',
    by: 'ada.admin',
    allowed: null,
    dryRun: false,
    skipBadRows,
    staged: importParts(warehouse.database).staged,
    isStopped: () => reported.includes(part),
    onProgress: ({ phase, rows }) => void reported.push(`${phase} ${rows}`),
  })
}

test.each([
  ['is checked', 'check 2000', 'SC'],
  ['is written as a whole', 'write 2000', 'SW'],
])('stopped while it %s, it changes nothing', async (_, part, prefix) => {
  const before = await sizes()
  const report = await stopAt(part, prefix, false)
  expect(report).toMatchObject({ Applied: false, Stopped: true, Rows: 2000, Opened: 2000 })
  expect(await sizes()).toEqual(before)
  expect(await qty(`${prefix}00000000`)).toBe(0)
})

test('stopped while it skips wrong rows, it keeps and reports the finished parts; the same file imports the rest', async () => {
  const report = await stopAt('write 1000', 'SP', true)
  expect(report).toMatchObject({ Applied: true, Stopped: true, Rows: 1000, Opened: 1000 })
  expect([await qty('SP00000999'), await qty('SP00001000')]).toEqual([7, 0])
  const { body } = await warehouse.clerk('ada.admin').get<{ Result: PastImport[] }>('maintenance/imports')
  expect(body.Result[0]).toMatchObject({ By: 'ada.admin', Rows: 1000, Opened: 1000 })
  const rest = await sendFile(warehouse, 'ada.admin', stockFile(...rowsOf('SP', 2500)))
  expect(rest.report).toMatchObject({ Applied: true, Stopped: false, Opened: 1500, Unchanged: 1000 })
})

test('only the person who started an import can stop it', async () => {
  const stop = async (username: string, id: string) => {
    const path = `maintenance/import/stop?import=${id}`
    return (await warehouse.clerk(username).call<{ Stopping: boolean }>('POST', path)).body.Stopping
  }
  const before = await sizes()
  const { accessToken } = await warehouse.tokensOf('ada.admin')
  const answer = await fetch(`${warehouse.url}/api/maintenance/import?file=stock.csv&import=mine`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'text/csv' },
    body: stockFile(...rowsOf('SX', 60_000)),
  })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = (await reader?.read())?.value ?? ''
  expect(await stop('sam.super', 'mine')).toBe(false)
  expect(await stop('ada.admin', 'other')).toBe(false)
  expect(await stop('ada.admin', 'mine')).toBe(true)
  for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) {
    text += next.value
  }
  expect(text).toMatch(/"Applied":false,"Stopped":true/)
  expect(await sizes()).toEqual(before)
  expect(await stop('ada.admin', 'mine')).toBe(false)
})
