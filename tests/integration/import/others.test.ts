// Other people work during an import: they pick its lots or import another file. Or the server is killed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PgDialect } from 'drizzle-orm/pg-core'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { stockAccount } from '#core/kinds/accounts.ts'
import { importParts } from '#features/stock-files/server/import-parts.ts'
import { type FilePart, importStock } from '#features/stock-files/server/stock-import/import-stock.ts'
import { advisoryLocks } from '#server/database/advisory-locks.ts'
import { type DatabaseTarget, openDatabase } from '#server/database/database.ts'
import { createTestDatabase, testDatabaseUrl } from '#tests/support/database.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { spawnServer } from '#tests/support/server-process.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { sendFile, stockFile, stockRow } from '#tests/support/stock-file.ts'
import { barcodeOf, fillWarehouse, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await openWarehouse()
})
afterEach(async () => {
  expect(await findBrokenInvariants(warehouse.database.pool)).toEqual([])
})
afterAll(() => warehouse.close())

const shelf = stockAccount('WAT', 'A-01')

// Imports these rows. `between` runs after the check of the first of two parts, and the import waits for it.
const importRows = (
  rows: readonly (readonly [string, number])[],
  between: () => Promise<unknown>,
  database = warehouse.database,
) => {
  const part = (from: number, to: number): FilePart => ({
    ok: true,
    value: rows.slice(from, to).map(([Barcode, quantity], at) => ({
      line: from + at + 2,
      cells: {
        Barcode,
        Location: 'WAT',
        StorageLocation: 'A-01',
        Quantity: String(quantity),
        Variety: 'ALB',
        TrimType: 'Trimmed',
        Season: 'S1',
      },
    })),
  })
  let checked = () => {}
  const firstIsChecked = new Promise<void>((settle) => {
    checked = settle
  })
  async function* parts(): AsyncGenerator<FilePart> {
    yield part(0, 2)
    await firstIsChecked
    await between()
    yield part(2, rows.length)
  }
  return importStock({
    parts,
    fileName: 'stock.csv',
    by: 'ada.admin',
    allowed: null,
    dryRun: false,
    skipBadRows: false,
    staged: importParts(database).staged,
    onProgress: checked,
  })
}

// Orders and picks these plants.
const pick = async (barcode: string, quantity: number) => {
  const pia = warehouse.clerk('pia.picker')
  const tag = await pia.create()
  const { body } = await pia.order(tag, barcode, quantity)
  const picked = await pia.line(tag, body.InventoryLines[0]?.ID ?? null, barcode, 'PICKED', quantity)
  expect(picked.body.InventoryLines[0]?.Message).toBe('Inventory Line PICKED successfully')
  return tag
}

test('plants of a lot that are picked during the import stay picked, and the lot gets its quantity', async () => {
  let tag = ''
  const report = await importRows(
    [
      [barcodeOf(1), 80],
      ['OTH0000001', 5],
      [barcodeOf(2), 70],
    ],
    async () => {
      tag = await pick(barcodeOf(1), 60)
    },
  )
  expect(report).toMatchObject({ Applied: true, Opened: 1, Adjusted: 2, Refused: 0 })
  expect(await warehouse.balance(barcodeOf(1), shelf)).toEqual({ qty: 80, reserved: 60 })
  const shipped = await warehouse.clerk('pia.picker').ship(tag)
  expect(shipped.body.Message).toContain('successfully')
  expect(await warehouse.balance(barcodeOf(1), shelf)).toEqual({ qty: 20, reserved: 0 })
})

test('a lot of which more was picked after the check blocks the whole file', async () => {
  const report = await importRows(
    [
      [barcodeOf(3), 40],
      ['OTH0000002', 5],
      [barcodeOf(4), 70],
    ],
    () => pick(barcodeOf(3), 60),
  )
  expect(report).toMatchObject({
    Applied: false,
    Refused: 1,
    Errors: [{ Line: 2, Code: 'rowReserved', Facts: { n: 60 } }],
  })
  expect(await warehouse.balance(barcodeOf(3), shelf)).toEqual({ qty: 100, reserved: 60 })
  expect(await warehouse.balance(barcodeOf(4), shelf)).toEqual({ qty: 100, reserved: 0 })
  expect(await warehouse.balance('OTH0000002', shelf)).toEqual({ qty: 0, reserved: 0 })
})

// The embedded database has no lock waits.
test.runIf(testDatabaseUrl)(
  'a file is imported while another server loads demo data',
  async () => {
    const other = await warehouse.database.pool.connect()
    onTestFinished(async () => {
      await other.query('rollback')
      other.release()
    })
    await other.query('begin')
    await other.query('select pg_advisory_xact_lock($1)', [advisoryLocks.demoData])
    const report = await importRows([['OTD0000001', 5]], async () => undefined)
    expect(report).toMatchObject({ Applied: true, Opened: 1, Refused: 0 })
  },
  20_000,
)

// On the embedded database no other change runs between the statements of a slice.
test.runIf(testDatabaseUrl)(
  'plants that are shipped while their lot is written do not come back with the quantity of the file',
  async () => {
    const { database } = warehouse
    const tag = await pick(barcodeOf(5), 60)
    const dialect = new PgDialect()
    const shipped: (string | null | undefined)[] = []
    let inside: Parameters<typeof database.copyIn>[0] | undefined
    const disturbed: typeof database = {
      ...database,
      copyIn: (asked, into, rows) => database.copyIn(inside ?? asked, into, rows),
      transaction: (work) =>
        database.transaction((transaction) => {
          inside = transaction
          const execute = (query: Parameters<typeof transaction.execute>[0]) => {
            const done = transaction.execute(query)
            const text = typeof query === 'string' ? query : dialect.sqlToQuery(query.getSQL()).sql
            if (!text.includes('for update')) return done
            return done.then(async (rows) => {
              const { body } = await warehouse.clerk('pia.picker').ship(tag)
              shipped.push(body.Message)
              return rows
            })
          }
          return work(
            new Proxy(transaction, {
              get: (target, name) => (name === 'execute' ? execute : Reflect.get(target, name, target)),
            }),
          )
        }),
    }
    const report = await importRows(
      [
        [barcodeOf(5), 100],
        [barcodeOf(6), 70],
        [barcodeOf(7), 100],
      ],
      async () => undefined,
      disturbed,
    )
    expect(shipped).toEqual([expect.stringContaining('successfully')])
    expect(report).toMatchObject({ Applied: true, Adjusted: 1, Unchanged: 2, Refused: 0 })
    expect(await warehouse.balance(barcodeOf(5), shelf)).toEqual({ qty: 40, reserved: 0 })
    expect(await warehouse.balance(barcodeOf(6), shelf)).toEqual({ qty: 70, reserved: 0 })
  },
)

test('of two files with the same new barcodes at the same time, the second corrects the first', async () => {
  const barcodes = Array.from({ length: 40 }, (_, at) => `OTW${String(at).padStart(7, '0')}`)
  const [one, other] = await Promise.all([
    sendFile(warehouse, 'ada.admin', stockFile(...barcodes.map((barcode) => stockRow(barcode, 10)))),
    sendFile(warehouse, 'sam.super', stockFile(...barcodes.map((barcode) => stockRow(barcode, 20)))),
  ])
  expect([one.report.Applied, other.report.Applied]).toEqual([true, true])
  expect(new Set([one.report.Opened, other.report.Opened])).toEqual(new Set([0, 40]))
  const quantities = await Promise.all(
    barcodes.map(async (barcode) => (await warehouse.balance(barcode, shelf)).qty),
  )
  expect(new Set(quantities)).toEqual(new Set([one.report.Opened === 40 ? 20 : 10]))
})

test('a server that is killed while it writes a file leaves nothing of it, and the next one imports the whole file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trimline-import-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const fresh = testDatabaseUrl === undefined ? undefined : await createTestDatabase(testDatabaseUrl)
  if (fresh) onTestFinished(fresh.drop)
  const place: DatabaseTarget = fresh
    ? { kind: 'postgres', url: fresh.url }
    : { kind: 'directory', directory: folder }
  const inDatabase = async <Value>(work: (database: Warehouse['database']) => Promise<Value>) => {
    const opened = await openDatabase(place)
    if (!opened.ok) throw new Error(`The database did not open: ${opened.error.code}`)
    try {
      return await work(opened.value)
    } finally {
      await opened.value.close()
    }
  }
  await inDatabase(fillWarehouse)
  const settings = fresh ? { DATABASE_URL: fresh.url } : { DATA_DIR: folder }
  const file = stockFile(
    ...Array.from({ length: 2500 }, (_, at) => stockRow(`K${String(at).padStart(9, '0')}`, 7)),
    stockRow(barcodeOf(1), 60),
  )
  const send = async () => {
    const server = spawnServer({ ...settings, SEED_DEMO: 'no', LOG_LEVEL: 'error' })
    const url = await server.ready
    const { accessToken } = await signIn(url, 'ada.admin')
    const answer = await fetch(`${url}/api/maintenance/import?file=stock.csv`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'text/csv' },
      body: file,
    })
    return { server, reader: answer.body?.pipeThrough(new TextDecoderStream()).getReader() }
  }

  const killed = await send()
  let text = ''
  while (!/"Phase":"write","Rows":[12]000/.test(text)) {
    const next = await killed.reader?.read()
    if (next?.value === undefined) throw new Error(`The import ended: ${text}`)
    text += next.value
  }
  await killed.server.end('SIGKILL')
  await killed.reader?.cancel().catch(() => undefined)
  expect(text).not.toContain('"report"')
  await inDatabase(async ({ pool }) => {
    const { rows } = await pool.query(
      "select (select count(*) from barcode where barcode like 'K%')::int as lots, (select qty from balance where barcode = $1 and kind = 'stock') as qty",
      [barcodeOf(1)],
    )
    expect(rows).toEqual([{ lots: 0, qty: '100' }])
    expect(await findBrokenInvariants(pool)).toEqual([])
  })

  const again = await send()
  text = ''
  for (let next = await again.reader?.read(); next?.value !== undefined; next = await again.reader?.read()) {
    text += next.value
  }
  await again.server.end()
  expect(text).toMatch(/"Applied":true.*"Opened":2500,"Adjusted":1,/)
  await inDatabase(async ({ pool }) => expect(await findBrokenInvariants(pool)).toEqual([]))
})
