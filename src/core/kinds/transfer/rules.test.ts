import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { STATUSES } from '#core/wire/constants.ts'
import { REPLIES } from '#core/wire/reply-messages.ts'
import { documentsLike, place, wireOf } from '#tests/support/kind-work.ts'
import { drawDocumentSteps, drawLineSteps } from '../diagram.ts'
import type { Line, Place } from '../document.ts'
import { documentAllows, documentStepFor, lineAllows, lineStepFor, mayActAt } from '../engine.ts'
import { documentCalls } from '../index.ts'
import { progressOf } from '../progress.ts'
import { screenFor, stageOf } from '../screens.ts'
import { changeWorksheet, openWorksheet } from '../worksheet.ts'
import { TransferBody, TransferDetail, TransferReply } from './fields.ts'
import { transfer } from './rules.ts'

const destinationPlace: Place = { ...place, location: 'WH2' }
const header = {
  TransferNbr: '20000001',
  OriginLocationID: 'WH1',
  DestinationLocationID: 'WH2',
  ExpectedShipDate: '2026-11-21',
  ExpectedArrivalDate: '2026-11-22',
  TrimSeasonID: '5',
}
const { line, document } = documentsLike({
  kind: 'transfer',
  number: '20000001',
  status: 'RESERVED',
  header,
  line: { status: 'RESERVED' },
})
const shipped = (barcode: string, change: Partial<Line> = {}) =>
  line(barcode, { status: 'SHIPPED', picked: 8, ...change })
const mode = transfer.modes.inventory
const { bodyOf, judged } = wireOf(transfer, TransferBody, TransferReply)

describe('transfer: statuses', () => {
  it('ships only if every line is picked, and is received only if every line is received', () => {
    expect(documentAllows(transfer, 'ship', document([line('A000000001')]))).toEqual({
      code: 'linesNotPicked',
      facts: { open: 1 },
    })
    const onItsWay = (lines: readonly Line[]) => document(lines, { status: 'SHIPPED' })
    expect(
      documentAllows(transfer, 'complete', onItsWay([shipped('A000000001'), shipped('B000000001')])),
    ).toEqual({ code: 'linesNotReceived', facts: { open: 2 } })
    const received = shipped('A000000001', { status: 'RECEIVED', received: 0 })
    expect(documentAllows(transfer, 'complete', onItsWay([received]))).toBe(true)
  })

  it.each(STATUSES)('allows picking before shipping and receiving after it, in status %s', (status) => {
    const one = document([], { status })
    const before = status === 'OPEN' || status === 'RESERVED'
    for (const step of ['edit', 'cancel'] as const) {
      expect(documentAllows(transfer, step, one) === true).toBe(before)
    }
    expect(lineAllows(transfer, 'pick', one, line('A000000001'), 5) === true).toBe(before)
    expect(lineAllows(transfer, 'receive', one, shipped('A000000001'), 5) === true).toBe(status === 'SHIPPED')
    expect(documentAllows(transfer, 'updateTemperature', one) === true).toBe(status === 'SHIPPED')
  })

  it('refuses to pick 0, but allows to receive 0', () => {
    expect(lineAllows(transfer, 'pick', document([]), line('A000000001'), 0)).toEqual({ code: 'pickOfZero' })
    expect(
      lineAllows(transfer, 'receive', document([], { status: 'SHIPPED' }), shipped('A000000001'), 0),
    ).toBe(true)
  })

  it('finds the step for a status change in a request', () => {
    expect(documentStepFor(transfer, 'RESERVED', 'SHIPPED')).toBe('ship')
    expect(documentStepFor(transfer, 'SHIPPED', 'SHIPPED')).toBe('updateTemperature')
    expect(documentStepFor(transfer, 'SHIPPED', 'RECEIVED')).toBe('complete')
    expect(documentStepFor(transfer, 'SHIPPED', 'RESERVED')).toBeUndefined()
    expect(lineStepFor(transfer, 'RECEIVED', 'RECEIVED')).toBe('receive')
    expect(lineStepFor(transfer, 'RECEIVED', 'SHIPPED')).toBe('unreceive')
  })

  it('allows shipping steps at the origin and receiving steps at the destination', () => {
    for (const step of ['create', 'edit', 'order', 'pick', 'delete', 'ship', 'cancel']) {
      expect(mayActAt(mode.access, step, header, new Set(['WH1']))).toBe(true)
      expect(mayActAt(mode.access, step, header, new Set(['WH2']))).toEqual({
        code: 'locationNotAllowed',
        facts: { location: 'WH1' },
      })
    }
    for (const step of ['receive', 'unreceive', 'complete', 'updateTemperature']) {
      expect(mayActAt(mode.access, step, header, new Set(['WH2']))).toBe(true)
      expect(mayActAt(mode.access, step, header, new Set(['WH1']))).not.toBe(true)
    }
  })
})

describe('transfer: screens', () => {
  it('opens the ship screen at the origin and the receive screen at the destination', () => {
    expect(screenFor(mode, document([]), place)).toEqual({
      route: 'transferShip',
      parameters: { number: '20000001' },
    })
    expect(screenFor(mode, document([]), destinationPlace).route).toBe('transferReceive')
  })

  it('counts received lines as done on the receive screen, not shipped ones', () => {
    const half = document(
      [shipped('A000000001', { status: 'RECEIVED', received: 8 }), shipped('B000000001')],
      {
        status: 'SHIPPED',
      },
    )
    expect(progressOf(stageOf(transfer, 'receive'), half)).toEqual({ done: 1, total: 2 })
    expect(progressOf(stageOf(transfer, 'detail'), half)).toEqual({ done: 2, total: 2 })
  })

  it('proposes the shipped quantity, and can undo a receipt', () => {
    const { lineAction } = stageOf(transfer, 'receive')
    expect(lineAction.proposedQuantity(shipped('A000000001'))).toBe(8)
    const sheet = openWorksheet(document([shipped('A000000001')], { status: 'SHIPPED' }))
    const after = (from: typeof sheet, step: string) =>
      changeWorksheet(transfer, from, {
        type: 'stepped',
        key: 'A000000001',
        step,
        quantity: 6,
        id: 'id-A000000001',
      })
    const received = after(sheet, 'receive')
    expect(received.entries.A000000001?.line).toMatchObject({ status: 'RECEIVED', received: 6, picked: 8 })
    expect(after(received, 'unreceive').entries.A000000001?.line).toEqual(shipped('A000000001'))
  })

  it('applies a receipt to the worksheet without a change of the document status', () => {
    const sheet = openWorksheet(document([shipped('A000000001')], { status: 'SHIPPED' }))
    const after = changeWorksheet(transfer, sheet, {
      type: 'stepped',
      key: 'A000000001',
      step: 'receive',
      quantity: 5,
      id: 'id-A000000001',
    })
    expect(after.document.status).toBe('SHIPPED')
    expect(after.entries.A000000001?.line).toMatchObject({ status: 'RECEIVED', received: 5 })
  })
})

describe('the header form of a transfer', () => {
  const { form } = mode
  it('starts with the current location and day, and refuses it as the destination', () => {
    const start = form.start(place, { keys: new Set(), readOnly: false }, '2026-11-21')
    expect(start).toMatchObject({ OriginLocationID: 'WH1', ExpectedShipDate: '2026-11-21' })
    expect(form.check(start)).toEqual({ code: 'destinationMissing' })
    expect(form.check({ ...start, DestinationLocationID: 'WH1' })).toEqual({ code: 'destinationMissing' })
    const field = form.fields.find(({ name }) => name === 'DestinationLocationID')?.control
    expect(field?.type === 'entity' && field.except?.(start)).toBe('WH1')
  })

  it.each([
    [{ ExpectedArrivalDate: '2026-11-20' }, { code: 'shipAfterArrival' }],
    [{ ExpectedShipDate: '' }, { code: 'dateMissing' }],
    [{ ExpectedShipDate: '2026-02-30' }, { code: 'dateMissing' }],
    [{ ShipPlantTemperature: '-' }, { code: 'temperatureWrong' }],
    [{ ReceiptPlantTemperature: '12345678' }, { code: 'temperatureWrong' }],
    [{ ShipPlantTemperature: '-12.5' }, true],
    [{ ExpectedArrivalDate: '2026-11-21T08:00:00' }, true],
  ])('checks %j', (values, verdict) => {
    expect(form.check({ ...header, ...values })).toEqual(verdict)
  })
})

describe('requests of a transfer', () => {
  it('send one received line with its seen status and quantity, and the header as SHIPPED', () => {
    const body = bodyOf({
      type: 'line',
      step: 'receive',
      document: document([shipped('A000000001')], { status: 'SHIPPED' }),
      line: shipped('A000000001'),
      quantity: 5,
    })
    expect(body.TransferHeader).toMatchObject({ TransferNbr: '20000001', Status: 'SHIPPED' })
    expect(body.TransferLines).toMatchObject([
      {
        ID: 'id-A000000001',
        Status: 'RECEIVED',
        ReceiveQty: 5,
        ReceivedQty: 5,
        PickQty: 8,
        OrderQty: 10,
        SeenStatus: 'SHIPPED',
        SeenQty: 8,
      },
    ])
  })

  it('send the status to undo a receipt, ship, receive or cancel', () => {
    const received = shipped('A000000001', { status: 'RECEIVED', received: 5 })
    const onItsWay = document([received], { status: 'SHIPPED' })
    const undone = bodyOf({
      type: 'line',
      step: 'unreceive',
      document: onItsWay,
      line: received,
      quantity: 5,
    })
    expect(undone.TransferLines).toMatchObject([{ Status: 'SHIPPED', SeenStatus: 'RECEIVED', SeenQty: 5 }])
    const status = (step: string) =>
      bodyOf({ type: 'document', step, document: onItsWay }).TransferHeader.Status
    expect(['ship', 'complete', 'cancel'].map(status)).toEqual(['SHIPPED', 'RECEIVED', 'CANCELLED'])
  })

  it('send no lines with a change of the received temperature', () => {
    const received = shipped('A000000001', { status: 'RECEIVED', received: 5 })
    const onItsWay = document([received], { status: 'SHIPPED' })
    const body = bodyOf({ type: 'document', step: 'updateTemperature', document: onItsWay })
    expect(body.TransferHeader.Status).toBe('SHIPPED')
    expect(body.TransferLines).toEqual([])
  })

  it('send a new line without a seen status', () => {
    const body = bodyOf({
      type: 'line',
      step: 'order',
      document: document([], { status: 'OPEN' }),
      line: line('A000000001', { id: null, status: 'OPEN' }),
      quantity: 25,
    })
    expect(body.TransferLines[0]).toMatchObject({ ID: null, Status: 'RESERVED', OrderQty: 25 })
    expect(body.TransferLines[0]).not.toHaveProperty('SeenStatus')
  })

  it('list the documents of the origin or the destination in their statuses', () => {
    const query = (view: string, all: boolean) =>
      v.parse(
        documentCalls['transfer.list'].query,
        transfer.wire.list(place, 'inventory', { view, all, offset: 0, limit: 25 }).input.query,
      )
    expect(query('open', false)).toMatchObject({ originlocationid: 'WH1', status: ['OPEN', 'RESERVED'] })
    expect(query('receiving', false)).toMatchObject({ destinationlocationid: 'WH1', status: ['SHIPPED'] })
    expect(query('receiving', true).status).toEqual(['SHIPPED', 'RECEIVED'])
    expect(query('open', true).status).toContain('CANCELLED')
    expect(query('receiving', false).originlocationid).toBeUndefined()
  })
})

describe('responses for a transfer', () => {
  it.each([
    REPLIES.transferLineReserved,
    REPLIES.transferLinePicked,
    REPLIES.transferLineReceived,
    'transfer line SHIPPED  successfully',
  ])('report success with the line message %j and an empty or null top-level message', (Message) => {
    for (const top of ['', null]) {
      const lines = [{ Message, ID: 7, BarcodeID: 'A000000001' }]
      expect(judged({ Message: top, TransferNbr: 20000001, TransferLines: lines })).toMatchObject({
        ok: true,
        number: '20000001',
      })
    }
  })

  it('report an error for any top-level message and any other line message', () => {
    expect(judged({ Message: 'Truck is full', TransferLines: [] })).toMatchObject({
      ok: false,
      message: 'Truck is full',
    })
    const lines = [{ Message: 'Insufficient quantity', ID: null, BarcodeID: 'A000000001' }]
    expect(judged({ Message: '', TransferLines: lines })).toMatchObject({
      ok: false,
      message: 'Insufficient quantity',
    })
  })

  it('have a received quantity only for RECEIVED lines', () => {
    const answer = v.parse(TransferDetail, {
      TransferHeader: { ...header, TransferNbr: 20000001, Status: 'shipped', CarrierName: null },
      TransferLines: [
        {
          ID: 1,
          BarcodeID: 'A000000001',
          Qty: 8,
          OrderQty: 10,
          PickQty: 8,
          ReceivedQty: 0,
          Status: 'SHIPPED',
        },
        {
          ID: 2,
          BarcodeID: 'B000000001',
          Qty: 7,
          OrderQty: 10,
          PickQty: 8,
          ReceivedQty: 7,
          Status: 'RECEIVED',
        },
      ],
    })
    const read = transfer.wire.detail(place, 'inventory', '20000001').read(answer as never)
    expect(read).toMatchObject({
      status: 'SHIPPED',
      lines: [
        { picked: 8, received: null },
        { picked: 8, received: 7 },
      ],
    })
  })
})

describe('the diagrams of the docs', () => {
  it('have the shipping and the receiving steps', () => {
    const drawn = drawDocumentSteps(transfer)
    expect(drawn).toContain('RESERVED --> SHIPPED: ship')
    expect(drawn).toContain('SHIPPED --> RECEIVED: complete')
    expect(drawn).toContain('RECEIVED --> [*]')
    const lines = drawLineSteps(transfer)
    expect(lines).toContain('SHIPPED --> RECEIVED: receive')
    expect(lines).toContain('PICKED --> SHIPPED: ship')
    expect(lines).not.toContain('RESERVED --> SHIPPED')
  })
})
