import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FolderCommand, folderCommand } from '#tests/support/folder-command.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { stockFile, stockRow } from '#tests/support/stock-file.ts'

// Runs `npm run import` as a separate process, on a folder of the embedded database.

let command: FolderCommand
beforeAll(async () => {
  command = await folderCommand('import-stock')
})
afterAll(() => command.remove())

const run = (...args: readonly string[]) => command.run(...args)
const fileOf = async (name: string, text: string) => {
  const path = join(command.folder, name)
  await writeFile(path, text)
  return path
}

test('checks, imports, and finds nothing to do the second time', async () => {
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
  await command.withDatabase(async ({ pool }) => {
    const { rows } = await pool.query("select by, qty from movement where reason = 'IMPORT' order by id")
    expect(rows).toEqual([
      { by: 'night.shift', qty: 50 },
      { by: 'night.shift', qty: 60 },
    ])
    expect(await findBrokenInvariants(pool)).toEqual([])
  })
})

test('reports errors by line and column, and skips bad rows on request', async () => {
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

test('a folder in use, a missing file, and a call without a file each print their message', async () => {
  const file = await fileOf('one.csv', stockFile(stockRow('CMD0000004', 5)))
  const refused = await command.withDatabase(() => run(file))
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('is in use by process')
  expect(refused.stderr).toContain('Stop the server first, or import in Maintenance while it runs.')
  expect((await run(join(command.folder, 'nope.csv'))).stderr).toContain('cannot be read (ENOENT)')
  expect(await run()).toMatchObject({ code: 1, stderr: expect.stringContaining('npm run import -- FILE') })
  expect((await run(file, '--frob')).stderr).toContain('--frob')
})
