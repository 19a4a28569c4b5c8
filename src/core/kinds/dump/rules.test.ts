import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { calls } from '#core/wire/calls.ts'
import { STATUSES } from '#core/wire/constants.ts'
import { REPLIES } from '#core/wire/reply-messages.ts'
import { actor, documentsLike, place, read, wireOf } from '#tests/support/kind-work.ts'
import { drawDocumentSteps, drawLineSteps } from '../diagram.ts'
import type { Document, Line } from '../document.ts'
import { documentAllows, lineAllows, lineStepFor, mayAct, mayList, mayOpen } from '../engine.ts'
import { documentCalls } from '../index.ts'
import { judgeLine } from '../judge.ts'
import type { Change } from '../kind.ts'
import { DumpBody, DumpDetail, DumpReply } from './fields.ts'
import { dump } from './rules.ts'

const { line, document } = documentsLike({
  kind: 'dump',
  number: '30000001',
  status: 'OPEN',
  header: {
    LogNbr: '30000001',
    AuthorizedBy: 'Ann',
    AuthorizedDate: '2026-11-20',
    DumpWarehouse: 'WH1',
    TrimSeasonID: '5',
  },
  line: { reason: 'DEAD' },
})
const { bodyOf, judged } = wireOf(dump, DumpBody, DumpReply)

describe('dump: statuses', () => {
  const dumped = line('A000000001', { status: 'DUMPED' })

  it('completes only if every line is dumped, with the reason for a refusal', () => {
    expect(documentAllows(dump, 'complete', document([]))).toEqual({ code: 'noLines' })
    expect(documentAllows(dump, 'complete', document([dumped, line('B000000001')]))).toEqual({
      code: 'linesStillOpen',
      facts: { open: 1 },
    })
    expect(documentAllows(dump, 'complete', document([line('B000000001', { ordered: 0 })]))).toEqual({
      code: 'linesWithoutQuantity',
      facts: { barcode: 'B000000001' },
    })
    expect(documentAllows(dump, 'complete', document([dumped]))).toBe(true)
  })

  it('shows its Dump button while it is open and every line has a quantity', () => {
    const shows = (one: Document) => dump.stages.detail.showsFinal(one)
    expect(shows(document([line('A000000001')]))).toBe(true)
    expect(shows(document([]))).toBe(false)
    expect(shows(document([dumped, line('B000000001', { ordered: 0 })]))).toBe(false)
    expect(shows(document([dumped], { status: 'DUMPED' }))).toBe(false)
  })

  it('cannot be cancelled after a line is dumped', () => {
    expect(documentAllows(dump, 'cancel', document([line('A000000001')]))).toBe(true)
    expect(documentAllows(dump, 'cancel', document([dumped, line('B000000001')]))).toEqual({
      code: 'linesDumped',
      facts: { n: 1 },
    })
  })

  it.each(STATUSES)('allows changes in status %s only if that is OPEN', (status) => {
    const one = document([line('A000000001')], { status })
    const open = status === 'OPEN'
    expect(documentAllows(dump, 'edit', one) === true).toBe(open)
    expect(documentAllows(dump, 'cancel', one) === true).toBe(open)
    for (const step of ['save', 'dump', 'delete'] as const) {
      expect(lineAllows(dump, step, one, line('A000000001'), 5) === true).toBe(open)
    }
  })

  it('needs a reason for each line, saves a quantity of 0, but never dumps it', () => {
    const one = document([])
    expect(lineAllows(dump, 'save', one, line('A000000001', { id: null, reason: '' }), 5)).toEqual({
      code: 'reasonMissing',
    })
    expect(lineAllows(dump, 'save', one, line('A000000001', { id: null }), 0)).toBe(true)
    expect(lineAllows(dump, 'dump', one, line('A000000001'), 0)).toEqual({ code: 'quantityZero' })
    expect(lineAllows(dump, 'dump', one, dumped, 5)).toMatchObject({ code: 'lineNotWhileStatus' })
  })

  it('saves a line before it is dumped', () => {
    expect(lineStepFor(dump, null, 'OPEN')).toBe('save')
    expect(lineStepFor(dump, 'OPEN', 'OPEN')).toBe('save')
    expect(lineStepFor(dump, 'OPEN', 'DUMPED')).toBe('dump')
    expect(lineStepFor(dump, null, 'DUMPED')).toBeUndefined()
  })
})

describe('dump: access', () => {
  const { inventory, growerStorage } = dump.modes

  it('needs DUMPHOMEKEY for the screen, and also DUMPKEY for the list', () => {
    expect(mayOpen(inventory.access, actor())).toEqual({ code: 'keyMissing', facts: { key: 'DUMPHOMEKEY' } })
    expect(mayOpen(inventory.access, actor('DUMPHOMEKEY'))).toBe(true)
    expect(mayList(inventory.access, actor('DUMPHOMEKEY'))).toEqual({
      code: 'keyMissing',
      facts: { key: 'DUMPKEY' },
    })
    expect(mayList(inventory.access, actor('DUMPHOMEKEY', 'DUMPKEY'))).toBe(true)
  })

  it.each([
    ['create', 'DUMPCREATEKEY', 'DUMPKEY'],
    ['edit', 'DUMPCREATEKEY', 'DUMPKEY'],
    ['delete', 'DUMPCREATEKEY', 'DUMPKEY'],
    ['cancel', 'DUMPCREATEKEY', 'DUMPKEY'],
    ['dump', 'DUMPKEY', 'DUMPCREATEKEY'],
    ['complete', 'DUMPKEY', 'DUMPCREATEKEY'],
  ] as const)('allows %s with %s, but not with %s', (step, key, other) => {
    expect(mayAct(inventory.access, actor('DUMPHOMEKEY', key), step, {})).toBe(true)
    expect(mayAct(inventory.access, actor('DUMPHOMEKEY', other), step, {})).toEqual({
      code: 'keyMissing',
      facts: { key },
    })
  })

  it('allows saving a line with the key to create or the key to dump', () => {
    expect(mayAct(inventory.access, actor('DUMPHOMEKEY', 'DUMPKEY'), 'save', {})).toBe(true)
    expect(mayAct(inventory.access, actor('DUMPHOMEKEY', 'DUMPCREATEKEY'), 'save', {})).toBe(true)
    expect(mayAct(inventory.access, actor('DUMPHOMEKEY'), 'save', {})).toMatchObject({ code: 'keyMissing' })
  })

  it('needs in grower storage further keys only to list, dump and cancel', () => {
    const access = growerStorage?.access
    if (!access) throw new Error('There is no grower storage mode')
    const areaKeys = ['GROWERSTORAGEHOMEKEY', 'GROWERSTORAGEDUMPKEY'] as const
    expect(mayOpen(access, actor('GROWERSTORAGEDUMPKEY'))).toMatchObject({
      facts: { key: 'GROWERSTORAGEHOMEKEY' },
    })
    expect(mayOpen(access, actor('GROWERSTORAGEHOMEKEY'))).toMatchObject({
      facts: { key: 'GROWERSTORAGEDUMPKEY' },
    })
    expect(mayOpen(access, actor(...areaKeys))).toBe(true)
    expect(mayList(access, actor(...areaKeys))).toMatchObject({ facts: { key: 'GROWERSTORAGEDUMPLISTKEY' } })
    expect(mayList(access, actor(...areaKeys, 'GROWERSTORAGEDUMPLISTKEY'))).toBe(true)
    for (const step of ['create', 'edit', 'save', 'delete'])
      expect(mayAct(access, actor(...areaKeys), step, {})).toBe(true)
    expect(mayAct(access, actor(...areaKeys), 'cancel', {})).toMatchObject({
      facts: { key: 'DUMPCREATEKEY' },
    })
    for (const step of ['dump', 'complete'])
      expect(mayAct(access, actor(...areaKeys), step, {})).toMatchObject({ facts: { key: 'DUMPKEY' } })
  })
})

describe('the header form of a dump', () => {
  const { form } = dump.modes.inventory

  it('needs an authorizing person and a valid date', () => {
    const values = form.start(place, actor(), '2026-11-21')
    expect(form.check(values)).toEqual({ code: 'authorizedByMissing' })
    expect(form.check({ ...values, AuthorizedBy: '  ' })).toEqual({ code: 'authorizedByMissing' })
    expect(form.check({ ...values, AuthorizedBy: 'Ann', AuthorizedDate: '2026-02-30' })).toEqual({
      code: 'authorizedDateMissing',
    })
    expect(form.check({ ...values, AuthorizedBy: 'Ann' })).toBe(true)
  })

  it('allows 50 and 255 characters', () => {
    const maxLengths = Object.fromEntries(
      form.fields.flatMap(({ name, control }) => ('most' in control ? [[name, control.most]] : [])),
    )
    expect(maxLengths).toEqual({ AuthorizedBy: 50, Comments: 255 })
  })
})

describe('requests of a dump', () => {
  const save = (change: Partial<Line>, quantity: number, mode: 'inventory' | 'growerStorage' = 'inventory') =>
    bodyOf(
      { type: 'line', step: 'save', document: document([]), line: line('A000000001', change), quantity },
      mode,
    )

  it('send a new line as OPEN with its reason, and the unchanged header', () => {
    const body = save({ id: null }, 25)
    expect(body.DumpHeader).toMatchObject({ LogNbr: '30000001', Status: 'OPEN', StorageType: 'INVENTORY' })
    expect(body.DumpLogLines).toEqual([
      expect.objectContaining({ ID: null, Status: 'OPEN', DumpQty: 25, ReasonCode: 'DEAD', Key: '' }),
    ])
  })

  it('send a dumped line with its seen status and quantity', () => {
    const body = bodyOf({
      type: 'line',
      step: 'dump',
      document: document([]),
      line: line('A000000001'),
      quantity: 10,
    })
    expect(body.DumpHeader.Status).toBe('OPEN')
    expect(body.DumpLogLines).toMatchObject([
      { ID: 'id-A000000001', Status: 'DUMPED', DumpQty: 10, SeenStatus: 'OPEN', SeenQty: 10 },
    ])
  })

  it('include the grower in the key of a line in grower storage', () => {
    const body = save({ id: null, storageLocation: '#GR12' }, 4, 'growerStorage')
    expect(body.DumpHeader.StorageType).toBe('GROWERSTORAGE')
    expect(body.DumpLogLines).toMatchObject([{ Key: 'A000000001#GR12', StorageLocation: '#GR12' }])
  })

  it('send every line to dump or cancel', () => {
    const all = document([line('A000000001'), line('B000000001')])
    const dumped = bodyOf({ type: 'document', step: 'complete', document: all })
    expect([dumped.DumpHeader.Status, ...dumped.DumpLogLines.map(({ Status }) => Status)]).toEqual([
      'DUMPED',
      'DUMPED',
      'DUMPED',
    ])
    const cancelled = bodyOf({ type: 'document', step: 'cancel', document: all })
    expect([cancelled.DumpHeader.Status, ...cancelled.DumpLogLines.map(({ Status }) => Status)]).toEqual([
      'CANCELLED',
      'CANCELLED',
      'CANCELLED',
    ])
  })

  it('list open or all logs of the warehouse and season, and search stock of any stock type', () => {
    const listed = dump.wire.list(place, 'growerStorage', { view: 'open', all: false, offset: 0, limit: 25 })
    expect(v.parse(documentCalls['dump.list'].query, listed.input.query)).toMatchObject({
      dumpwarehouse: 'WH1',
      trimseasonid: '5',
      status: ['OPEN'],
      storagetype: 'GROWERSTORAGE',
      limit: 25,
    })
    const every = dump.wire.list(place, 'inventory', { view: 'open', all: true, offset: 0, limit: 25 })
    expect(v.parse(documentCalls['dump.list'].query, every.input.query)).toMatchObject({ status: [] })
    const found = dump.wire.searchStock(place, 'inventory', {}, { stockType: 'ALL', variety: 'MEE' })
    expect(found).toMatchObject({ call: 'plantinventory.search', input: { query: { varietycode: 'MEE' } } })
    expect(found.input.query).not.toHaveProperty('stocktype')
  })

  it('search the plants of the chosen grower, and assign them to that grower', () => {
    const found = dump.wire.searchStock(place, 'growerStorage', {}, { barcode: 'A000000001', grower: '12' })
    expect(found).toMatchObject({
      call: 'growerdetails',
      input: { query: { returnedfromnbr: '12', storagelocation: '#GR12', barcodeid: 'A000000001' } },
    })
    const answer = v.parse(calls.growerdetails.answer, { Result: [{ BarcodeID: 'A000000001', Qty: 5 }] })
    expect(read(found, answer)).toMatchObject({
      records: [{ BarcodeID: 'A000000001', StorageLocation: '#GR12' }],
      total: 1,
    })
  })
})

describe('responses for a dump', () => {
  const step = (name: 'save' | 'dump'): Change => ({
    type: 'line',
    step: name,
    document: document([]),
    line: line('A000000001'),
    quantity: 4,
  })
  const reply = (message: string) => ({
    Message: 'Dump processed successfully',
    LogNbr: 30000001,
    InventoryLines: [{ Message: message, ID: 9, BarcodeID: 'A000000001' }],
  })

  it('report a dumped line only by the DUMPED message', () => {
    expect(judgeLine(judged(reply(REPLIES.dumpLineDumped), step('dump')), 'A000000001')).toEqual({
      type: 'done',
      id: '9',
    })
    expect(judgeLine(judged(reply(REPLIES.dumpLineOpen), step('dump')), 'A000000001')).toEqual({
      type: 'refused',
      message: REPLIES.dumpLineOpen,
    })
    expect(judgeLine(judged(reply(REPLIES.dumpLineOpen), step('save')), 'A000000001')).toMatchObject({
      type: 'done',
    })
    expect(judgeLine(judged(reply('Insufficient quantity'), step('save')), 'A000000001')).toEqual({
      type: 'insufficient',
    })
    expect(judged({ Message: 'Dump processed successfully' }, step('dump')).ok).toBe(false)
  })

  it('report success of a header, a dump and a cancel by the top-level message', () => {
    for (const name of ['complete', 'cancel']) {
      const change: Change = { type: 'document', step: name, document: document([]) }
      expect(judged({ Message: 'DUMP Processed Successfully' }, change).ok).toBe(true)
      expect(judged({ Message: 'Season closed' }, change)).toMatchObject({
        ok: false,
        message: 'Season closed',
      })
    }
  })

  it('are parsed if only the key of a line has the grower', () => {
    const answer = v.parse(DumpDetail, {
      DumpHeader: { LogNbr: 30000001, Status: 'open', StorageType: 'growerstorage', DumpWarehouse: 'WH1' },
      DumpLogLines: [
        { ID: 4, BarcodeID: 'A000000001', Qty: '12', DumpQty: null, Key: 'A000000001#GR7', ReasonCode: 'X' },
      ],
    })
    expect(read(dump.wire.detail(place, 'growerStorage', '30000001'), answer)).toMatchObject({
      mode: 'growerStorage',
      status: 'OPEN',
      lines: [{ id: '4', ordered: 12, storageLocation: '#GR7', reason: 'X', status: 'OPEN' }],
    })
  })
})

describe('diagrams of a dump', () => {
  it('have the statuses of the document', () => {
    expect(drawDocumentSteps(dump)).toBe(
      [
        'stateDiagram-v2',
        '  [*] --> OPEN: create',
        '  OPEN --> OPEN: edit',
        '  OPEN --> DUMPED: complete',
        '  OPEN --> CANCELLED: cancel',
        '  DUMPED --> [*]',
        '  CANCELLED --> [*]',
      ].join('\n'),
    )
  })

  it('have the statuses of a line, which is saved before it is dumped and cancelled only while open', () => {
    const drawn = drawLineSteps(dump)
    expect(drawn).toContain('[*] --> OPEN: save')
    expect(drawn).toContain('OPEN --> DUMPED: dump')
    expect(drawn).not.toContain('OPEN --> DUMPED: complete')
    expect(drawn).toContain('OPEN --> CANCELLED: cancel')
    expect(drawn).not.toContain('DUMPED --> CANCELLED')
  })
})
