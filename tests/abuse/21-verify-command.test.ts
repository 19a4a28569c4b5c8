import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FolderCommand, folderCommand } from '#tests/support/folder-command.ts'
import { barcodeOf } from '#tests/support/warehouse.ts'

// Runs `npm run verify` as its own process, on a folder of the embedded database.

let command: FolderCommand
beforeAll(async () => {
  command = await folderCommand('verify-movements')
})
afterAll(() => command.remove())

describe('Abuse 21: audit tampering', () => {
  test('the command reports an intact ledger, then a changed movement, wrong balances, and a mark that does not match', async () => {
    const first = await command.run()
    expect(first).toMatchObject({ code: 0, stderr: '' })
    const [, mark = ''] =
      /^\d+ movements of \d+ lots, all as they were written, and all balances are their sums\.\nMark: (\S+)\n$/.exec(
        first.stdout,
      ) ?? []
    expect(mark).toMatch(/^\d+-[0-9a-f]{64}$/)
    let changed = ''
    const balances: string[] = []
    await command.withDatabase(async ({ pool }) => {
      await pool.query('alter table movement disable trigger user')
      const { rows } = await pool.query('update movement set qty = qty - 1 where barcode = $1 returning id', [
        barcodeOf(1),
      ])
      changed = String(rows[0].id)
      const held = await pool.query('select * from balance where barcode = $1 order by kind', [barcodeOf(1)])
      for (const { kind, owner, place, qty } of held.rows) {
        const where = [kind, owner, place].filter((part) => part !== '').join(' ')
        const should = Number(qty) + (kind === 'stock' ? -1 : 1)
        balances.push(
          `Barcode ${barcodeOf(1)}, ${where}: the balance is ${qty}, its movements make ${should}.\n`,
        )
      }
      const reserved = await pool.query(
        "update balance set reserved = 7 where barcode = $1 and kind = 'stock' returning owner, place",
        [barcodeOf(3)],
      )
      const { owner, place } = reserved.rows[0]
      balances.push(
        `Barcode ${barcodeOf(3)}, stock ${owner} ${place}: 7 are reserved, its open lines hold 0.\n`,
      )
      await pool.query('alter table movement enable trigger user')
      // Rewrites all movements of another lot with the functions of the database.
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
    expect(balances).toHaveLength(3)
    const second = await command.run('--mark', mark)
    expect(second).toMatchObject({
      code: 1,
      stderr:
        `Movement ${changed} of barcode ${barcodeOf(1)} is not as it was written, or not the one that was written there.\n` +
        `The movements up to number ${latest} are not those that the mark was taken of.\n` +
        balances.join(''),
    })
    expect(second.stdout).toMatch(/^\d+ movements of \d+ lots were checked\.\n/)
  })

  test('an invalid mark is refused with an explanation', async () => {
    expect(await command.run('--mark', '12')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'This is no mark: give it as the earlier check printed it, the number and the 64 characters.\n',
    })
  })
})
