import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/store/database.ts'
import { barcodeOf, fillWarehouse } from '#tests/support/warehouse.ts'

// `npm run verify` as a process of its own, on a folder of the embedded database.

let folder: string
const command = fileURLToPath(new URL('../../src/server/boot/verify-movements.ts', import.meta.url))

async function withBooks(work: (database: Database) => Promise<unknown>): Promise<void> {
  const opened = await openDatabase({ kind: 'directory', directory: join(folder, 'data') })
  if (!opened.ok) throw new Error(opened.error.code)
  try {
    await work(opened.value)
  } finally {
    await opened.value.close()
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trimline-verify-'))
  await withBooks((database) => fillWarehouse(database))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function verify(...args: readonly string[]) {
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

describe('Abuse 21: audit tampering', () => {
  test('the command says that all is as written, then which movement is not, and what a mark shows', async () => {
    const first = await verify()
    expect(first).toMatchObject({ code: 0, stderr: '' })
    const [, mark = ''] =
      /^\d+ movements of \d+ lots, all as they were written\.\nMark: (\S+)\n$/.exec(first.stdout) ?? []
    expect(mark).toMatch(/^\d+-[0-9a-f]{64}$/)
    let changed = ''
    await withBooks(async ({ pool }) => {
      await pool.query('alter table movement disable trigger user')
      const { rows } = await pool.query('update movement set qty = qty - 1 where barcode = $1 returning id', [
        barcodeOf(1),
      ])
      changed = String(rows[0].id)
      await pool.query('alter table movement enable trigger user')
      // Another lot as a whole, by the functions of the database.
      await pool.query('alter table movement disable trigger movement_append_only')
      await pool.query('delete from movement_chain where barcode = $1', [barcodeOf(2)])
      await pool.query(
        `with gone as (delete from movement where barcode = $1 returning *)
         insert into movement (id, at, by, barcode, from_kind, from_owner, from_place, to_kind, to_owner, to_place, qty, reason)
         overriding system value
         select id, at, 'x', barcode, from_kind, from_owner, from_place, to_kind, to_owner, to_place, qty, reason from gone`,
        [barcodeOf(2)],
      )
      await pool.query('alter table movement enable trigger user')
    })
    const [latest] = mark.split('-')
    const second = await verify('--mark', mark)
    expect(second).toMatchObject({
      code: 1,
      stderr:
        `Movement ${changed} of barcode ${barcodeOf(1)} is not as it was written, or not the one that was written there.\n` +
        `The movements up to number ${latest} are not those that the mark was taken of.\n`,
    })
    expect(second.stdout).toMatch(/^\d+ movements of \d+ lots were checked\.\n/)
  })

  test('what is no mark is refused, and says what a mark is', async () => {
    expect(await verify('--mark', '12')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'This is no mark: give it as the earlier check printed it, the number and the 64 characters.\n',
    })
  })
})
