import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { REPLIES } from '#core/wire/reply-messages.ts'
import { documentsLike, place, read, wireOf } from '#tests/support/kind-work.ts'
import { compareDocuments, isEmptyDifference } from '../compare.ts'
import { drawDocumentSteps, drawLineSteps } from '../diagram.ts'
import type { Actor } from '../document.ts'
import { documentCalls } from '../index.ts'
import { judgeLine } from '../judge.ts'
import { digitsOnly, readQuantity } from '../quantity.ts'
import { IssuanceBody, IssuanceDetail, IssuanceReply } from './fields.ts'
import { issuance } from './rules.ts'

const { line, document } = documentsLike({
  kind: 'issuance',
  number: '10000001',
  status: 'RESERVED',
  header: {
    TagNbr: '10000001',
    IssueToType: 'Grower',
    IssueToNbr: '7',
    InventoryLocation: 'WH1',
    TrimSeasonID: '5',
  },
  line: { status: 'RESERVED' },
})
const { bodyOf, judged } = wireOf(issuance, IssuanceBody, IssuanceReply)

describe('requests of an issuance', () => {
  it('send one ordered line and the header, both RESERVED', () => {
    const body = bodyOf({
      type: 'line',
      step: 'order',
      document: document([], { status: 'OPEN' }),
      line: line('A000000001', { id: null, status: 'OPEN' }),
      quantity: 25,
    })
    expect(body.IssuanceHeader).toMatchObject({ TagNbr: '10000001', Status: 'RESERVED' })
    expect(body.InventoryLines).toMatchObject([
      { ID: null, BarcodeID: 'A000000001', Status: 'RESERVED', OrderQty: 25, UpdateQty: 25 },
    ])
  })

  it('send a picked line with its ordered quantity', () => {
    const body = bodyOf({
      type: 'line',
      step: 'pick',
      document: document([line('A000000001')]),
      line: line('A000000001'),
      quantity: 8,
    })
    expect(body.InventoryLines).toMatchObject([
      { ID: 'id-A000000001', Status: 'PICKED', OrderQty: 10, PickQty: 8 },
    ])
  })

  it('send every line to ship or cancel', () => {
    const lines = [line('A000000001', { status: 'PICKED', picked: 8 }), line('B000000001', { id: '2' })]
    const shipped = bodyOf({ type: 'document', step: 'ship', document: document(lines) })
    expect(shipped.IssuanceHeader.Status).toBe('SHIPPED')
    expect(shipped.InventoryLines.map(({ Status, Qty }) => [Status, Qty])).toEqual([
      ['SHIPPED', 8],
      ['SHIPPED', 10],
    ])
    const cancelled = bodyOf({ type: 'document', step: 'cancel', document: document(lines) })
    expect(cancelled.IssuanceHeader.Status).toBe('CANCELLED')
    expect(cancelled.InventoryLines.every(({ Status }) => Status === 'CANCELLED')).toBe(true)
  })

  it('list open and reserved documents, or all', () => {
    const list = (all: boolean) =>
      issuance.wire.list(place, 'inventory', { view: 'open', all, offset: 25, limit: 25 }).input.query
    expect(v.parse(documentCalls['issuance.list'].query, list(false))).toMatchObject({
      status: ['OPEN', 'RESERVED'],
      all: false,
      offset: 25,
      limit: 25,
    })
    expect(v.parse(documentCalls['issuance.list'].query, list(true))).toMatchObject({ status: [], all: true })
  })

  it('search Commercial stock for growers and Foundation stock for nurseries', () => {
    expect(issuance.modes.inventory.searchStockType({ IssueToType: 'Grower' })).toBe('COMMERCIAL')
    expect(issuance.modes.inventory.searchStockType({ IssueToType: 'Nursery' })).toBe('FOUNDATION')
    expect(issuance.modes.inventory.searchFilters).not.toContain('stockType')
  })
})

describe('responses for an issuance', () => {
  const reply = (message: string, more: object = {}) => ({
    Message: '',
    InventoryLines: [{ Message: message, ID: 77, BarcodeID: 'A000000001', ...more }],
  })

  it.each([
    REPLIES.issuanceLineReserved,
    REPLIES.issuanceLinePicked,
    REPLIES.issuanceLineShipped,
    'INVENTORY LINE reserved  SUCCESSFULLY',
  ])('report success of a line with the message %j', (message) => {
    expect(judgeLine(judged(reply(message)), 'A000000001')).toEqual({ type: 'done', id: '77' })
  })

  it('distinguish an insufficient quantity from other refusals', () => {
    expect(judgeLine(judged(reply('Insufficient quantity')), 'A000000001')).toEqual({ type: 'insufficient' })
    expect(judgeLine(judged(reply('Barcode is on hold')), 'A000000001')).toEqual({
      type: 'refused',
      message: 'Barcode is on hold',
    })
  })

  it('may leave out the barcode of a single line', () => {
    const saved = judged(reply(REPLIES.issuanceLineReserved, { BarcodeID: null }))
    expect(judgeLine(saved, 'A000000001')).toEqual({ type: 'done', id: '77' })
  })

  it('report success of a header by the top-level message, ignoring case', () => {
    expect(judged({ Message: 'Issuance PROCESSED Successfully', TagNbr: 10000005 })).toMatchObject({
      ok: true,
      number: '10000005',
    })
    expect(judged({ Message: 'Season is closed' })).toMatchObject({ ok: false, message: 'Season is closed' })
  })

  it('are parsed with numbers as texts and null for missing values', () => {
    const answer = v.parse(IssuanceDetail, {
      IssuanceHeader: { TagNbr: 10000001, IssueToType: 'nursery', Status: 'reserved', Comments: null },
      InventoryLines: [
        { ID: 4, BarcodeID: 'A000000001', Qty: '12', Status: 'Picked', PickQty: 9, OrderQty: 12 },
      ],
    })
    expect(read(issuance.wire.detail(place, 'inventory', '10000001'), answer)).toMatchObject({
      number: '10000001',
      status: 'RESERVED',
      header: { IssueToType: 'Nursery', Comments: '' },
      lines: [{ id: '4', ordered: 12, picked: 9, status: 'PICKED' }],
    })
    expect(
      read(
        issuance.wire.detail(place, 'inventory', '10000001'),
        v.parse(IssuanceDetail, { IssuanceHeader: null }),
      ),
    ).toBeNull()
  })
})

describe('the header form', () => {
  const { form } = issuance.modes.inventory
  const actor = (...keys: ('GROWERISSUANCEADMINKEY' | 'NURSERYISSUANCEADMINKEY')[]): Actor => ({
    keys: new Set(keys),
    readOnly: false,
  })

  it('needs the type first, then the destination', () => {
    expect(form.check({})).toEqual({ code: 'entityTypeMissing' })
    expect(form.check({ IssueToType: 'Grower' })).toEqual({ code: 'destinationMissing' })
    expect(form.check({ IssueToType: 'Grower', IssueToNbr: '7' })).toBe(true)
    const locked = (name: string, values: Record<string, string>, existing = false) =>
      form.fields.find((field) => field.name === name)?.locked?.(values, existing)
    expect(locked('IssueToNbr', {})).toBe(true)
    expect(locked('IssueToNbr', { IssueToType: 'Grower' })).toBe(false)
    expect(locked('IssueToType', { IssueToType: 'Grower' }, true)).toBe(true)
  })

  it('chooses the type if the keys allow only one', () => {
    expect(form.start(place, actor('NURSERYISSUANCEADMINKEY'), '2026-11-21')).toMatchObject({
      IssueToType: 'Nursery',
      IssueDate: '2026-11-21',
      InventoryLocation: 'WH1',
    })
    expect(
      form.start(place, actor('NURSERYISSUANCEADMINKEY', 'GROWERISSUANCEADMINKEY'), '2026-11-21').IssueToType,
    ).toBe('')
  })

  it('asks for confirmation of a grower with another pickup location, but never of a nursery', () => {
    const grower = {
      Id: '7',
      GrowerEntity: 'Coast',
      Commodity: 'RASP',
      PickUpLocationId: 'WH2',
      GrowingArea: '',
      GrowingDistrict: '',
      VendorInvoiceAccNum: '',
      FieldType: '',
    }
    expect(form.needsConfirmation?.({ IssueToType: 'Grower' }, grower, place)).toBe(true)
    expect(
      form.needsConfirmation?.({ IssueToType: 'Grower' }, { ...grower, PickUpLocationId: 'WH1' }, place),
    ).toBe(false)
    expect(form.needsConfirmation?.({ IssueToType: 'Nursery' }, grower, place)).toBe(false)
  })
})

describe('typed quantities and numbers', () => {
  it('are accepted with up to nine digits and nothing else', () => {
    expect(readQuantity(' 40 ')).toEqual({ ok: true, value: 40 })
    expect(readQuantity('999999999')).toEqual({ ok: true, value: 999_999_999 })
    for (const typed of ['', '-4', '4.5', '1e3', 'forty'])
      expect(readQuantity(typed)).toMatchObject({ error: { code: 'quantityNotNumber' } })
    for (const typed of ['B123456789', '1234567890'])
      expect(readQuantity(typed)).toMatchObject({ error: { code: 'quantityLooksLikeBarcode' } })
  })

  it('keep the first eight digits of a document number', () => {
    expect(digitsOnly('10 000-123.45')).toBe('10000123')
  })
})

describe('compareDocuments', () => {
  const before = document([
    line('A000000001'),
    line('B000000001', { id: '2' }),
    line('N000000001', { id: null }),
  ])
  it('reports added, removed and changed lines, but no unsaved lines', () => {
    const after = document(
      [line('A000000001', { status: 'PICKED', picked: 9 }), line('C000000001', { id: '3' })],
      { status: 'SHIPPED' },
    )
    expect(compareDocuments(before, after)).toEqual({
      status: 'SHIPPED',
      added: ['C000000001'],
      removed: ['B000000001'],
      changed: ['A000000001'],
    })
    expect(
      isEmptyDifference(compareDocuments(document([line('A000000001')]), document([line('A000000001')]))),
    ).toBe(true)
  })
})

describe('the diagrams of the docs', () => {
  it('have the statuses of the document', () => {
    expect(drawDocumentSteps(issuance)).toBe(
      [
        'stateDiagram-v2',
        '  [*] --> OPEN: create',
        '  OPEN --> OPEN: edit',
        '  RESERVED --> RESERVED: edit',
        '  RESERVED --> SHIPPED: ship',
        '  OPEN --> CANCELLED: cancel',
        '  RESERVED --> CANCELLED: cancel',
        '  OPEN --> RESERVED: order, pick',
        '  RESERVED --> OPEN: delete',
        '  SHIPPED --> [*]',
        '  CANCELLED --> [*]',
      ].join('\n'),
    )
  })

  it('have the statuses of a line, which ships and is cancelled with its document', () => {
    const drawn = drawLineSteps(issuance)
    expect(drawn).toContain('[*] --> RESERVED: order')
    expect(drawn).toContain('PICKED --> RESERVED: order')
    expect(drawn).toContain('PICKED --> SHIPPED: ship')
    expect(drawn).not.toContain('RESERVED --> SHIPPED')
    expect(drawn).toContain('RESERVED --> CANCELLED: cancel')
    expect(drawn).toContain('PICKED --> [*]: delete')
    expect(drawn).toContain('SHIPPED --> [*]')
  })
})
