import { expect, it } from 'vitest'
import { readCommandBarcode } from '#core/commands/command-barcode.ts'
import { registry } from '#core/commands/index.ts'
import { COMMAND_PREFIX } from '#core/commands/registry.ts'
import { classify } from '#core/scan/classify.ts'
import { sheetGroups } from './sheet-groups.ts'

const none = { INVENTORY: [], DUMP: [] }
const textsOf = (groups: ReturnType<typeof sheetGroups>) =>
  groups.flatMap(({ items }) => items.map(({ text }) => text))

it('contains every command that can run from its barcode alone, once', () => {
  const texts = textsOf(sheetGroups(registry, none))
  expect(new Set(texts).size).toBe(texts.length)
  const runnable = registry.commands.filter(
    ({ barcode, arguments: specs = [] }) => barcode !== undefined && !specs.some(({ required }) => required),
  )
  for (const { barcode } of runnable) expect(texts).toContain(COMMAND_PREFIX + barcode)
})

it('contains only barcodes that scan as a command of this version with its argument', () => {
  const reasons = {
    INVENTORY: [
      { code: 'COUNT', name: 'Counted anew' },
      { code: 'Zählung', name: 'Gezählt' },
    ],
    DUMP: [{ code: 'FROST', name: 'Frost' }],
  }
  const texts = textsOf(sheetGroups(registry, reasons))
  expect(texts).toContain('%T.R.COUNT')
  expect(texts).toContain('%T.R.2')
  for (const text of texts) {
    const [candidate] = classify(text)
    expect(candidate, text).toMatchObject({ kind: 'command' })
    const read = readCommandBarcode(registry, text.slice(COMMAND_PREFIX.length))
    expect(read.ok, text).toBe(true)
  }
})

it('leaves out empty groups of reasons', () => {
  expect(sheetGroups(registry, none).map(({ id }) => id)).not.toContain('reasons.DUMP')
})
