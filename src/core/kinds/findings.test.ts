import { describe, expect, it } from 'vitest'
import { STATUSES } from '#core/wire/constants.ts'
import { lineOf } from '#tests/support/kind-work.ts'
import { type Document, emptyLine, type Line } from './document.ts'
import { documentAllows } from './engine.ts'
import { findingsOf, signatureOf, totalsOf, type Unfinished } from './findings.ts'
import { kinds } from './index.ts'
import type { Kind } from './kind.ts'
import { finalScreenFrom, stageOf } from './screens.ts'
import type { StageId } from './verbs.ts'
import type { Entry } from './worksheet.ts'

const A = 'A000000001'
const B = 'B000000001'

const document = (kind: Kind, lines: readonly Line[], change: Partial<Document> = {}): Document => ({
  kind: kind.kind,
  mode: 'inventory',
  number: '10000001',
  status: 'OPEN',
  header: {},
  lines,
  ...change,
})

const find = (kind: Kind, stage: StageId, of: Document, change: Partial<Unfinished> = {}) =>
  findingsOf(stageOf(kind, stage).checks, {
    document: of,
    stage,
    unsaved: [],
    field: null,
    header: false,
    pending: [],
    held: [],
    unlisted: [],
    ...change,
  })

// Each finding as `barcode id`, with `stops` if it blocks the end of the document.
const names = (...args: Parameters<typeof find>) =>
  find(...args).map(({ barcode, id, stops }) => [barcode, id, ...(stops ? ['stops'] : [])].join(' ').trim())

const entry = (line: Line, change: Partial<Entry> = {}): Entry => ({
  key: line.barcode,
  line,
  typed: null,
  reason: null,
  isSearching: false,
  isUnconfirmed: false,
  problem: null,
  ...change,
})

describe.each([
  ['issuance', kinds.issuance],
  ['transfer', kinds.transfer],
] as const)('%s, before shipping', (_, kind) => {
  const picked = (barcode: string, n: number, ordered = 10) =>
    lineOf(barcode, { status: 'PICKED', ordered, picked: n })

  it('finds nothing if all ordered plants are picked', () => {
    expect(names(kind, 'detail', document(kind, [picked(A, 10), picked(B, 3, 3)]))).toEqual([])
  })

  it('finds unpicked lines, lines of 0, and short and over picks', () => {
    expect(names(kind, 'detail', document(kind, [lineOf(A, { status: 'RESERVED' })]))).toEqual([
      `${A} untouched stops`,
    ])
    expect(names(kind, 'detail', document(kind, [lineOf(A, { status: 'RESERVED', ordered: 0 })]))).toEqual([
      `${A} zero stops`,
    ])
    const [short] = find(kind, 'detail', document(kind, [picked(A, 7)]))
    expect(short).toMatchObject({ id: 'short', stops: false, facts: { n: 7, ordered: 10, by: 3 } })
    expect(short?.settles).toEqual(['keep', 'fill', 'delete'])
    expect(find(kind, 'detail', document(kind, [picked(A, 12)]))[0]).toMatchObject({
      id: 'over',
      stops: false,
      facts: { n: 12, ordered: 10, by: 2 },
    })
  })
})

describe('transfer, before receiving', () => {
  const kind = kinds.transfer
  const arrived = (barcode: string, received: number) =>
    lineOf(barcode, { status: 'RECEIVED', picked: 8, received })
  const header = { ShipPlantTemperature: '4', ReceiptPlantTemperature: '5' }

  it('finds nothing if all shipped plants and the temperature are received', () => {
    expect(names(kind, 'receive', document(kind, [arrived(A, 8)], { header }))).toEqual([])
    expect(names(kind, 'receive', document(kind, [arrived(A, 8)]))).toEqual([])
  })

  it('finds unreceived lines, lines of 0, different quantities and a missing temperature', () => {
    const lines = [
      lineOf(A, { status: 'SHIPPED', picked: 8 }),
      arrived(B, 0),
      arrived('C000000001', 6),
      arrived('D000000001', 9),
    ]
    const of = document(kind, lines, { header: { ...header, ReceiptPlantTemperature: '' } })
    expect(names(kind, 'receive', of)).toEqual([
      `${A} untouched stops`,
      `${B} zero`,
      'C000000001 differs',
      'D000000001 differs',
      'noTemperature',
    ])
    expect(find(kind, 'receive', of).map(({ facts }) => facts['by'])).toEqual([2, 8, 2, 1, undefined])
    expect(find(kind, 'receive', of).at(-1)?.facts).toEqual({ shipped: '4' })
  })

  it('reports only the unsaved field for a temperature that is typed but not saved', () => {
    const of = document(kind, [arrived(A, 8)], { header: { ...header, ReceiptPlantTemperature: '' } })
    expect(names(kind, 'receive', of, { field: '6' })).toEqual(['unsavedField stops'])
  })
})

describe('dumps, returns and counts', () => {
  it('finds lines of 0 and open lines on a dump, and nothing if every line is dumped', () => {
    const dumped = lineOf(A, { status: 'DUMPED' })
    for (const stage of ['edit', 'detail'] as const) {
      expect(names(kinds.dump, stage, document(kinds.dump, [dumped]))).toEqual([])
      expect(
        names(kinds.dump, stage, document(kinds.dump, [lineOf(A), lineOf(B, { ordered: 0 }), dumped])),
      ).toEqual([`${A} untouched stops`, `${B} zero stops`])
    }
  })

  it('finds lines of 0 on a return', () => {
    for (const stage of ['edit', 'detail'] as const) {
      expect(
        names(kinds.return, stage, document(kinds.return, [lineOf(A), lineOf(B, { ordered: 0 })])),
      ).toEqual([`${B} zero stops`])
    }
  })

  it('finds lines that need a second count and unlisted stock on a count, but accepts a count of 0', () => {
    const of = document(kinds.count, [
      lineOf(A, { status: 'RECOUNT', picked: 40 }),
      lineOf(B, { status: 'COUNTED', picked: 0 }),
    ])
    const unlisted = [{ ...emptyLine, barcode: 'C000000001' }]
    expect(names(kinds.count, 'detail', of, { unlisted })).toEqual([
      `${A} untouched stops`,
      'C000000001 unlisted',
    ])
  })
})

describe('unfinished work', () => {
  const kind = kinds.issuance
  const line = lineOf(A, { status: 'PICKED', picked: 7 })
  const of = document(kind, [line])

  it('comes first, blocks the end, and is the only finding of its line', () => {
    const typed = entry(line, { typed: '8' })
    expect(names(kind, 'detail', of, { unsaved: [{ entry: typed, stage: 'detail' }] })).toEqual([
      `${A} unsaved stops`,
    ])
    expect(names(kind, 'detail', of, { held: [A, 'HELLO'] })).toEqual([
      `${A} heldScan stops`,
      'HELLO heldScan stops',
    ])
    const pending = { barcode: A, code: 'insufficientQuantity', facts: {} }
    for (const state of ['onItsWay', 'refused'] as const) {
      const [found, ...more] = find(kind, 'detail', of, { pending: [{ ...pending, state }] })
      expect(found).toMatchObject({
        id: state,
        key: A,
        stops: true,
        message: { code: 'insufficientQuantity' },
      })
      expect(more).toEqual([])
    }
  })

  it('includes unsaved lines, reasons and headers, with their screen', () => {
    const added = entry({ ...line, id: null, barcode: B })
    const unsaved = [
      { entry: added, stage: 'edit' as const },
      { entry: entry(line, { reason: 'DEAD' }), stage: 'detail' as const },
    ]
    const found = find(kind, 'detail', of, { unsaved, header: true })
    expect(found.map(({ id, elsewhere, settles }) => [id, elsewhere, settles])).toEqual([
      ['unsavedLine', 'edit', ['discard']],
      ['unsavedReason', undefined, ['discard']],
      ['unsavedHeader', undefined, ['discard']],
    ])
  })

  it('gets a new signature when its facts change', () => {
    const sign = (picked: number) =>
      find(kind, 'detail', document(kind, [{ ...line, picked }])).map(signatureOf)
    expect(sign(7)).toEqual(sign(7))
    expect(sign(7)).not.toEqual(sign(6))
  })
})

// A line in every status of its kind, with and without plants.
const everyLine = (kind: Kind) =>
  STATUSES.filter((status) => Object.values(kind.lineSteps).some(({ to }) => to === status)).flatMap(
    (status) =>
      [0, 10].map((ordered) =>
        lineOf(A, { status, ordered, reason: 'GOOD', picked: ordered, received: ordered }),
      ),
  )

it.each(
  Object.values<Kind>(kinds).flatMap((kind) =>
    (['edit', 'detail', 'receive'] as const).flatMap((stage) => {
      const end = finalScreenFrom(kind, stage)
      return end?.stage === stage ? [[kind.kind, stage, end.step, kind] as const] : []
    }),
  ),
)('%s, %s: line findings block the end exactly if the rules refuse to %s', (_, stage, step, kind) => {
  const [status] = kind.documentSteps[step]?.from ?? []
  for (const line of everyLine(kind)) {
    const of = document(kind, [line], { status: status ?? 'OPEN' })
    const stops = find(kind, stage, of).some((finding) => finding.stops)
    expect([line.status, line.ordered, stops]).toEqual([
      line.status,
      line.ordered,
      documentAllows(kind, step, of) !== true,
    ])
  }
})

it('counts the plants of the latest step of each line', () => {
  const lines = [lineOf(A, { picked: 7 }), lineOf(B, { picked: 8, received: 6 }), lineOf('C000000001')]
  expect(totalsOf(document(kinds.transfer, lines))).toEqual({ plants: 23, n: 3 })
})
