// Transfer: ships plants from one location and receives them at another (part 2 sections 2.7, 4.4, 5).
import { isSuccess, REPLIES } from '#core/wire/reply-messages.ts'
import { formOf } from '../derive/form.ts'
import { kindOf } from '../derive/wire.ts'
import type { Document, HeaderValues } from '../document.ts'
import type { Rules } from '../engine.ts'
import type { Checks } from '../findings.ts'
import { everyLineIs } from '../guards.ts'
import { judgeByLines } from '../judge.ts'
import type { DeclaredKind, ListView, OpenDecision } from '../kind.ts'
import { listAt, modeAt, routesOf } from '../modes.ts'
import * as picking from '../picking.ts'
import { plantStock } from '../stock.ts'
import { type DocumentSteps, effects, type LineSteps } from './effects.ts'
import { fields } from './fields.ts'

// ---- steps

const receivedFields = ['ReceiptPlantTemperature']

const steps: Rules<DocumentSteps, LineSteps> = {
  documentSteps: {
    ...picking.documentSteps,
    updateTemperature: { from: ['SHIPPED'], to: 'same', header: receivedFields },
    complete: {
      from: ['SHIPPED'],
      to: 'RECEIVED',
      linesTo: 'RECEIVED',
      guard: everyLineIs('RECEIVED', 'linesNotReceived'),
    },
  },
  lineSteps: {
    ...picking.lineSteps('pickOfZero'),
    // No guard: 0 is valid for a lost pallet, and a surplus is valid too. Part 2 section 5 refuses 0 only "in
    // non-receive mode".
    receive: {
      during: ['SHIPPED'],
      from: ['SHIPPED', 'RECEIVED'],
      to: 'RECEIVED',
      writes: 'received',
      documentTo: 'same',
    },
    unreceive: {
      during: ['SHIPPED'],
      from: ['RECEIVED'],
      to: 'SHIPPED',
      clears: ['received'],
      documentTo: 'same',
    },
  },
}

// The lines of a received transfer with a different quantity: the origin accepts or rejects them.
const openDecisionOf = ({ status, header, lines }: Document): OpenDecision | undefined => {
  const count = lines.filter(({ picked, ordered, received }) => received !== (picked ?? ordered)).length
  return status === 'RECEIVED' && count > 0
    ? { lines: count, location: origin(header), request: header.RequestID ?? '' }
    : undefined
}

// The checks before receiving. A temperature is expected if one was entered at shipping.
const checks: Checks = {
  lines: [
    { id: 'untouched', matches: ({ status }) => status !== 'RECEIVED', stops: true, settles: [] },
    { id: 'zero', matches: ({ received }) => received === 0, settles: ['keep'] },
    {
      id: 'differs',
      matches: ({ picked, ordered, received }) => received !== (picked ?? ordered),
      settles: ['keep'],
    },
  ],
  header: {
    id: 'noTemperature',
    find: ({ ShipPlantTemperature: shipped = '', ReceiptPlantTemperature: received = '' }) =>
      shipped !== '' && received === '' ? { shipped } : undefined,
    settles: ['keep'],
  },
}

// The server's success message for each line status.
const lineMessages = {
  RESERVED: REPLIES.transferLineReserved,
  PICKED: REPLIES.transferLinePicked,
  SHIPPED: REPLIES.transferLineShipped,
  RECEIVED: REPLIES.transferLineReceived,
  CANCELLED: REPLIES.transferLineCancelled,
}

// ---- locations

const atDestination: readonly string[] = [
  'updateTemperature',
  'receive',
  'unreceive',
  'complete',
] satisfies readonly (DocumentSteps | LineSteps)[]

const origin = ({ OriginLocationID = '' }: HeaderValues) => OriginLocationID
const destination = ({ DestinationLocationID = '' }: HeaderValues) => DestinationLocationID

// ---- lists and the mode

const kindRoutes = routesOf('transfer', 'inventory')

const open: ListView = {
  ...listAt(kindRoutes.list, 'OriginLocationID', {
    open: ['OPEN', 'RESERVED'],
    printable: ['SHIPPED', 'RECEIVED'],
  }),
  all: ['OPEN', 'RESERVED', 'SHIPPED', 'RECEIVED', 'CANCELLED'],
}

const receiving: ListView = {
  ...open,
  id: 'receiving',
  route: kindRoutes.otherList,
  locationField: 'DestinationLocationID',
  statuses: ['SHIPPED'],
  all: ['SHIPPED', 'RECEIVED'],
  creates: false,
}

const inventory = modeAt(kindRoutes, {
  access: {
    step: () => [],
    location: (step, values) => (atDestination.includes(step) ? destination(values) : origin(values)),
    concerns: (values) => [origin(values), destination(values)],
  },
  lists: [open, receiving],
  routes: { receive: 'transferReceive' },
  opens: (document, place) => (destination(document.header) === place.location ? 'receive' : 'detail'),
  form: formOf(fields.header),
  searchFilters: ['variety', 'trimType', 'stockType'],
  searchStockType: () => 'ALL',
  report: () => 'Transfers',
})

// ---- the kind

export const transfer = kindOf({
  kind: 'transfer',
  numberLabel: 'transferNumber',
  ...fields,
  ...steps,
  effects,
  modes: { inventory },
  stages: {
    edit: picking.orderStage,
    detail: picking.pickStage,
    receive: {
      verb: 'receive',
      lineAction: {
        step: 'receive',
        proposedQuantity: ({ received, picked, ordered }) => received ?? picked ?? ordered,
        expectedQuantity: ({ picked, ordered }) => picked ?? ordered,
        done: ({ status }) => status === 'RECEIVED',
        confirmsChange: true,
      },
      checks,
      fallbackList: receiving.id,
      openDecision: openDecisionOf,
      headerEdit: { step: 'updateTemperature', fields: receivedFields },
      scans: { number: 'openDocument', barcode: 'actOnLine' },
    },
  },
  // The specification has no success message (part 2 section 7.1), but another server may send one.
  replies: { lines: lineMessages, deleted: REPLIES.transferLineDeleted, saved: '' },
  judge: (reply, change) => {
    const byLines = judgeByLines(Object.values(lineMessages))(reply)
    const topMessage = isSuccess(reply.message) ? '' : reply.message.trim()
    const isCreated = change.type === 'header' && change.document === null && reply.number !== null
    const ok = isCreated || (topMessage === '' && byLines.lines.every((each) => each.ok))
    return { ...byLines, ok, message: ok ? '' : topMessage || byLines.message }
  },
  searchStock: (place, _mode, _header, filter) => plantStock(place, filter),
} satisfies DeclaredKind<DocumentSteps, LineSteps>)
