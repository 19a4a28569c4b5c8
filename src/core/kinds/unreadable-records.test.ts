import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { masterDataCalls } from '#core/wire/master-data-calls.ts'
import type { Document, Place } from './document.ts'
import { kinds } from './index.ts'
import type { Kind, Page } from './kind.ts'

// Another server may send records with unreadable values. Each is shown as far as possible, and the rest of
// the list stays readable.

const place: Place = { location: 'WH1', season: { id: '5', name: 'RASP 2026', commodity: 'RASP' } }
const issuance = kinds.issuance as Kind

const readList = (...Records: readonly object[]): Page => {
  const request = issuance.wire.list(place, 'inventory', {
    view: 'issuance',
    all: true,
    offset: 0,
    limit: 25,
  })
  const json = { Records, TotalRowCount: Records.length }
  return request.read(v.parse(request.of.answer, json) as never, json)
}
const detail = (kind: Kind, header: object, ...lines: readonly object[]): Document => {
  const request = kind.wire.detail(place, 'inventory', '1')
  const json = { [kind.names.header]: header, [kind.names.lines]: lines }
  const found = request.read(v.parse(request.of.answer, json) as never, json)
  if (!found) throw new Error('Nothing was read')
  return found
}
const header = { TagNbr: 1, IssueToType: 'Grower', IssueToNbr: 41, Status: 'RESERVED' }

describe('records with unreadable values', () => {
  it('stay in a list with a mark and do not affect other records', () => {
    const { documents } = readList(
      header,
      { ...header, TagNbr: 2, Status: null, IssueToType: null },
      { ...header, TagNbr: 3, Status: 'ONHOLD' },
      { ...header, TagNbr: 4, IssueToType: 'Garden', Comments: ['a', 'list'] },
    )
    expect(documents.map(({ number, status, odd }) => [number, status, odd])).toEqual([
      ['1', 'RESERVED', undefined],
      ['2', 'OPEN', undefined],
      ['3', 'CLOSED', 'Status ONHOLD'],
      ['4', 'RESERVED', 'IssueToType Garden, Comments ["a","list"]'],
    ])
  })

  it('allow no step in an unknown status', () => {
    const held = detail(issuance, { ...header, Status: 'ONHOLD' }, { ID: 7, BarcodeID: 'R000000001', Qty: 4 })
    expect(Object.values(issuance.documentSteps).some((step) => step.from.includes(held.status))).toBe(false)
  })

  it('stay on their document as lines, also with a list as a value', () => {
    const { lines } = detail(
      issuance,
      header,
      { ID: 7, BarcodeID: 'R000000001', Qty: 4, Status: 'RESERVED', Attributes: ['LONG', 'RED'] },
      { ID: 8, BarcodeID: 'R000000002', Qty: 'some', Status: 'HELD', Commodity: 99 },
    )
    expect(lines.map(({ barcode, status, ordered, odd }) => [barcode, status, ordered, odd])).toEqual([
      ['R000000001', 'RESERVED', 4, undefined],
      ['R000000002', 'CLOSED', 0, 'Qty some, Status HELD'],
    ])
  })

  it.each([
    ['its order', { Qty: 12, OrderQty: 0, PickQty: 0, Status: 'RESERVED' }, 12, null],
    ['its pick', { Qty: 12, OrderQty: 0, PickQty: 0, Status: 'PICKED' }, 12, 12],
    ['a pick of nothing that was ordered', { Qty: 12, OrderQty: 0, PickQty: 12, Status: 'PICKED' }, 0, 12],
    ['a pick of 0', { Qty: 0, OrderQty: 12, PickQty: 0, Status: 'PICKED' }, 12, 0],
  ])('use Qty if other quantities are 0 because they are missing: %s', (_, line, ordered, picked) => {
    const [read] = detail(issuance, header, { ID: 7, BarcodeID: 'R000000001', ...line }).lines
    expect(read).toMatchObject({ ordered, picked })
  })

  it('use Qty as the received quantity if both of its fields are 0', () => {
    const arrived = { ID: 7, BarcodeID: 'R000000001', Status: 'RECEIVED', ReceivedQty: 0, ReceiveQty: 0 }
    const received = (line: object) =>
      detail(kinds.transfer, { TransferNbr: 1, Status: 'SHIPPED' }, { ...arrived, ...line }).lines[0]
        ?.received
    expect([received({ Qty: 45 }), received({ Qty: 45, ReceivedQty: 44 }), received({ Qty: 0 })]).toEqual([
      45, 44, 0,
    ])
  })

  it('of seasons have the commodity by name, by number, or unchanged', () => {
    const Result = ['rasp', 4, 'PLUM', null].map((Commodity, Id) => ({ Id, TrimSeason: 'S', Commodity }))
    const read = v.parse(masterDataCalls.trimseasons.answer, { Result }).Result ?? []
    expect(read.map(({ Commodity }) => Commodity)).toEqual(['RASP', 'STRAW', 'PLUM', ''])
  })
})
