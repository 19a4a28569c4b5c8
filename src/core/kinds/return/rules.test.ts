import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { calls } from '#core/wire/calls.ts'
import { REPLIES } from '#core/wire/reply-messages.ts'
import { actor, documentsLike, place, read, wireOf } from '#tests/support/kind-work.ts'
import { drawDocumentSteps, drawLineSteps } from '../diagram.ts'
import type { Line } from '../document.ts'
import { documentAllows, documentOffers, lineAllows, mayAct, mayList, mayOpen } from '../engine.ts'
import { judgeLine } from '../judge.ts'
import type { Change } from '../kind.ts'
import { ReturnBody, ReturnDetail, ReturnReply } from './fields.ts'
import { returns } from './rules.ts'

const { line, document } = documentsLike({
  kind: 'return',
  number: '40000001',
  status: 'OPEN',
  header: {
    LogNbr: '40000001',
    ReturnedFromNbr: '7',
    ReturnedFromType: 'Grower',
    InventoryEffect: 'GROWERSTORAGE',
    ReturnWarehouse: 'WH1',
    TrimSeasonID: '5',
  },
  line: { reason: 'GOOD', storageLocation: '' },
})
const { bodyOf, judged } = wireOf(returns, ReturnBody, ReturnReply)

describe('return: statuses', () => {
  it('offers RETURN when every line is saved and has a reason', () => {
    expect(documentOffers(returns, 'post', document([]))).toEqual({ code: 'noLines' })
    expect(documentOffers(returns, 'post', document([line('A000000001', { id: null })]))).toEqual({
      code: 'linesUnsaved',
    })
    expect(documentOffers(returns, 'post', document([line('A000000001', { reason: '' })]))).toEqual({
      code: 'linesWithoutReason',
    })
    expect(documentOffers(returns, 'post', document([line('A000000001')]))).toBe(true)
    expect(
      documentOffers(returns, 'post', document([line('A000000001')], { status: 'POSTED' })),
    ).toMatchObject({ code: 'notWhileStatus' })
  })

  it('offers RETURN with a line of 0, but refuses it when pressed', () => {
    const one = document([line('A000000001'), line('B000000001', { ordered: 0 })])
    expect(documentOffers(returns, 'post', one)).toBe(true)
    expect(documentAllows(returns, 'post', one)).toEqual({
      code: 'linesWithoutQuantity',
      facts: { barcode: 'B000000001' },
    })
  })

  it('saves a line only with a reason, and no line after posting', () => {
    const save = (change: Partial<Line>, status: 'OPEN' | 'POSTED' = 'OPEN') =>
      lineAllows(returns, 'save', document([], { status }), line('A000000001', change), 4)
    expect(save({ reason: '' })).toEqual({ code: 'reasonMissing' })
    expect(save({})).toBe(true)
    expect(save({}, 'POSTED')).toMatchObject({ code: 'notWhileStatus' })
  })

  it('uses the reason type of its inventory effect', () => {
    const { reason } = returns.lineSteps.save
    expect(reason?.({ InventoryEffect: 'DUMP' })).toBe('DUMP')
    expect(reason?.({ InventoryEffect: 'GROWERSTORAGE' })).toBe('INVENTORY')
  })
})

describe('return: access', () => {
  const { access } = returns.modes.inventory

  it('needs RETURNADMINKEY to open, and also one of the return keys to change', () => {
    expect(mayOpen(access, actor())).toEqual({ code: 'keyMissing', facts: { key: 'RETURNADMINKEY' } })
    expect(mayList(access, actor('RETURNADMINKEY'))).toBe(true)
    expect(mayAct(access, actor('RETURNADMINKEY'), 'create', {})).toMatchObject({ code: 'keyMissing' })
    for (const key of ['GROWERRETURNADMINKEY', 'NURSERYRETURNADMINKEY'] as const) {
      expect(mayAct(access, actor(key), 'create', {})).toMatchObject({ facts: { key: 'RETURNADMINKEY' } })
      for (const step of ['create', 'edit', 'save', 'delete', 'post'])
        expect(mayAct(access, actor('RETURNADMINKEY', key), step, {})).toBe(true)
    }
  })
})

describe('the header form of a return', () => {
  const { form } = returns.modes.inventory

  it('starts with grower storage, and needs a grower and an inventory effect', () => {
    const values = form.start(place, actor(), '2026-11-21')
    expect(values).toMatchObject({ InventoryEffect: 'GROWERSTORAGE', ReturnedFromType: 'Grower' })
    expect(form.check(values)).toEqual({ code: 'growerMissing' })
    expect(form.check({ ...values, ReturnedFromNbr: '7', InventoryEffect: '' })).toEqual({
      code: 'effectMissing',
    })
    expect(form.check({ ...values, ReturnedFromNbr: '7' })).toBe(true)
  })

  it('allows 50, 50 and 255 characters', () => {
    const maxLengths = Object.fromEntries(
      form.fields.flatMap(({ name, control }) => ('most' in control ? [[name, control.most]] : [])),
    )
    expect(maxLengths).toEqual({ RefNbr: 50, ReturnedBy: 50, Comments: 255 })
  })
})

describe('requests of a return', () => {
  it('send one saved line and the header, both OPEN', () => {
    const body = bodyOf({
      type: 'line',
      step: 'save',
      document: document([]),
      line: line('A000000001', { id: null }),
      quantity: 25,
    })
    expect(body.ReturnHeader).toMatchObject({ LogNbr: '40000001', PostStatus: 'OPEN' })
    expect(body.ReturnLogLines).toMatchObject([
      { ID: null, Status: 'OPEN', OrderQty: 25, UpdateQty: 25, ReasonCode: 'GOOD' },
    ])
  })

  it('send every line to post', () => {
    const body = bodyOf({
      type: 'document',
      step: 'post',
      document: document([line('A000000001'), line('B000000001', { ordered: 3 })]),
    })
    expect(body.ReturnHeader.PostStatus).toBe('POSTED')
    expect(body.ReturnLogLines).toMatchObject([
      { Status: 'POSTED', UpdateQty: 10 },
      { Status: 'POSTED', UpdateQty: 3, SeenStatus: 'OPEN', SeenQty: 3 },
    ])
  })

  it('search commercial plants shipped to the grower, and compute the quantity not yet returned', () => {
    const { searchStockType } = returns.modes.inventory
    const found = returns.wire.searchStock(place, 'inventory', document([]).header, {
      barcode: 'A000000001',
      stockType: searchStockType({}),
    })
    expect(v.parse(calls['issuance.issued'].query, found.input.query)).toMatchObject({
      issuetonbr: '7',
      issuetotype: 'Grower',
      status: 'SHIPPED',
      stocktype: 'COMMERCIAL',
      barcodeid: 'A000000001',
    })
    const answer = v.parse(calls['issuance.issued'].answer, {
      Records: [
        { ID: 1, BarcodeID: 'A000000001', Qty: 40, PickQty: 38, ReturnedQty: 8, StorageLocation: '#GR7' },
        { ID: 2, BarcodeID: 'A000000001', Qty: 10, PickQty: null },
        { ID: 3, BarcodeID: 'B000000001', Qty: 5, PickQty: 5 },
      ],
    })
    expect(read(found, answer)).toMatchObject({
      records: [
        { BarcodeID: 'A000000001', Qty: 40, AvailableQty: 40, StorageLocation: '' },
        { BarcodeID: 'B000000001', Qty: 5 },
      ],
      total: 2,
    })
  })
})

describe('responses for a return', () => {
  const lineChange: Change = {
    type: 'line',
    step: 'save',
    document: document([]),
    line: line('A000000001'),
    quantity: 4,
  }
  const post: Change = { type: 'document', step: 'post', document: document([line('A000000001')]) }
  const reply = (message: string | null) => ({
    Message: '',
    InventoryLines: [{ Message: message, ID: 9, BarcodeID: 'A000000001' }],
  })

  it('report success of a line by its message', () => {
    expect(judgeLine(judged(reply(REPLIES.returnLineOpen), lineChange), 'A000000001')).toEqual({
      type: 'done',
      id: '9',
    })
    expect(judgeLine(judged(reply('On hold'), lineChange), 'A000000001')).toEqual({
      type: 'refused',
      message: 'On hold',
    })
  })

  it.each([null, '', 'Return Log Line posted successfully'])(
    'report success of a post with the line message %j',
    (message) => {
      expect(judged(reply(message), post).ok).toBe(true)
    },
  )

  it('report the message of the line for a refused post', () => {
    expect(judged(reply('More than was issued'), post)).toMatchObject({
      ok: false,
      message: 'More than was issued',
    })
  })

  it('are parsed with numbers as texts and null for missing values', () => {
    const answer = v.parse(ReturnDetail, {
      ReturnHeader: { LogNbr: 40000001, ReturnedFromNbr: 7, growerEntity: 'Coast', PostStatus: 'posted' },
      ReturnLines: [{ ID: 4, BarcodeID: 'A000000001', Qty: '12', ReasonCode: null, Status: 'Posted' }],
    })
    expect(read(returns.wire.detail(place, 'inventory', '40000001'), answer)).toMatchObject({
      number: '40000001',
      status: 'POSTED',
      header: { EntityName: 'Coast', InventoryEffect: 'GROWERSTORAGE', ReturnedFromType: 'Grower' },
      lines: [{ id: '4', ordered: 12, reason: '', status: 'POSTED' }],
    })
  })
})

describe('diagrams of a return', () => {
  it('have the statuses of the document and its lines', () => {
    expect(drawDocumentSteps(returns)).toBe(
      [
        'stateDiagram-v2',
        '  [*] --> OPEN: create',
        '  OPEN --> OPEN: edit',
        '  OPEN --> POSTED: post',
        '  POSTED --> [*]',
      ].join('\n'),
    )
    const drawn = drawLineSteps(returns)
    expect(drawn).toContain('[*] --> OPEN: save')
    expect(drawn).toContain('OPEN --> POSTED: post')
    expect(drawn).toContain('OPEN --> [*]: delete')
  })
})
