import { describe, expect, it } from 'vitest'
import { growerStorageLocation } from '#core/wire/grower-key.ts'
import { count } from './count/rules.ts'
import { type Document, emptyLine, type Line } from './document.ts'
import { dump } from './dump/rules.ts'
import { issuance } from './issuance/rules.ts'
import type { Stage } from './kind.ts'
import { transfer } from './transfer/rules.ts'
import { findLineToWorkOn, findNextUnfinished, findTargetEntry, plantsOf, walkOf } from './walk.ts'
import { changeWorksheet, openWorksheet, type Worksheet, withSecondShelves } from './worksheet.ts'

const documentOf = (lines: readonly (Partial<Line> & { readonly barcode: string })[]): Document => ({
  kind: 'issuance',
  mode: 'inventory',
  number: '10000001',
  status: 'RESERVED',
  header: {},
  lines: lines.map((line) => ({ ...emptyLine, id: line.barcode, status: 'RESERVED', ordered: 10, ...line })),
})
const at = (barcode: string, storageLocation: string, more: Partial<Line> = {}) => ({
  barcode,
  storageLocation,
  ...more,
})
const sheetOf = (...lines: Parameters<typeof documentOf>[0][number][]) => openWorksheet(documentOf(lines))
const picked = { status: 'PICKED', picked: 10 } as const
const pick: Stage = issuance.stages.detail

describe('the walking order', () => {
  it('compares the numbers in shelf names, and puts lines without a shelf last', () => {
    const sheet = sheetOf(
      at('none', ''),
      at('ten', 'A-10'),
      at('grower', growerStorageLocation('1042')),
      at('two', 'A-2'),
      at('b', 'B-1'),
    )
    const keys = walkOf(sheet).map((key) => sheet.entries[key]?.line.barcode)
    expect(keys).toEqual(['two', 'ten', 'b', 'none', 'grower'])
  })

  it('keeps the list order within a shelf', () => {
    expect(walkOf(sheetOf(at('z', 'A-2'), at('a', 'a-2'), at('m', 'A-1')))).toEqual(['m', 'z', 'a'])
  })

  it('includes a line that was added later', () => {
    const sheet = sheetOf(at('z', 'A-2'))
    const line = { ...emptyLine, barcode: 'a', storageLocation: 'A-1' }
    expect(walkOf(sheet)).toEqual(['z'])
    expect(walkOf(changeWorksheet(issuance, sheet, { type: 'added', line }))).toEqual(['a', 'z'])
  })
})

describe('the next line', () => {
  const sheet = sheetOf(at('a', 'A-1'), at('b', 'A-2', picked), at('c', 'A-10'))

  it('is the first one in walking order', () => {
    expect(findNextUnfinished(pick, sheet)?.key).toBe('a')
  })

  it('continues after the last scanned line, and from the start after the last line', () => {
    expect(findNextUnfinished(pick, sheet, 'b')?.key).toBe('c')
    expect(findNextUnfinished(pick, sheet, 'c')?.key).toBe('a')
  })

  it('depends on the lines that the stage declares as done', () => {
    const recount = sheetOf(at('a', 'A-1', { status: 'COUNTED' }), at('b', 'A-2', { status: 'RECOUNT' }))
    expect(findNextUnfinished(count.stages.detail, recount)?.key).toBe('b')
    const written = sheetOf(at('a', 'A-1', { status: 'DUMPED' }), at('b', 'A-2', { status: 'OPEN' }))
    expect(findNextUnfinished(dump.stages.detail, written)?.key).toBe('b')
  })
})

describe('the line to work on', () => {
  const refused = (sheet: Worksheet, key: string) =>
    changeWorksheet(issuance, sheet, {
      type: 'failed',
      key,
      problem: { code: 'insufficientQuantity' },
    })

  it('is the scanned line until it is done, at any shelf', () => {
    const sheet = sheetOf(at('a', 'A-1'), at('c', 'A-10'))
    expect(findLineToWorkOn(pick, sheet, 'c')?.key).toBe('c')
  })

  it('is the scanned line while it has unsaved input or a refusal, even if it is done', () => {
    const sheet = sheetOf(at('a', 'A-1'), at('b', 'A-2', picked))
    expect(findLineToWorkOn(pick, sheet, 'b')?.key).toBe('a')
    expect(findLineToWorkOn(pick, refused(sheet, 'b'), 'b')?.key).toBe('b')
    const typed = changeWorksheet(issuance, sheet, { type: 'typed', key: 'b', text: '3' })
    expect(findLineToWorkOn(pick, typed, 'b')?.key).toBe('b')
  })

  it('is a refused line if all lines are done', () => {
    const sheet = refused(sheetOf(at('a', 'A-1', picked), at('b', 'A-2', picked)), 'a')
    expect(findLineToWorkOn(pick, sheet, 'b')?.key).toBe('a')
  })

  it('is the last scanned line if all lines are done, or none without a scan', () => {
    const sheet = sheetOf(at('a', 'A-1'), at('b', 'A-2'))
    const saved = dump.stages.edit
    expect(findLineToWorkOn(saved, sheet, 'a')?.key).toBe('a')
    expect(findLineToWorkOn(saved, sheet, null)).toBeUndefined()
  })
})

it('counts the total plants as ordered, and the missing plants of short picks', () => {
  const lines = [
    at('a', 'A-1', { status: 'PICKED', picked: 8 }),
    at('b', 'A-2'),
    at('c', 'A-3', { status: 'CANCELLED' }),
    at('d', 'A-4', { id: null }),
  ]
  const short = { lines: 1, plants: 2 }
  expect(plantsOf(pick, documentOf(lines))).toEqual({ done: 8, total: 20, short })
})

it('counts the total plants as shipped at the destination, and as ordered at the origin', () => {
  const lines = [
    at('a', 'A-1', { status: 'RECEIVED', ordered: 50, picked: 45, received: 40 }),
    at('b', 'A-2', { status: 'SHIPPED', ordered: 10, picked: 10 }),
  ]
  const { detail, receive } = transfer.stages
  const short = { lines: 1, plants: 5 }
  expect(plantsOf(receive as Stage, documentOf(lines))).toEqual({ done: 40, total: 55, short })
  expect(plantsOf(detail, documentOf(lines))).toEqual({
    done: 50,
    total: 60,
    short: { lines: 1, plants: 10 },
  })
})

it('counts the total plants as ordered in the editor', () => {
  const lines = [
    at('a', 'A-1', { status: 'PICKED', ordered: 40, picked: 30 }),
    at('b', 'A-2', { ordered: 10 }),
  ]
  for (const { stages } of [issuance, transfer])
    expect(plantsOf(stages.edit, documentOf(lines))).toEqual({
      done: 40,
      total: 50,
      short: { lines: 1, plants: 10 },
    })
})

it('counts no plants as missing without an expected quantity', () => {
  const extra = at('a', 'A-1', { status: 'PICKED', ordered: 0, picked: 8 })
  const short = { lines: 0, plants: 0 }
  expect(plantsOf(pick, documentOf([extra]))).toEqual({ done: 8, total: 8, short })
  const counted = at('b', 'A-2', { status: 'COUNTED', ordered: 100, picked: 90 })
  expect(plantsOf(count.stages.detail, documentOf([counted])).short).toEqual(short)
})

describe('the target line of a scan', () => {
  const done = ({ status }: Line) => status === 'DUMPED'
  const storedLine = (grower: string, status: Line['status']) =>
    at('A000000001', growerStorageLocation(grower), { id: grower, status })
  const targetOf = (sheet: Worksheet, current: string | null) =>
    findTargetEntry(sheet, 'A000000001', current, done)?.key

  it('is a line that is not done, even if the current line has the barcode', () => {
    const sheet = sheetOf(storedLine('1', 'DUMPED'), storedLine('2', 'OPEN'))
    expect(targetOf(sheet, null)).toBe('A000000001#GR2')
    expect(targetOf(sheet, 'A000000001#GR1')).toBe('A000000001#GR2')
  })

  it('is the current line if several lines are not done', () => {
    const sheet = sheetOf(storedLine('1', 'OPEN'), storedLine('2', 'OPEN'))
    expect(targetOf(sheet, null)).toBe('A000000001#GR1')
    expect(targetOf(sheet, 'A000000001#GR2')).toBe('A000000001#GR2')
  })

  it('is the current line, else the first, if all lines are done', () => {
    const sheet = sheetOf(storedLine('1', 'DUMPED'), storedLine('2', 'DUMPED'))
    expect(targetOf(sheet, null)).toBe('A000000001#GR1')
    expect(targetOf(sheet, 'A000000001#GR2')).toBe('A000000001#GR2')
  })

  it('is the first line in walking order if the barcode is at two shelves', () => {
    const shelves = (one: Line['status'], other: Line['status']) =>
      openWorksheet({
        ...documentOf([]),
        lines: withSecondShelves(
          documentOf([
            at('A000000001', 'B-10', { id: '1', status: one }),
            at('A000000001', 'B-2', { id: '2', status: other }),
          ]).lines,
        ),
      })
    expect(targetOf(shelves('OPEN', 'OPEN'), null)).toBe('A000000001@B-2')
    expect(targetOf(shelves('OPEN', 'DUMPED'), null)).toBe('A000000001')
  })
})
