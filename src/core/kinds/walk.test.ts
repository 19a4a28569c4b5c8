import { describe, expect, it } from 'vitest'
import { growerKey } from '#core/wire/grower-key.ts'
import { count } from './count/rules.ts'
import { type Document, emptyLine, type Line } from './document.ts'
import { dump } from './dump/rules.ts'
import { issuance } from './issuance/rules.ts'
import type { Stage } from './kind.ts'
import { transfer } from './transfer/rules.ts'
import { findTargetEntry, lineAtHand, nextOnWalk, plantsOf, walkOf } from './walk.ts'
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
  it('counts the numbers of a shelf, and has lines without a shelf last', () => {
    const sheet = sheetOf(
      at('none', ''),
      at('ten', 'A-10'),
      at('grower', growerKey('1042')),
      at('two', 'A-2'),
      at('b', 'B-1'),
    )
    const keys = walkOf(sheet).map((key) => sheet.entries[key]?.line.barcode)
    expect(keys).toEqual(['two', 'ten', 'b', 'none', 'grower'])
  })

  it('of equal shelves is that of the list', () => {
    expect(walkOf(sheetOf(at('z', 'A-2'), at('a', 'a-2'), at('m', 'A-1')))).toEqual(['m', 'z', 'a'])
  })

  it('has a line that was added behind the others', () => {
    const sheet = sheetOf(at('z', 'A-2'))
    const line = { ...emptyLine, barcode: 'a', storageLocation: 'A-1' }
    expect(walkOf(sheet)).toEqual(['z'])
    expect(walkOf(changeWorksheet(issuance, sheet, { type: 'added', line }))).toEqual(['a', 'z'])
  })
})

describe('the next line', () => {
  const sheet = sheetOf(at('a', 'A-1'), at('b', 'A-2', picked), at('c', 'A-10'))

  it('is the first one in walking order', () => {
    expect(nextOnWalk(pick, sheet)?.key).toBe('a')
  })

  it('goes on from the last one that was scanned, and begins again behind the last', () => {
    expect(nextOnWalk(pick, sheet, 'b')?.key).toBe('c')
    expect(nextOnWalk(pick, sheet, 'c')?.key).toBe('a')
  })

  it('is there for every stage of a kind as that declares what is done', () => {
    const recount = sheetOf(at('a', 'A-1', { status: 'COUNTED' }), at('b', 'A-2', { status: 'RECOUNT' }))
    expect(nextOnWalk(count.stages.detail, recount)?.key).toBe('b')
    const written = sheetOf(at('a', 'A-1', { status: 'DUMPED' }), at('b', 'A-2', { status: 'OPEN' }))
    expect(nextOnWalk(dump.stages.detail, written)?.key).toBe('b')
  })
})

describe('the line at hand', () => {
  const refused = (sheet: Worksheet, key: string) =>
    changeWorksheet(issuance, sheet, {
      type: 'failed',
      key,
      problem: { code: 'insufficientQuantity' },
    })

  it('is the scanned one while it is not done, wherever it is', () => {
    const sheet = sheetOf(at('a', 'A-1'), at('c', 'A-10'))
    expect(lineAtHand(pick, sheet, 'c')?.key).toBe('c')
  })

  it('is the one with unsaved input or a refusal, also when it is done', () => {
    const sheet = sheetOf(at('a', 'A-1'), at('b', 'A-2', picked))
    expect(lineAtHand(pick, sheet, 'b')?.key).toBe('a')
    expect(lineAtHand(pick, refused(sheet, 'b'), 'b')?.key).toBe('b')
    const typed = changeWorksheet(issuance, sheet, { type: 'typed', key: 'b', text: '3' })
    expect(lineAtHand(pick, typed, 'b')?.key).toBe('b')
  })

  it('is a refused line before nothing at all', () => {
    const sheet = refused(sheetOf(at('a', 'A-1', picked), at('b', 'A-2', picked)), 'a')
    expect(lineAtHand(pick, sheet, 'b')?.key).toBe('a')
  })

  it('is the last scanned one when everything is done, and none before that', () => {
    const sheet = sheetOf(at('a', 'A-1'), at('b', 'A-2'))
    const saved = dump.stages.edit
    expect(lineAtHand(saved, sheet, 'a')?.key).toBe('a')
    expect(lineAtHand(saved, sheet, null)).toBeUndefined()
  })
})

it('plants are of what was ordered, also where less was taken, and tell how much is short', () => {
  const lines = [
    at('a', 'A-1', { status: 'PICKED', picked: 8 }),
    at('b', 'A-2'),
    at('c', 'A-3', { status: 'CANCELLED' }),
    at('d', 'A-4', { id: null }),
  ]
  const short = { lines: 1, plants: 2 }
  expect(plantsOf(pick, documentOf(lines))).toEqual({ done: 8, total: 20, short })
})

it('plants are of what was shipped where they are received, and of what was ordered at the origin', () => {
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

it('plants are of what was ordered in the editor too', () => {
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

it('nothing is short where nobody told what was wanted: of what was never ordered, and of a count', () => {
  const extra = at('a', 'A-1', { status: 'PICKED', ordered: 0, picked: 8 })
  const short = { lines: 0, plants: 0 }
  expect(plantsOf(pick, documentOf([extra]))).toEqual({ done: 8, total: 8, short })
  const counted = at('b', 'A-2', { status: 'COUNTED', ordered: 100, picked: 90 })
  expect(plantsOf(count.stages.detail, documentOf([counted])).short).toEqual(short)
})

describe('the line that a scan is about', () => {
  const done = ({ status }: Line) => status === 'DUMPED'
  const kept = (grower: string, status: Line['status']) =>
    at('A000000001', growerKey(grower), { id: grower, status })
  const aim = (sheet: Worksheet, current: string | null) =>
    findTargetEntry(sheet, 'A000000001', current, done)?.key

  it('is one that has not had its turn, also where the current one has', () => {
    const sheet = sheetOf(kept('1', 'DUMPED'), kept('2', 'OPEN'))
    expect(aim(sheet, null)).toBe('A000000001#GR2')
    expect(aim(sheet, 'A000000001#GR1')).toBe('A000000001#GR2')
  })

  it('is the current one of those that have not', () => {
    const sheet = sheetOf(kept('1', 'OPEN'), kept('2', 'OPEN'))
    expect(aim(sheet, null)).toBe('A000000001#GR1')
    expect(aim(sheet, 'A000000001#GR2')).toBe('A000000001#GR2')
  })

  it('is the current one, else the first, once all have had theirs', () => {
    const sheet = sheetOf(kept('1', 'DUMPED'), kept('2', 'DUMPED'))
    expect(aim(sheet, null)).toBe('A000000001#GR1')
    expect(aim(sheet, 'A000000001#GR2')).toBe('A000000001#GR2')
  })

  it('is the one that comes first on the walk, where plants stand at two shelves', () => {
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
    expect(aim(shelves('OPEN', 'OPEN'), null)).toBe('A000000001@B-2')
    expect(aim(shelves('OPEN', 'DUMPED'), null)).toBe('A000000001')
  })
})
