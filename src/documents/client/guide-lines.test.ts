import { expect, it } from 'vitest'
import { type Document, emptyLine } from '#core/kinds/document.ts'
import { dump } from '#core/kinds/dump/rules.ts'
import { issuance } from '#core/kinds/issuance/rules.ts'
import { openWorksheet } from '#core/kinds/worksheet.ts'
import { type Chosen, guideLines } from './guide-lines.ts'

const sheetOf = (...lines: readonly (readonly [barcode: string, shelf: string, picked?: number])[]) => {
  const document: Document = {
    kind: 'issuance',
    mode: 'inventory',
    number: '10000001',
    status: 'RESERVED',
    header: {},
    lines: lines.map(([barcode, storageLocation, picked = null]) => ({
      ...emptyLine,
      id: barcode,
      barcode,
      storageLocation,
      picked,
      status: picked === null ? 'RESERVED' : 'PICKED',
    })),
  }
  return openWorksheet(document)
}
const nothingChosen = { current: null, asked: null, chosen: null }

it('the next lines follow the current one and wrap around; done lines are apart, in walking order', () => {
  const sheet = sheetOf(['b', 'A-2', 5], ['d', 'A-10'], ['a', 'A-1'], ['c', 'A-3', 5])
  expect(guideLines(issuance.stages.detail, sheet, { ...nothingChosen, current: 'b' })).toEqual({
    currentKey: 'd',
    left: ['a'],
    done: ['b', 'c'],
  })
})

it('an entry screen has the last line as the current one and the others below it, the latest first', () => {
  const sheet = sheetOf(['a', 'A-1'], ['c', 'A-3'], ['b', 'A-2'])
  expect(guideLines(dump.stages.edit, sheet, { ...nothingChosen, current: 'b' })).toEqual({
    currentKey: 'b',
    left: [],
    done: ['c', 'a'],
  })
})

it('a line that a scan shows is the current one, done or not; a chosen one is until its data changes', () => {
  const sheet = sheetOf(['a', 'A-1', 5], ['b', 'A-2'])
  const { detail } = issuance.stages
  const chosen = { key: 'a', line: sheet.entries['a']?.line ?? emptyLine }
  const at = (scene: { readonly asked?: string; readonly chosen?: Chosen }) =>
    guideLines(detail, sheet, { ...nothingChosen, current: 'a', ...scene }).currentKey
  expect(at({})).toBe('b')
  expect(at({ asked: 'a' })).toBe('a')
  expect(at({ chosen })).toBe('a')
  expect(at({ chosen: { ...chosen, line: { ...chosen.line, picked: 4 } } })).toBe('b')
})
