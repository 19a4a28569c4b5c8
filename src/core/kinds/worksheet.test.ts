import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Document, emptyLine, type Line } from './document.ts'
import { issuance } from './issuance/rules.ts'
import { progressOf } from './progress.ts'
import {
  changeWorksheet,
  findEntry,
  findSameLine,
  lineKey,
  openWorksheet,
  pendingEntries,
  type Worksheet,
  type WorksheetEvent,
  withSecondShelves,
} from './worksheet.ts'

const line = (barcode: string, change: Partial<Line> = {}): Line => ({
  ...emptyLine,
  id: null,
  barcode,
  status: 'OPEN',
  ordered: 0,
  picked: null,
  received: null,
  reason: '',
  storageLocation: 'A-01',
  available: 100,
  plant: { variety: 'Meeker', trimType: 'Plug', stockType: 'COMMERCIAL', commodity: 'RASP' },
  ...change,
})
const document = (lines: readonly Line[], change: Partial<Document> = {}): Document => ({
  kind: 'issuance',
  mode: 'inventory',
  number: '10000001',
  status: lines.length > 0 ? 'RESERVED' : 'OPEN',
  header: { IssueToType: 'Grower', IssueToNbr: '7' },
  lines,
  ...change,
})
const run = (sheet: Worksheet, ...events: WorksheetEvent[]) =>
  events.reduce((now, event) => changeWorksheet(issuance, now, event), sheet)

const ordered = (sheet: Worksheet, barcode: string, quantity: number, id = `id-${barcode}`) =>
  run(sheet, { type: 'stepped', key: barcode, step: 'order', quantity, id })

describe('a worksheet', () => {
  it('clears the name of another person after a step on a line', () => {
    const sheet = openWorksheet(
      document([line('A000000001', { id: '1', status: 'RESERVED', changedBy: 'ravi.receiver' })]),
    )
    const picked = run(sheet, { type: 'stepped', key: 'A000000001', step: 'pick', quantity: 5, id: '1' })
    expect(sheet.entries.A000000001?.line.changedBy).toBe('ravi.receiver')
    expect(picked.entries.A000000001?.line).toMatchObject({ status: 'PICKED', changedBy: '' })
  })

  it('keeps new lines in the order of their addition, as pending', () => {
    const sheet = run(
      openWorksheet(document([line('A000000001', { id: '1', status: 'RESERVED', ordered: 5 })])),
      { type: 'added', line: line('B000000001') },
      { type: 'added', line: line('C000000001'), typed: '7' },
      { type: 'added', line: line('B000000001') },
    )
    expect(sheet.order).toEqual(['A000000001', 'B000000001', 'C000000001'])
    expect(pendingEntries(sheet).map((entry) => entry.key)).toEqual(['B000000001', 'C000000001'])
  })

  it('reserves the document with the first order, and opens it again without lines', () => {
    const added = run(openWorksheet(document([])), { type: 'added', line: line('A000000001') })
    expect(added.document.status).toBe('OPEN')
    const reserved = ordered(added, 'A000000001', 12)
    expect(reserved.document.status).toBe('RESERVED')
    expect(reserved.document.lines).toMatchObject([{ id: 'id-A000000001', ordered: 12, status: 'RESERVED' }])
    const gone = run(reserved, { type: 'dropped', key: 'A000000001' })
    expect(gone).toMatchObject({ order: [], document: { status: 'OPEN', lines: [] } })
  })

  it('removes an unsaved line without a change of the document', () => {
    const one = ordered(
      run(openWorksheet(document([])), { type: 'added', line: line('A000000001') }),
      'A000000001',
      1,
    )
    const sheet = run(
      one,
      { type: 'added', line: line('B000000001') },
      { type: 'dropped', key: 'B000000001' },
    )
    expect(sheet.document).toBe(one.document)
  })

  it('clears the picked quantity with a new order', () => {
    const start = openWorksheet(document([line('A000000001', { id: '1', status: 'RESERVED', ordered: 40 })]))
    const picked = run(start, { type: 'stepped', key: 'A000000001', step: 'pick', quantity: 30, id: null })
    expect(picked.entries.A000000001?.line).toMatchObject({
      id: '1',
      status: 'PICKED',
      ordered: 40,
      picked: 30,
    })
    expect(progressOf(issuance.stages.detail, picked.document)).toEqual({ done: 1, total: 1 })
    const back = run(picked, { type: 'stepped', key: 'A000000001', step: 'order', quantity: 40, id: null })
    expect(back.entries.A000000001?.line).toMatchObject({ status: 'RESERVED', ordered: 40, picked: null })
    expect(progressOf(issuance.stages.detail, back.document)).toEqual({ done: 0, total: 1 })
  })

  it('ships every line with the document', () => {
    const sheet = run(
      openWorksheet(document([line('A000000001', { id: '1', status: 'PICKED', ordered: 4, picked: 4 })])),
      { type: 'advanced', step: 'ship' },
    )
    expect(sheet.document.status).toBe('SHIPPED')
    expect(sheet.entries.A000000001?.line.status).toBe('SHIPPED')
    expect(progressOf(issuance.stages.detail, sheet.document)).toEqual({ done: 1, total: 1 })
  })

  it('keeps unsaved input and lines when the document is loaded again', () => {
    const sheet = run(
      openWorksheet(
        document([
          line('A000000001', { id: '1', status: 'RESERVED', ordered: 4 }),
          line('B000000001', { id: '2', status: 'RESERVED', ordered: 4 }),
        ]),
      ),
      { type: 'typed', key: 'A000000001', text: '9' },
      { type: 'added', line: line('N000000001'), typed: '3' },
      {
        type: 'loaded',
        document: document([
          line('A000000001', { id: '1', status: 'PICKED', ordered: 4, picked: 4 }),
          line('C000000001', { id: '3', status: 'RESERVED', ordered: 1 }),
        ]),
      },
    )
    // Visible rows keep their position.
    expect(sheet.order).toEqual(['A000000001', 'N000000001', 'C000000001'])
    expect(sheet.entries.A000000001).toMatchObject({ typed: '9', line: { status: 'PICKED' } })
    expect(sheet.entries.N000000001?.typed).toBe('3')
    expect(findEntry(sheet, 'B000000001')).toBeUndefined()
  })

  it('has a separate key for each grower of a barcode', () => {
    expect(lineKey({ barcode: 'A000000001', storageLocation: '#GR12' })).toBe('A000000001#GR12')
    expect(lineKey({ barcode: 'A000000001', storageLocation: 'A-01' })).toBe('A000000001')
    const sheet = run(openWorksheet(document([])), {
      type: 'added',
      line: line('A000000001', { storageLocation: '#GR12' }),
    })
    expect(findEntry(sheet, 'A000000001')?.key).toBe('A000000001#GR12')
  })

  it('updates the available quantity of a line without other changes', () => {
    const saved = line('A000000001', { id: '1', status: 'RESERVED', ordered: 4, available: 100 })
    const sheet = run(openWorksheet(document([saved])), {
      type: 'loaded',
      document: document([{ ...saved, available: 60 }]),
    })
    expect(sheet.entries.A000000001?.line.available).toBe(60)
  })

  it('subtracts the reserved plants of a line from its available quantity after each step', () => {
    const availableOf = (sheet: Worksheet) => sheet.entries.A000000001?.line.available
    const step = (name: string, quantity: number): WorksheetEvent => ({
      type: 'stepped',
      key: 'A000000001',
      step: name,
      quantity,
      id: '1',
    })
    const added = run(openWorksheet(document([])), {
      type: 'added',
      line: line('A000000001', { available: 1200 }),
    })
    const held = run(added, step('order', 100))
    expect(availableOf(held)).toBe(1100)
    const more = run(held, step('order', 150))
    expect(availableOf(more)).toBe(1050)
    const picked = run(more, step('pick', 120))
    expect(availableOf(picked)).toBe(1080)
    expect(availableOf(run(picked, step('order', 150)))).toBe(1050)
    const unknown = run(openWorksheet(document([])), {
      type: 'added',
      line: line('A000000001', { available: null }),
    })
    expect(availableOf(run(unknown, step('order', 100)))).toBeNull()
  })

  it('never counts a cancelled line as done', () => {
    const lines = [
      line('A000000001', { id: '1', status: 'CANCELLED', ordered: 4, picked: 4 }),
      line('B000000001', { id: '2', status: 'CANCELLED', ordered: 4 }),
    ]
    const cancelled = document(lines, { status: 'CANCELLED' })
    expect(progressOf(issuance.stages.detail, cancelled)).toEqual({ done: 0, total: 2 })
    expect(progressOf(issuance.stages.edit, cancelled)).toEqual({ done: 0, total: 2 })
  })

  it('counts only saved lines as progress', () => {
    const lines = [
      line('A000000001', { id: '1', status: 'PICKED', ordered: 4, picked: 4 }),
      line('B000000001'),
    ]
    expect(progressOf(issuance.stages.detail, document(lines))).toEqual({ done: 1, total: 1 })
  })

  const barcodes = ['A000000001', 'B000000001', 'C000000001', 'D000000001']
  const barcode = fc.constantFrom(...barcodes)
  const event: fc.Arbitrary<WorksheetEvent> = fc.oneof(
    barcode.map((code): WorksheetEvent => ({ type: 'added', line: line(code) })),
    fc
      .record({ key: barcode, text: fc.constantFrom('1', '20', '', null) })
      .map((given): WorksheetEvent => ({ type: 'typed', ...given })),
    fc
      .record({
        key: barcode,
        step: fc.constantFrom('order', 'pick'),
        quantity: fc.nat(50),
        id: fc.constant('x'),
      })
      .map((given): WorksheetEvent => ({ type: 'stepped', ...given })),
    barcode.map((key): WorksheetEvent => ({ type: 'dropped', key })),
    barcode.map((key): WorksheetEvent => ({ type: 'failed', key, problem: { code: 'offline' } })),
  )

  it('has each barcode once, matches its document, and leaves other lines unchanged after any events', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        let sheet = openWorksheet(document([]))
        for (const one of events) {
          const before = sheet
          sheet = changeWorksheet(issuance, sheet, one)
          expect(new Set(sheet.order).size).toBe(sheet.order.length)
          expect(Object.keys(sheet.entries).sort()).toEqual([...sheet.order].sort())
          const saved = sheet.order.filter((key) => typeof sheet.entries[key]?.line.id === 'string')
          expect(sheet.document.lines.map(lineKey).sort()).toEqual(saved.sort())
          for (const entry of saved) {
            const documentLine = sheet.document.lines.find((candidate) => lineKey(candidate) === entry)
            expect(documentLine).toEqual(sheet.entries[entry]?.line)
          }
          expect(sheet.document.status).toBe(saved.length > 0 ? 'RESERVED' : 'OPEN')
          const changedKey = 'key' in one ? one.key : 'line' in one ? lineKey(one.line) : ''
          for (const key of before.order.filter((candidate) => candidate !== changedKey)) {
            expect(sheet.entries[key]).toBe(before.entries[key])
          }
        }
      }),
    )
  })
})

describe('a barcode at two shelves', () => {
  const barcode = 'A000000001'
  const saved = (id: string, storageLocation: string) => line(barcode, { id, storageLocation })
  const lines = withSecondShelves([saved('1', 'A-01'), line('B000000001', { id: '2' }), saved('3', 'B-02')])
  const second = `${barcode}@B-02`

  it('has a line for each shelf; the first line has the barcode as key', () => {
    expect(lines.map(lineKey)).toEqual([barcode, 'B000000001', second])
    expect(openWorksheet(document(lines)).order).toEqual([barcode, 'B000000001', second])
  })

  it('keeps the input in the second line when the first is deleted', () => {
    const sheet = [
      { type: 'typed', key: second, text: '25' },
      { type: 'dropped', key: barcode },
      { type: 'loaded', document: document(withSecondShelves([saved('3', 'B-02')])) },
    ].reduce(
      (now, event) => changeWorksheet(issuance, now, event as WorksheetEvent),
      openWorksheet(document(lines)),
    )
    expect(sheet.order).toEqual([barcode])
    expect(sheet.entries[barcode]).toMatchObject({ key: barcode, typed: '25', line: { id: '3' } })
  })
  it('does not confuse the second line with a deleted first line', () => {
    const left = withSecondShelves([saved('3', 'B-02')])
    expect(findSameLine(left, saved('1', 'A-01'))).toBeUndefined()
    expect(findSameLine(left, { ...saved('3', 'B-02'), secondShelf: true })).toMatchObject({ id: '3' })
    const typed = changeWorksheet(issuance, openWorksheet(document(lines)), {
      type: 'typed',
      key: barcode,
      text: '25',
    })
    const sheet = changeWorksheet(issuance, typed, { type: 'loaded', document: document(left) })
    expect(sheet.entries[barcode]).toMatchObject({ typed: null, line: { id: '3' } })
  })
})
