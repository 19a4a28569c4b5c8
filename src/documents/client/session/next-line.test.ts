import { expect, it } from 'vitest'
import { count } from '#core/kinds/count/rules.ts'
import { type Document, emptyLine, type Line } from '#core/kinds/document.ts'
import { issuance } from '#core/kinds/issuance/rules.ts'
import { openWorksheet } from '#core/kinds/worksheet.ts'
import { growerStorageLocation } from '#core/wire/grower-key.ts'
import { nextLine } from './next-line.ts'

const sheetOf = (...lines: readonly Partial<Line>[]) => {
  const document: Document = {
    kind: 'issuance',
    mode: 'inventory',
    number: '10000001',
    status: 'RESERVED',
    header: {},
    lines: lines.map((line, index) => ({
      ...emptyLine,
      id: String(index),
      barcode: `B00000000${index}`,
      status: 'RESERVED',
      ordered: 10 + index,
      storageLocation: `A-0${index}`,
      ...line,
    })),
  }
  return openWorksheet(document)
}

it('the next line is the first open one in the list, with its shelf and quantity', () => {
  const sheet = sheetOf({ status: 'PICKED', picked: 10 }, {}, {})
  expect(nextLine(issuance.stages.detail, sheet)).toEqual({
    barcode: 'B000000001',
    shelf: 'A-01',
    quantity: 11,
  })
})

it('a line that needs action comes first, and a line without a proposal has no quantity', () => {
  const sheet = sheetOf({ status: 'RECOUNT' }, { status: 'RECOUNTED' })
  expect(nextLine(count.stages.detail, sheet)).toMatchObject({ shelf: 'A-00', quantity: null })
})

it('plants in grower storage have no shelf', () => {
  expect(
    nextLine(issuance.stages.detail, sheetOf({ storageLocation: growerStorageLocation('1042') }))?.shelf,
  ).toBe('')
})

it('there is no next line after the last one', () => {
  expect(nextLine(issuance.stages.detail, sheetOf({ status: 'PICKED' }))).toBeUndefined()
})
