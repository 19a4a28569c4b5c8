import { describe, expect, it } from 'vitest'
import { adjustedAccount, stockAccount } from '../accounts.ts'
import type { Place } from '../document.ts'
import { emptyLine } from '../document.ts'
import type { Balances } from '../effects.ts'
import { documentAllows, lineAllows } from '../engine.ts'
import type { StoredDocument, StoredLine } from '../stored.ts'
import { effects, exceedsThreshold, THRESHOLD } from './effects.ts'
import { count } from './rules.ts'

const shelf = stockAccount('WAT', 'A-01')
const header = { Scope: 'SHELF', Shelf: 'A-01', Blind: 'YES', ReasonCode: 'COUNT', InventoryLocation: 'WAT' }
const line = (change: Partial<StoredLine> = {}): StoredLine => ({
  ...emptyLine,
  id: '1',
  barcode: 'A000000001',
  status: 'COUNTED',
  ordered: 100,
  picked: 100,
  held: 0,
  source: shelf,
  isReplant: false,
  counted: { by: 'ann', after: 5 },
  ...change,
})
const document = (
  lines: readonly StoredLine[] = [],
  change: Partial<StoredDocument> = {},
): StoredDocument => ({
  kind: 'count',
  mode: 'inventory',
  number: '60000001',
  status: 'OPEN',
  location: 'WAT',
  seasonId: 'S1',
  header,
  lines,
  ...change,
})
const balances = (qty: number, netInflow = 0, reserved = 0): Balances => ({
  quantity: () => qty,
  available: () => qty - reserved,
  latest: 9,
  netInflowSince: () => netInflow,
})

describe('the posting threshold', () => {
  it('is a number of plants, or a percentage of the expected quantity if that is more', () => {
    const { plants, percent } = THRESHOLD
    expect([exceedsThreshold(100, 100 - plants), exceedsThreshold(100, 100 - plants - 1)]).toEqual([
      false,
      true,
    ])
    const part = (5_000 * percent) / 100
    expect([exceedsThreshold(5_000, 5_000 + part), exceedsThreshold(5_000, 5_000 + part + 1)]).toEqual([
      false,
      true,
    ])
    expect([exceedsThreshold(0, plants), exceedsThreshold(0, plants + 1)]).toEqual([false, true])
  })
})

describe('a counted line', () => {
  const computeFields = (step: 'count' | 'recount', picked: number, qty: number) =>
    effects.lines[step].computeFields?.(document(), line({ picked }), balances(qty), 'bob')

  it('stores the balance, the last movement, the person and the reason', () => {
    expect(computeFields('count', 98, 100)).toEqual({
      ordered: 100,
      counted: { by: 'bob', after: 9 },
      reason: 'COUNT',
      status: 'COUNTED',
    })
    expect(computeFields('count', 60, 100)?.status).toBe('RECOUNT')
    expect(computeFields('recount', 60, 90)).toEqual({
      ordered: 90,
      counted: { by: 'bob', after: 9 },
      reason: 'COUNT',
    })
  })

  it('needs another person for the second count, and only that person can correct it', () => {
    const checkPerson = (status: 'RECOUNT' | 'RECOUNTED', by: string) =>
      effects.lines.recount.checkPerson?.(line({ status }), by)
    expect([checkPerson('RECOUNT', 'bob'), checkPerson('RECOUNTED', 'ann')]).toEqual([true, true])
    for (const refused of [checkPerson('RECOUNT', 'ann'), checkPerson('RECOUNTED', 'bob')]) {
      expect(refused).toMatchObject({ code: 'anotherPerson' })
    }
  })

  it('can be 0 and can be counted again, but has a second count only if needed', () => {
    expect(lineAllows(count, 'count', document(), line({ id: null }), 0)).toBe(true)
    expect(lineAllows(count, 'count', document(), line(), 7)).toBe(true)
    expect(lineAllows(count, 'recount', document(), line(), 7)).toMatchObject({ code: 'lineNotWhileStatus' })
    expect(lineAllows(count, 'recount', document(), line({ status: 'RECOUNT' }), 7)).toBe(true)
  })
})

describe('closing', () => {
  const { close } = effects.document
  if (close === 'none') throw new Error('Closing does something')
  const closeLine = (change: Partial<StoredLine>, current: Balances) => {
    const closedLine = { ...line(change), ...close.computeFields?.(document(), line(change), current, 'bob') }
    return { ...closedLine, flows: close.of(document(), closedLine, current) }
  }

  it('posts a small variance from the balance at the time of the count', () => {
    expect(closeLine({ picked: 97 }, balances(100))).toMatchObject({
      status: 'CLOSED',
      ordered: 100,
      flows: [{ from: shelf, to: adjustedAccount('WAT'), qty: 3 }],
    })
    // The balance includes a sale of 40 plants after the count.
    expect(closeLine({ picked: 97 }, balances(60, -40))).toMatchObject({
      ordered: 100,
      flows: [{ from: shelf, to: adjustedAccount('WAT'), qty: 3 }],
    })
    expect(closeLine({ picked: 100 }, balances(60, -40)).flows).toMatchObject([{ qty: 0 }])
    expect(closeLine({ picked: 100, received: 105 }, balances(100))).toMatchObject({
      flows: [{ from: adjustedAccount('WAT'), to: shelf, qty: 5 }],
    })
  })

  it('requests a decision on a variance above the threshold or of reserved plants', () => {
    const aboveThreshold = closeLine({ picked: 60, received: 61 }, balances(100))
    expect(aboveThreshold).toMatchObject({ status: 'REQUESTED', flows: [] })
    expect(effects.requestLines?.close?.(aboveThreshold)).toMatchObject({ picked: 100, received: 61 })
    const held = closeLine({ picked: 95 }, balances(100, 0, 98))
    expect(held).toMatchObject({ status: 'REQUESTED', flows: [] })
    expect(effects.requestLines?.close?.(closeLine({}, balances(100)))).toBeUndefined()
  })

  it('is refused without lines, or before every second count', () => {
    expect(documentAllows(count, 'close', document())).toMatchObject({ code: 'noLines' })
    expect(documentAllows(count, 'close', document([line({ status: 'RECOUNT' }), line()]))).toEqual({
      code: 'linesToRecount',
      facts: { n: 1 },
    })
    expect(documentAllows(count, 'close', document([line(), line({ status: 'RECOUNTED' })]))).toBe(true)
  })

  it('needs lines for all stock of the shelf or the location', () => {
    expect(close.requiredStock?.(document())).toEqual({ location: 'WAT', place: 'A-01' })
    const whole = document([], { header: { ...header, Scope: 'LOCATION' } })
    expect(close.requiredStock?.(whole)).toEqual({ location: 'WAT' })
  })
})

describe('a barcode on a count', () => {
  const chooseAccount = (scope: string, ...places: readonly string[]) =>
    effects.chooses?.(
      document([], { header: { ...header, Scope: scope } }),
      places.map((place) => stockAccount('WAT', place)),
    )

  it('belongs to the counted shelf, even if the ledger has it elsewhere', () => {
    expect(chooseAccount('SHELF', 'B-02')).toEqual({ ok: true, value: shelf })
    expect(chooseAccount('SHELF')).toEqual({ ok: true, value: shelf })
  })

  it('belongs to its only shelf if the whole location is counted', () => {
    expect(chooseAccount('LOCATION', 'B-02')).toEqual({ ok: true, value: stockAccount('WAT', 'B-02') })
    expect(chooseAccount('LOCATION', 'B-02', 'C-03')).toMatchObject({
      ok: false,
      error: { code: 'severalShelves' },
    })
    expect(chooseAccount('LOCATION')).toMatchObject({ ok: false, error: { code: 'shelfUnknown' } })
  })
})

describe('requests and responses', () => {
  const valueOf = (of: StoredDocument, name: 'ExpectedQty' | 'VarianceQty' | 'Qty') =>
    count.line[name].toResponse(line({ picked: 97 }), of)

  it('hide ledger quantities of a blind count until it is closed', () => {
    expect([
      valueOf(document(), 'ExpectedQty'),
      valueOf(document(), 'VarianceQty'),
      valueOf(document(), 'Qty'),
    ]).toEqual([null, null, 97])
    const closed = document([], { status: 'CLOSED' })
    expect([valueOf(closed, 'ExpectedQty'), valueOf(closed, 'VarianceQty')]).toEqual([100, -3])
    expect(valueOf(document([], { header: { ...header, Blind: 'NO' } }), 'ExpectedQty')).toBe(100)
    const all = Object.values(count.line).map(({ toResponse }) =>
      toResponse(line({ picked: 97 }), document()),
    )
    expect(all).not.toContain(100)
  })

  it('hide the quantities of found stock in a blind count, and return unlisted stock without a line', () => {
    const place: Place = { location: 'WAT', season: { id: 'S1', name: 'Straw', commodity: 'STRAW' } }
    const record = (barcode: string, shelfName: string) => ({
      ID: '1',
      BarcodeID: barcode,
      StorageLocation: shelfName,
      ReceivedQty: 100,
      Qty: 100,
      AvailableQty: 90,
    })
    const found = count.searchStock(place, 'inventory', header, { barcode: 'A000000001' })
    expect(found.input.query).toMatchObject({ storagelocation: 'A-01', known: true })
    const answer = { records: [record('A000000001', 'A-01')], total: 1 }
    expect(found.read(answer as never).records).toMatchObject([
      { Qty: null, AvailableQty: null, ReceivedQty: 0 },
    ])
    const shown = count.searchStock(place, 'inventory', { ...header, Blind: 'NO' }, { barcode: 'A000000001' })
    expect(shown.read(answer as never).records).toMatchObject([{ Qty: 100, AvailableQty: 100 }])
    const records = ['A000000001', 'A000000002', 'A000000003', 'A000000003'].map((each) =>
      record(each, 'A-01'),
    )
    const { unlisted } = count.stages.detail
    const lines = unlisted.of(place, document([line()])).read({ records, total: 4 } as never)
    expect(lines.map(({ barcode, available }) => [barcode, available])).toEqual([['A000000002', 0]])
  })
})
