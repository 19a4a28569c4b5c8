import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { AdjustmentDecisionBody, AdjustmentRequestDetail } from '#core/wire/adjustment-request.ts'
import { AdjustTransaction, InventoryRecord } from '#core/wire/inventory.ts'
import type { Place } from '../document.ts'
import { afterLineStep, lineAllows, mayOpen } from '../engine.ts'
import { adjustmentRequests, quantityIfAccepted, trimAdjustment } from './rules.ts'

const place: Place = { location: 'WH1', season: { id: '5', name: 'RASP 2026', commodity: 'RASP' } }
const by = { user: 'ada.admin', at: '2026-03-04T08:00:00.000Z' }
const record = v.parse(InventoryRecord, {
  BarcodeID: 'A000000001',
  Qty: 40,
  ReceivedQty: 99,
  StorageLocation: 'A-01',
})

describe('trim adjustments', () => {
  it('refuse the current quantity, then a missing reason', () => {
    expect(trimAdjustment.check(record, 40, '')).toEqual({ code: 'quantityUnchanged' })
    expect(trimAdjustment.check(record, 41, '')).toEqual({ code: 'reasonMissing' })
    expect(trimAdjustment.check(record, 0, 'COUNT')).toBe(true)
  })

  it('need labels for added plants only', () => {
    expect(trimAdjustment.extraLabels(record, 52)).toBe(12)
    expect(trimAdjustment.extraLabels(record, 12)).toBe(0)
  })

  it('send the new and the seen quantity, and succeed by the message', () => {
    const ask = trimAdjustment.adjust(place, 'growerStorage', record, 52, 'COUNT', by)
    expect(v.parse(AdjustTransaction, ask.input.body)).toMatchObject({
      TransactionType: 'ADJUST',
      TransactionReason: 'COUNT',
      Qty: 52,
      SeenQty: 40,
      StorageType: 'GROWERSTORAGE',
    })
    expect(ask.read({ Message: 'Adjustment PROCESSED successfully' } as never).ok).toBe(true)
    expect(ask.read({ Message: 'Quantity is less than the 3 reserved on open documents' } as never)).toEqual({
      ok: false,
      message: 'Quantity is less than the 3 reserved on open documents',
    })
  })

  it('need one key, and in grower storage the keys of that area', () => {
    const { inventory, growerStorage } = trimAdjustment.modes
    const actor = (
      ...keys: Parameters<typeof mayOpen>[1]['keys'] extends ReadonlySet<infer Key> ? Key[] : never
    ) => ({
      keys: new Set(keys),
      readOnly: false,
    })
    expect(mayOpen(inventory.access, actor('ADJUSTINVENTORYKEY'))).toBe(true)
    expect(mayOpen(growerStorage.access, actor('ADJUSTINVENTORYKEY'))).not.toBe(true)
    expect(
      mayOpen(growerStorage.access, actor('GROWERSTORAGEHOMEKEY', 'GROWERSTORAGEADJUSTINVENTORYKEY')),
    ).toBe(true)
  })
})

describe('adjustment requests', () => {
  const answer = v.parse(AdjustmentRequestDetail, {
    Adjustment: { RequestID: 50000001, Status: 'OPEN', TransferNbr: 20000001, OriginLocationID: 'WH1' },
    AdjustmentLines: [
      { LineID: 1, BarcodeID: 'A000000001', ShippedQty: 10, ReceivedQty: 7, Qty: 90, Status: null },
      { LineID: 2, BarcodeID: 'B000000001', ShippedQty: 10, ReceivedQty: 14, Qty: 4, Status: 'OPEN' },
    ],
  })
  const request = adjustmentRequests.detail('50000001').read(answer as never)
  if (!request) throw new Error('The request could not be read')
  const [short, surplus] = request.lines
  if (!short || !surplus) throw new Error('Lines are missing')
  const { rules } = adjustmentRequests

  it('accept a line only if plants remain in stock', () => {
    expect(quantityIfAccepted({}, short.stock, short)).toBe(93)
    expect(lineAllows(rules, 'accept', request, short, short.stock)).toBe(true)
    expect(lineAllows(rules, 'accept', request, surplus, surplus.stock)).toEqual({
      code: 'adjustmentTooSmall',
    })
    expect(lineAllows(rules, 'accept', request, surplus, 5)).toBe(true)
    expect(lineAllows(rules, 'reject', request, surplus, surplus.stock)).toBe(true)
  })

  it('are CLOSED by the last decision, and refuse a second decision on a line', () => {
    const one = afterLineStep(rules, 'accept', request, short)
    expect(one).toMatchObject({ status: 'OPEN', lines: [{ status: 'ACCEPT' }, { status: 'OPEN' }] })
    const both = afterLineStep(rules, 'reject', one, surplus)
    expect(both.status).toBe('CLOSED')
    expect(lineAllows(rules, 'reject', one, { ...short, status: 'ACCEPT' }, 90)).toMatchObject({
      code: 'lineNotWhileStatus',
    })
  })

  it('send one line, and treat a response without a message as a failure', () => {
    const ask = adjustmentRequests.decide(request, short, 'accept')
    expect(v.parse(AdjustmentDecisionBody, ask.input.body)).toMatchObject({
      Adjustment: { RequestID: '50000001', Status: 'OPEN' },
      AdjustmentLine: { LineID: '1', Status: 'ACCEPT' },
    })
    expect(ask.read({ Message: '' } as never)).toEqual({ ok: false, message: '' })
    expect(ask.read({ Message: 'Adjustment Request processed successfully' } as never).ok).toBe(true)
  })
})
