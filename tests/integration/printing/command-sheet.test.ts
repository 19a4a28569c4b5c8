import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCommandBarcode } from '#core/commands/command-barcode.ts'
import { registry } from '#core/commands/index.ts'
import { COMMAND_PREFIX } from '#core/commands/registry.ts'
import { sayOnPaper } from '#features/printing/server/paper/paper-texts.ts'
import { askForFile, printPages, scanPage } from '#tests/support/paper-desk.ts'
import { openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
const longCode = 'COUNTED-AGAIN-AFTER-COLD-STORE-REARRANGED'.slice(0, 40)
beforeAll(async () => {
  warehouse = await openWarehouse()
  await warehouse.database.pool.query(
    `insert into reason_code (type, code, description) values
      ('DUMP', 'ZU ALT', 'Has a space'), ('DUMP', 'FÄULE', 'Not ASCII'), ('INVENTORY', 'COUNT-2', 'Second count'), ('INVENTORY', $1, 'A long one'),
      ('INVENTORY', $1 || '-AND-MORE', 'Too long to scan')`,
    [longCode],
  )
})
afterAll(() => warehouse.close())

test('every command that a barcode can run is on the sheet, and its scanned code runs that command', async () => {
  const pages = await printPages(
    warehouse.clerk('pia.picker'),
    'commandsheet',
    { inventorylocation: 'WAT' },
    300,
  )
  const scanned = (await Promise.all(pages.map(scanPage))).flat()
  const complete = registry.commands.filter(
    (command) => command.barcode && !(command.arguments ?? []).some(({ required }) => required),
  )
  for (const { barcode } of complete) expect(scanned).toContain(`${COMMAND_PREFIX}${barcode}`)
  for (const more of ['Q.1', 'Q.25', 'Q.1000', 'R.DISEASE', 'R.OPENING', 'R.COUNT-2', `R.${longCode}`]) {
    expect(scanned).toContain(`${COMMAND_PREFIX}${more}`)
  }
  // Every code on it is a known command.
  for (const text of scanned) {
    expect(text.startsWith(COMMAND_PREFIX)).toBe(true)
    expect(readCommandBarcode(registry, text.slice(COMMAND_PREFIX.length))).toMatchObject({ ok: true })
  }
  expect(new Set(scanned).size).toBe(scanned.length)
})

test('groups the commands by scope, and names reasons whose code no barcode can hold', async () => {
  const pages = await printPages(warehouse.clerk('pia.picker'), 'commandsheet')
  const text = pages.map((page) => page.text).join(' ')
  for (const words of [
    'Command barcodes',
    ...registry.commands.map(({ scope }) => sayOnPaper(`scope.${scope}`)),
    'Quantity of the next barcode',
    'Reasons for a dump',
    'Diseased DISEASE',
    'Has a space ZU ALT',
    'Not ASCII FÄULE',
    'Too long to scan',
    'Page 1 of',
  ]) {
    expect(text).toContain(words)
  }
})

test('needs a key', async () => {
  expect(await askForFile(warehouse.clerk('nora.noaccess'), 'commandsheet')).toMatchObject({ status: 403 })
})
