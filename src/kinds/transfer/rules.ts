// Transfers: plants go from one location to another, shipped at one end and received at the other (part 2 sections 2.7,
// 4.4, 5).
import { ask } from '#contract/ask.ts'
import type { CallInput } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { Status } from '#contract/constants.ts'
import { LIMITS } from '#contract/limits.ts'
import { isTemperature } from '#contract/primitives.ts'
import { firstRefusal, type RefusalCode, refuse, type Verdict } from '#contract/refusals.ts'
import { isReply, REPLIES } from '#contract/reply-messages.ts'
import type { TransferHeader, TransferLine, TransferReply } from '#contract/transfer.ts'
import { dayFits, dayOf } from '../dates.ts'
import type { Document, DocumentSummary, HeaderValues, Line } from '../document.ts'
import { afterLineStep, type DocumentStep, type LineStep } from '../engine.ts'
import { readLineReplies } from '../judge.ts'
import {
  type Change,
  type HeaderForm,
  type Kind,
  type LeftToDecide,
  type ListView,
  type Mode,
  type Saved,
  statusesOf,
} from '../kind.ts'
import { seenOf } from '../seen.ts'
import { plantOf, plantStock } from '../stock.ts'

/** `complete` is the Receive of the whole transfer, `receive` that of a line. */
type DocumentSteps = 'create' | 'edit' | 'ship' | 'updateTemperature' | 'complete' | 'cancel'
type LineSteps = 'order' | 'pick' | 'receive' | 'unreceive' | 'delete'

// ---- steps

const everyLineIs =
  (status: Status, otherwise: RefusalCode) =>
  ({ lines }: Document): Verdict => {
    if (lines.length === 0) return refuse('noLines')
    const open = lines.filter((line) => line.status !== status).length
    return open === 0 ? true : refuse(otherwise, { open })
  }

const documentSteps: Readonly<Record<DocumentSteps, DocumentStep>> = {
  create: { from: [null], to: 'OPEN' },
  edit: { from: ['OPEN', 'RESERVED'], to: 'same' },
  ship: {
    from: ['RESERVED'],
    to: 'SHIPPED',
    linesTo: 'SHIPPED',
    guard: everyLineIs('PICKED', 'linesNotPicked'),
  },
  updateTemperature: { from: ['SHIPPED'], to: 'same' },
  complete: {
    from: ['SHIPPED'],
    to: 'RECEIVED',
    linesTo: 'RECEIVED',
    guard: everyLineIs('RECEIVED', 'linesNotReceived'),
  },
  cancel: { from: ['OPEN', 'RESERVED'], to: 'CANCELLED', linesTo: 'CANCELLED' },
}

const beforeShipping: readonly Status[] = ['OPEN', 'RESERVED']

const lineSteps: Readonly<Record<LineSteps, LineStep>> = {
  order: {
    during: beforeShipping,
    from: [null, 'OPEN', 'RESERVED', 'PICKED'],
    to: 'RESERVED',
    writes: 'ordered',
    holds: true,
    clears: ['picked'],
    documentTo: 'RESERVED',
  },
  pick: {
    during: beforeShipping,
    from: ['OPEN', 'RESERVED', 'PICKED'],
    to: 'PICKED',
    writes: 'picked',
    holds: true,
    documentTo: 'RESERVED',
    guard: (_, quantity) => (quantity > 0 ? true : refuse('pickOfZero')),
  },
  // No guard: a pallet can be lost whole, so 0 can arrive, and more than was written down can arrive too. Part 2 section 5
  // refuses 0 "in non-receive mode" only.
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
  delete: {
    during: beforeShipping,
    from: [null, 'OPEN', 'RESERVED', 'PICKED'],
    to: null,
    documentTo: (document, line) =>
      document.lines.every((other) => other.barcode === line.barcode) ? 'OPEN' : 'same',
  },
}

/** Lines of a received transfer of which other arrived than was shipped: the origin accepts or rejects them. */
const differing = ({ status, header, lines }: Document): LeftToDecide | undefined => {
  const count = lines.filter(({ picked, ordered, received }) => received !== (picked ?? ordered)).length
  return status === 'RECEIVED' && count > 0
    ? { lines: count, location: origin(header), request: header.RequestID ?? '' }
    : undefined
}

// ---- where

const atDestination: readonly string[] = [
  'updateTemperature',
  'receive',
  'unreceive',
  'complete',
] satisfies readonly (DocumentSteps | LineSteps)[]

const origin = (header: HeaderValues) => header.OriginLocationID ?? ''
const destination = (header: HeaderValues) => header.DestinationLocationID ?? ''

// ---- header form

const temperatureFits = (value: string | undefined): Verdict =>
  !value || isTemperature(value) ? true : refuse('temperatureWrong')

const check: HeaderForm['check'] = (values) =>
  firstRefusal(
    destination(values) !== '' && destination(values) !== origin(values)
      ? true
      : refuse('destinationMissing'),
    dayFits(values.ExpectedShipDate, 'dateMissing'),
    dayFits(values.ExpectedArrivalDate, 'dateMissing'),
    dayOf(values.ExpectedShipDate) <= dayOf(values.ExpectedArrivalDate) ? true : refuse('shipAfterArrival'),
    temperatureFits(values.ShipPlantTemperature),
    temperatureFits(values.ReceiptPlantTemperature),
  )

const form: HeaderForm = {
  fields: [
    {
      name: 'TransferNbr',
      label: 'transferNumber',
      control: { type: 'shown' },
      hidden: (_, existing) => !existing,
    },
    { name: 'ReferenceNbr', label: 'reference', control: { type: 'text', most: LIMITS.reference } },
    { name: 'CarrierName', label: 'carrierName', control: { type: 'text', most: LIMITS.carrierName } },
    { name: 'TruckID', label: 'truckId', control: { type: 'text', most: LIMITS.truckId } },
    { name: 'OriginLocationID', label: 'source', control: { type: 'shown', as: 'location' } },
    {
      name: 'DestinationLocationID',
      label: 'destination',
      required: true,
      control: { type: 'entity', of: () => 'location', except: origin },
    },
    { name: 'ExpectedShipDate', label: 'shipDate', required: true, control: { type: 'date' } },
    {
      name: 'ExpectedArrivalDate',
      label: 'arrivalDate',
      required: true,
      control: { type: 'date', notBefore: 'ExpectedShipDate' },
    },
    {
      name: 'ShipPlantTemperature',
      label: 'shipTemperature',
      control: { type: 'temperature', most: LIMITS.temperature },
    },
    {
      name: 'ReceiptPlantTemperature',
      label: 'receiveTemperature',
      control: { type: 'temperature', most: LIMITS.temperature },
    },
  ],
  start: (place, _, today) => ({
    TransferNbr: '',
    ReferenceNbr: '',
    CarrierName: '',
    TruckID: '',
    OriginLocationID: place.location,
    DestinationLocationID: '',
    ExpectedShipDate: today,
    ExpectedArrivalDate: today,
    ShipPlantTemperature: '',
    ReceiptPlantTemperature: '',
  }),
  check,
}

// ---- lists and the mode

const open: ListView = {
  id: 'open',
  route: 'transferOpen',
  statuses: ['OPEN', 'RESERVED'],
  all: ['OPEN', 'RESERVED', 'SHIPPED', 'RECEIVED', 'CANCELLED'],
  editable: ['OPEN', 'RESERVED'],
  printable: ['SHIPPED', 'RECEIVED'],
  creates: true,
}

const receiving: ListView = {
  ...open,
  id: 'receiving',
  route: 'transferReceiving',
  statuses: ['SHIPPED'],
  all: ['SHIPPED', 'RECEIVED'],
  creates: false,
}

const inventory: Mode = {
  id: 'inventory',
  storageType: 'INVENTORY',
  access: {
    requires: ['TRANSFERLOGADMINKEY'],
    grants: [],
    list: [],
    step: () => [],
    location: (step, header) => (atDestination.includes(step) ? destination(header) : origin(header)),
    concerns: (header) => [origin(header), destination(header)],
  },
  lists: [open, receiving],
  routes: {
    edit: 'transferEdit',
    detail: 'transferShip',
    receive: 'transferReceive',
    detailParameters: (document) => ({ number: document.number ?? '' }),
  },
  opens: (document, place) => (destination(document.header) === place.location ? 'receive' : 'detail'),
  form,
  searchFilters: ['variety', 'trimType', 'stockType'],
  searchStockType: () => 'ALL',
  report: () => 'Transfers',
}

// ---- wire: reading

const readHeader = (header: TransferHeader): DocumentSummary => ({
  kind: 'transfer',
  mode: 'inventory',
  number: header.TransferNbr,
  status: header.Status,
  header: {
    TransferNbr: header.TransferNbr,
    ReferenceNbr: header.ReferenceNbr,
    CarrierName: header.CarrierName,
    TruckID: header.TruckID,
    OriginLocationID: header.OriginLocationID,
    DestinationLocationID: header.DestinationLocationID,
    ExpectedShipDate: header.ExpectedShipDate,
    ExpectedArrivalDate: header.ExpectedArrivalDate,
    ShipPlantTemperature: header.ShipPlantTemperature,
    ReceiptPlantTemperature: header.ReceiptPlantTemperature,
    RequestID: header.RequestID,
    TrimSeasonID: header.TrimSeasonID,
    TrimSeasonName: header.TrimSeasonName,
    CreatedBy: header.CreatedBy,
    CreatedDateTime: header.CreatedDateTime,
    LastChangedBy: header.LastChangedBy,
    LastChangedDateTime: header.LastChangedDateTime,
  },
})

const readLine = (line: TransferLine): Line => ({
  id: line.ID,
  barcode: line.BarcodeID,
  status: line.Status,
  ordered: line.OrderQty ?? line.Qty,
  picked: line.Status === 'OPEN' || line.Status === 'RESERVED' ? null : (line.PickQty ?? line.Qty),
  received: line.Status === 'RECEIVED' ? (line.ReceivedQty ?? line.ReceiveQty ?? line.Qty) : null,
  reason: '',
  storageLocation: line.StorageLocation,
  available: line.AvailableQty,
  plant: plantOf(line),
})

// ---- wire: writing

type TransferInput = CallInput<Calls['transfer.save']>['body']
type HeaderStatus = TransferInput['TransferHeader']['Status']
type LineStatus = NonNullable<TransferInput['TransferLines']>[number]['Status']

const headerStatuses: readonly HeaderStatus[] = ['OPEN', 'RESERVED', 'SHIPPED', 'RECEIVED', 'CANCELLED']

const bodyHeader = (values: HeaderValues, status: Status, season: string) =>
  ({
    TransferNbr: values.TransferNbr ?? '',
    ReferenceNbr: values.ReferenceNbr ?? '',
    CarrierName: values.CarrierName ?? '',
    TruckID: values.TruckID ?? '',
    OriginLocationID: origin(values),
    DestinationLocationID: destination(values),
    ExpectedShipDate: dayOf(values.ExpectedShipDate),
    ExpectedArrivalDate: dayOf(values.ExpectedArrivalDate),
    ShipPlantTemperature: values.ShipPlantTemperature ?? '',
    ReceiptPlantTemperature: values.ReceiptPlantTemperature ?? '',
    Status: headerStatuses.find((each) => each === status) ?? 'OPEN',
    TrimSeasonID: values.TrimSeasonID || season,
  }) satisfies TransferInput['TransferHeader']

const bodyLine = (line: Line, status: LineStatus, quantity: number) => ({
  ID: line.id,
  BarcodeID: line.barcode,
  Status: status,
  Qty: quantity,
  UpdateQty: quantity,
  OrderQty: status === 'RESERVED' ? quantity : line.ordered,
  PickQty: status === 'PICKED' ? quantity : line.picked,
  ReceivedQty: line.received,
  ReceiveQty: status === 'RECEIVED' ? quantity : line.received,
  StorageLocation: line.storageLocation,
  ...seenOf(line),
})

const lineStepTo: Readonly<Record<Exclude<LineSteps, 'delete'>, LineStatus>> = {
  order: 'RESERVED',
  pick: 'PICKED',
  receive: 'RECEIVED',
  unreceive: 'SHIPPED',
}
const isLineStep = (step: string): step is keyof typeof lineStepTo => Object.hasOwn(lineStepTo, step)

const documentStepTo: Readonly<Record<string, LineStatus & HeaderStatus>> = {
  ship: 'SHIPPED',
  complete: 'RECEIVED',
  cancel: 'CANCELLED',
}

/** The header and the lines that state a change; only what changes is sent, the server keeps the rest. */
const bodyOf = (change: Change, season: string): TransferInput => {
  if (change.type === 'header') {
    return {
      TransferHeader: bodyHeader(change.values, change.document?.status ?? 'OPEN', season),
      TransferLines: [],
    }
  }
  const { document } = change
  const header = { ...document.header, TransferNbr: document.number ?? '' }
  if (change.type === 'line') {
    const step = isLineStep(change.step) ? change.step : 'order'
    const { status } = afterLineStep({ documentSteps, lineSteps }, step, document, change.line)
    return {
      TransferHeader: bodyHeader(header, status, season),
      TransferLines: [bodyLine(change.line, lineStepTo[step], change.quantity)],
    }
  }
  const to = documentStepTo[change.step] ?? 'CANCELLED'
  return {
    TransferHeader: bodyHeader(header, to, season),
    TransferLines: document.lines.map((line) =>
      bodyLine(line, to, line.received ?? line.picked ?? line.ordered),
    ),
  }
}

const LINE_SUCCESS = [
  REPLIES.transferLineReserved,
  REPLIES.transferLinePicked,
  REPLIES.transferLineShipped,
  REPLIES.transferLineReceived,
  REPLIES.transferLineCancelled,
] as const

/** Part 2 section 7.1: each line is judged by its message, and any top-level message is an error. */
const judge = (reply: TransferReply): Saved => {
  const lines = readLineReplies(reply.TransferLines, LINE_SUCCESS)
  const refused = lines.find((line) => !line.ok)
  const top = reply.Message.trim()
  const ok = top === '' && refused === undefined
  return { ok, number: reply.TransferNbr, message: ok ? '' : top || (refused?.message ?? ''), lines }
}

// ---- the workflow

export const transfer: Kind<DocumentSteps, LineSteps> = {
  kind: 'transfer',
  numberLabel: 'transferNumber',
  documentSteps,
  lineSteps,
  modes: { inventory },
  stages: {
    edit: {
      verb: 'order',
      lineAction: {
        step: 'order',
        proposes: (line) => line.ordered,
        done: (line) => line.id !== null,
        confirmsChange: false,
      },
      scans: { number: 'openDocument', barcode: 'addLine' },
    },
    detail: {
      verb: 'pick',
      lineAction: {
        step: 'pick',
        proposes: (line) => line.picked ?? line.ordered,
        done: (line) => line.status !== 'OPEN' && line.status !== 'RESERVED',
        confirmsChange: true,
      },
      final: { step: 'ship' },
      cancelStep: 'cancel',
      scans: { number: 'openDocument', barcode: 'actOnLine' },
    },
    receive: {
      verb: 'receive',
      lineAction: {
        step: 'receive',
        proposes: (line) => line.received ?? line.picked ?? line.ordered,
        done: (line) => line.status === 'RECEIVED',
        confirmsChange: true,
      },
      final: { step: 'complete' },
      others: receiving.id,
      leaves: differing,
      headerEdit: { step: 'updateTemperature', fields: ['ReceiptPlantTemperature'] },
      scans: { number: 'openDocument', barcode: 'actOnLine' },
    },
  },
  wire: {
    list: (place, _, filter) => {
      const view = filter.view === receiving.id ? receiving : open
      return ask(
        'transfer.list',
        {
          query: {
            trimseasonid: place.season.id,
            ...(view === receiving
              ? { destinationlocationid: place.location }
              : { originlocationid: place.location }),
            offset: filter.offset,
            limit: filter.limit,
            status: statusesOf(view, filter.all),
          },
        },
        (answer) => ({ documents: answer.Records.map(readHeader), total: answer.TotalRowCount }),
      )
    },
    detail: (place, _, number) =>
      ask(
        'transfer.detail',
        {
          params: { nbr: number },
          query: { trimseasonid: place.season.id, inventorylocation: place.location },
        },
        (answer) =>
          answer.TransferHeader
            ? { ...readHeader(answer.TransferHeader), lines: (answer.TransferLines ?? []).map(readLine) }
            : null,
      ),
    save: (place, _, change) => ask('transfer.save', { body: bodyOf(change, place.season.id) }, judge),
    deleteLine: (_, __, line) =>
      ask('transfer.deleteLine', { params: { id: line.id ?? '' } }, (answer) => ({
        ok: isReply(answer.Message, REPLIES.transferLineDeleted),
        message: answer.Message,
      })),
    searchStock: (place, _, __, filter) => plantStock(place, filter),
  },
}
