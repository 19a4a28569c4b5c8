import { expect, test } from 'vitest'
import { refuse } from '#core/wire/refusals.ts'
import { documentPort } from '#tests/support/document-port.ts'
import type { CommandContext, DocumentPort } from './context.ts'
import { mayRun } from './dispatch.ts'
import { registry } from './index.ts'

const command = registry.byId('labelsOfLine')
const openedScreens: unknown[] = []
const context = (changes?: Partial<DocumentPort>) =>
  ({
    shell: { mayVisit: () => true, go: (...where: readonly unknown[]) => openedScreens.push(where) },
    document: documentPort(changes),
  }) as unknown as CommandContext
const openLabels = (changes: Partial<DocumentPort>, given = {}) => {
  openedScreens.length = 0
  void command.run(context(changes), given, { id: '1', source: 'key' })
  return openedScreens
}
const currentBarcode = () => 'B123456789'

test('the number of labels of a line is its current number of plants', () => {
  const described = (facts: Readonly<Record<string, number>>) =>
    openLabels({ currentBarcode, describe: () => facts })
  expect(described({ ordered: 50 })).toEqual([['print', undefined, { barcode: 'B123456789', count: '50' }]])
  expect(described({ ordered: 50, picked: 40, received: 38 })).toEqual([
    ['print', undefined, { barcode: 'B123456789', count: '38' }],
  ])
  expect(described({ ordered: 0 })).toEqual([['print', undefined, { barcode: 'B123456789' }]])
})

test('labels are for the given line, or else the focused one, and refused without a line', () => {
  expect(openLabels({ currentBarcode }, { barcode: 'C123456789' })).toEqual([
    ['print', undefined, { barcode: 'C123456789' }],
  ])
  expect(mayRun(command, context({ currentBarcode }))).toBe(true)
  expect(mayRun(command, context())).toEqual(refuse('noLine'))
})

test('plant passports are for all lines of a document', () => {
  const all = registry.byId('passportsOfDocument')
  const changes = { barcodes: () => ['B123456789'], describe: () => ({ ordered: 4 }) }
  openedScreens.length = 0
  void all.run(context(changes), {}, { id: '1', source: 'key' })
  expect(openedScreens).toEqual([
    ['print', undefined, expect.objectContaining({ barcodes: 'B123456789*4', passports: 'yes' })],
  ])
  expect(mayRun(all, context({ barcodes: () => [] }))).toEqual(refuse('noLine'))
})
