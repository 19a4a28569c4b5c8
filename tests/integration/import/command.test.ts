import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/store/database.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { stockFile, stockRow } from '#tests/support/stock-file.ts'
import { fillWarehouse } from '#tests/support/warehouse.ts'

// `npm run import` as a process of its own, on a folder of the embedded database.

let folder: string
const command = fileURLToPath(new URL('../../../src/server/boot/import-stock.ts', import.meta.url))

const withBooks = async <Value>(
  work: (
    database: Extract<Awaited<ReturnType<typeof openDatabase>>, { ok: true }>['value'],
  ) => Promise<Value>,
) => {
  const opened = await openDatabase({ kind: 'directory', directory: join(folder, 'data') })
  if (!opened.ok) throw new Error(opened.error.code)
  try {
    return await work(opened.value)
  } finally {
    await opened.value.close()
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trimline-command-'))
  await withBooks((database) => fillWarehouse(database))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const run = async (...args: readonly string[]) => {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', command, ...args], {
    env: { PATH, HOME, DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const [code] = (await once(child, 'close')) as [number]
  return { code, stdout, stderr }
}
const fileOf = async (name: string, text: string) => {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

test('checks, imports, and finds nothing to do a second time', async () => {
  const file = await fileOf('good.csv', stockFile(stockRow('CMD0000001', 50), stockRow('CMD0000002', 60)))
  expect(await run(file, '--dry-run')).toMatchObject({
    code: 0,
    stdout: 'Checked 2 rows: 2 new, 0 to correct, 0 unchanged. Nothing was changed yet; import it now.\n',
  })
  expect(await run(file, '--by', 'night.shift')).toEqual({
    code: 0,
    stdout: 'Imported 2 rows: 2 new, 0 corrected, 0 unchanged, 0 skipped.\n',
    stderr: '',
  })
  expect((await run(file)).stdout).toBe('Imported 2 rows: 0 new, 0 corrected, 2 unchanged, 0 skipped.\n')
  await withBooks(async ({ pool }) => {
    const { rows } = await pool.query("select by, qty from movement where reason = 'IMPORT' order by id")
    expect(rows).toEqual([
      { by: 'night.shift', qty: 50 },
      { by: 'night.shift', qty: 60 },
    ])
    expect(await findBrokenInvariants(pool)).toEqual([])
  })
})

test('says what is wrong by line and column, and leaves bad rows out when asked', async () => {
  const file = await fileOf('bad.csv', stockFile(stockRow('CMD0000003', 5), stockRow('short', 5)))
  expect(await run(file)).toEqual({
    code: 1,
    stdout: '1 of 2 rows is wrong. Nothing was changed.\n',
    stderr: 'Line 3: Barcode: short is not a barcode: a barcode has exactly 10 letters or digits.\n',
  })
  expect(await run(file, '--skip-bad-rows')).toMatchObject({
    code: 1,
    stdout: 'Imported 2 rows: 1 new, 0 corrected, 0 unchanged, 1 skipped.\n',
  })
})

test('a folder in use, a file that is not there, and a call without one each get their sentence', async () => {
  const file = await fileOf('one.csv', stockFile(stockRow('CMD0000004', 5)))
  const refused = await withBooks(() => run(file))
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('is in use by process')
  expect(refused.stderr).toContain('Stop the server first, or import in Maintenance while it runs.')
  expect((await run(join(folder, 'nope.csv'))).stderr).toContain('cannot be read (ENOENT)')
  expect(await run()).toMatchObject({ code: 1, stderr: expect.stringContaining('npm run import -- FILE') })
  expect((await run(file, '--frob')).stderr).toContain('--frob')
})
