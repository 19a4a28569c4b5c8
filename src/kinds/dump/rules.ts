// Dump: plants are written off, with who authorised it and a reason for each line (part 1 sections 2, 4 and 5, 'Dump'; part 2
// section 4.2).
import { ask } from '#contract/ask.ts'
import type { CallInput } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { type ModeId, modeOf, type Status, storageTypeOf } from '#contract/constants.ts'
import type { DumpHeader, DumpLine, DumpReply } from '#contract/dump.ts'
import { LIMITS } from '#contract/limits.ts'
import { firstRefusal, refuse, type Verdict } from '#contract/refusals.ts'
import { isProcessed, isReply, REPLIES } from '#contract/reply-messages.ts'
import type { SecurityKey } from '#contract/security-keys.ts'
import { dayFits, dayOf } from '../dates.ts'
import type { Document, DocumentSummary, HeaderValues, Line } from '../document.ts'
import type { DocumentStep, LineStep } from '../engine.ts'
import { readLineReplies } from '../judge.ts'
import {
  type Change,
  type Choice,
  type HeaderForm,
  type Kind,
  type ListView,
  type Mode,
  type Saved,
  statusesOf,
} from '../kind.ts'
import { seenOf } from '../seen.ts'
import { growerStock, plantOf, plantStock } from '../stock.ts'
import { lineKey } from '../worksheet.ts'

/** `complete` is the Dump of the whole log, `dump` that of a line. */
type DocumentSteps = 'create' | 'edit' | 'complete' | 'cancel'
type LineSteps = 'save' | 'dump' | 'delete'

// ---- steps

const everyLineHasQuantity = ({ lines }: Document): Verdict => {
  if (lines.length === 0) return refuse('noLines')
  const empty = lines.find((line) => line.ordered === 0)
  return empty ? refuse('linesWithoutQuantity', { barcode: empty.barcode }) : true
}

const countOf = ({ lines }: Document, status: Status) => lines.filter((line) => line.status === status).length

const documentSteps: Readonly<Record<DocumentSteps, DocumentStep>> = {
  create: { from: [null], to: 'OPEN' },
  edit: { from: ['OPEN'], to: 'same' },
  complete: {
    from: ['OPEN'],
    to: 'DUMPED',
    linesTo: 'DUMPED',
    guard: (document) => {
      const open = countOf(document, 'OPEN')
      return firstRefusal(
        everyLineHasQuantity(document),
        open === 0 ? true : refuse('linesStillOpen', { open }),
      )
    },
  },
  cancel: {
    from: ['OPEN'],
    to: 'CANCELLED',
    linesTo: 'CANCELLED',
    guard: (document) => {
      const n = countOf(document, 'DUMPED')
      return n === 0 ? true : refuse('linesDumped', { n })
    },
  },
}

const reason = () => 'DUMP' as const

const lineSteps: Readonly<Record<LineSteps, LineStep>> = {
  save: {
    during: ['OPEN'],
    from: [null, 'OPEN'],
    to: 'OPEN',
    writes: 'ordered',
    holds: true,
    documentTo: 'same',
    reason,
  },
  dump: {
    during: ['OPEN'],
    from: ['OPEN'],
    to: 'DUMPED',
    writes: 'ordered',
    holds: true,
    documentTo: 'same',
    reason,
    guard: (_, quantity) => (quantity > 0 ? true : refuse('quantityZero')),
  },
  delete: { during: ['OPEN'], from: [null, 'OPEN'], to: null, documentTo: 'same' },
}

// ---- access (part 1 section 6, part 2 section 6)

const dumping: readonly string[] = ['dump', 'complete'] satisfies readonly (DocumentSteps | LineSteps)[]

const stepKeys = (step: string): readonly SecurityKey[] => {
  if (dumping.includes(step)) return ['DUMPKEY']
  // A line is saved before it is dumped, by whoever may dump it.
  return step === 'save' ? ['DUMPCREATEKEY', 'DUMPKEY'] : ['DUMPCREATEKEY']
}

/** In grower storage everybody who may work there makes dumps; ending them takes the same keys as elsewhere. */
const growerStorageStepKeys = (step: string): readonly SecurityKey[] => {
  if (dumping.includes(step)) return ['DUMPKEY']
  return step === 'cancel' ? ['DUMPCREATEKEY'] : []
}

const warehouse = (header: HeaderValues) => header.DumpWarehouse ?? ''
const places = {
  location: (_: string, header: HeaderValues) => warehouse(header),
  concerns: (header: HeaderValues) => [warehouse(header)],
}

// ---- header form

const statusWords: readonly Choice[] = [
  { value: 'OPEN', label: 'statusOpen' },
  { value: 'DUMPED', label: 'statusDumped' },
  { value: 'CANCELLED', label: 'statusCancelled' },
]

const form: HeaderForm = {
  fields: [
    { name: 'LogNbr', label: 'logNumber', control: { type: 'shown' }, hidden: (_, existing) => !existing },
    { name: 'Status', label: 'dumpStatus', control: { type: 'shown', as: statusWords } },
    { name: 'DumpWarehouse', label: 'dumpWarehouse', control: { type: 'shown', as: 'location' } },
    {
      name: 'AuthorizedBy',
      label: 'authorizedBy',
      required: true,
      control: { type: 'text', most: LIMITS.authorizedBy },
    },
    {
      name: 'AuthorizedDate',
      label: 'authorizedDate',
      required: true,
      control: { type: 'date', picked: true },
    },
    { name: 'Comments', label: 'comments', control: { type: 'lines', most: LIMITS.comments } },
  ],
  start: (place, _, today) => ({
    LogNbr: '',
    Status: 'OPEN',
    DumpWarehouse: place.location,
    AuthorizedBy: '',
    AuthorizedDate: today,
    Comments: '',
  }),
  check: (values) =>
    firstRefusal(
      (values.AuthorizedBy ?? '').trim() !== '' ? true : refuse('authorizedByMissing'),
      dayFits(values.AuthorizedDate, 'authorizedDateMissing'),
    ),
}

// ---- modes

const list: ListView = {
  id: 'open',
  route: 'dump',
  statuses: ['OPEN'],
  all: [],
  editable: ['OPEN'],
  printable: ['DUMPED'],
  creates: true,
}

const inventory: Mode = {
  id: 'inventory',
  storageType: 'INVENTORY',
  access: { requires: ['DUMPHOMEKEY'], grants: [], list: ['DUMPKEY'], step: stepKeys, ...places },
  lists: [list],
  routes: {
    edit: 'dumpEdit',
    detail: 'dumpDetail',
    detailParameters: (document) => ({ number: document.number ?? '' }),
  },
  opens: () => 'detail',
  form,
  searchFilters: ['variety', 'trimType', 'stockType'],
  searchStockType: () => 'ALL',
  report: () => 'Plants Dump',
}

const growerStorage: Mode = {
  ...inventory,
  id: 'growerStorage',
  storageType: 'GROWERSTORAGE',
  access: {
    requires: ['GROWERSTORAGEHOMEKEY', 'GROWERSTORAGEDUMPKEY', 'DUMPHOMEKEY'],
    grants: ['DUMPHOMEKEY'],
    list: ['GROWERSTORAGEDUMPLISTKEY'],
    step: growerStorageStepKeys,
    ...places,
  },
  lists: [{ ...list, route: 'growerStorageDump' }],
  routes: { ...inventory.routes, edit: 'growerStorageDumpEdit', detail: 'growerStorageDumpDetail' },
  searchFilters: ['variety', 'trimType'],
  picksGrower: true,
  report: () => 'Grower Storage Dump',
}

// ---- wire: reading

const readHeader = (header: DumpHeader): DocumentSummary => ({
  kind: 'dump',
  mode: modeOf(header.StorageType),
  number: header.LogNbr,
  status: header.Status,
  header: {
    LogNbr: header.LogNbr,
    Status: header.Status,
    AuthorizedBy: header.AuthorizedBy,
    AuthorizedDate: header.AuthorizedDate,
    Comments: header.Comments,
    DumpWarehouse: header.DumpWarehouse,
    TrimSeasonID: header.TrimSeasonID,
    TrimSeasonName: header.TrimSeasonName,
    CreatedBy: header.CreatedBy,
    CreatedDateTime: header.CreatedDateTime,
    LastChangedBy: header.LastChangedBy,
    LastChangedDateTime: header.LastChangedDateTime,
  },
})

const readLine = (line: DumpLine): Line => ({
  id: line.ID,
  barcode: line.BarcodeID,
  status: line.Status,
  ordered: line.DumpQty ?? line.Qty,
  picked: null,
  received: null,
  reason: line.ReasonCode,
  // A server that says only by the key whose plants they are.
  storageLocation:
    line.StorageLocation ||
    (line.Key.startsWith(line.BarcodeID) ? line.Key.slice(line.BarcodeID.length) : ''),
  available: line.AvailableQty,
  plant: plantOf(line),
})

// ---- wire: writing

type DumpInput = CallInput<Calls['dump.save']>['body']
type DumpStatus = DumpInput['DumpHeader']['Status']

const dumpStatuses: readonly DumpStatus[] = ['OPEN', 'DUMPED', 'CANCELLED']

const bodyHeader = (values: HeaderValues, mode: ModeId, status: Status, season: string) =>
  ({
    LogNbr: values.LogNbr ?? '',
    Status: dumpStatuses.find((each) => each === status) ?? 'OPEN',
    AuthorizedBy: (values.AuthorizedBy ?? '').trim(),
    AuthorizedDate: dayOf(values.AuthorizedDate),
    Comments: values.Comments ?? '',
    TrimSeasonID: values.TrimSeasonID || season,
    DumpWarehouse: warehouse(values),
    StorageType: storageTypeOf(mode),
  }) satisfies DumpInput['DumpHeader']

const bodyLine = (line: Line, mode: ModeId, status: DumpStatus, quantity: number) => ({
  ID: line.id,
  BarcodeID: line.barcode,
  Status: status,
  Qty: quantity,
  UpdateQty: quantity,
  DumpQty: quantity,
  ReasonCode: line.reason,
  StorageLocation: line.storageLocation,
  Key: mode === 'growerStorage' ? lineKey(line) : '',
  ...seenOf(line),
})

/** The header and the lines that state a change; only what changes is sent, the server keeps the rest. */
const bodyOf = (change: Change, mode: ModeId, season: string): DumpInput => {
  if (change.type === 'header') {
    return {
      DumpHeader: bodyHeader(change.values, mode, change.document?.status ?? 'OPEN', season),
      DumpLogLines: [],
    }
  }
  const { document } = change
  const header = { ...document.header, LogNbr: document.number ?? '' }
  if (change.type === 'line') {
    return {
      DumpHeader: bodyHeader(header, mode, document.status, season),
      DumpLogLines: [
        bodyLine(change.line, mode, change.step === 'dump' ? 'DUMPED' : 'OPEN', change.quantity),
      ],
    }
  }
  const to = change.step === 'complete' ? 'DUMPED' : 'CANCELLED'
  return {
    DumpHeader: bodyHeader(header, mode, to, season),
    DumpLogLines: document.lines.map((line) => bodyLine(line, mode, to, line.ordered)),
  }
}

/**
 * Part 1 section 4: a line is judged by its own message, the one of the step that was taken; part 1 section 5: a header, a dump and
 * a cancel by the top-level message.
 */
const judge =
  (change: Change) =>
  (reply: DumpReply): Saved => {
    const number = reply.LogNbr
    if (change.type !== 'line') {
      const ok = isProcessed(reply.Message)
      return { ok, number, message: ok ? '' : reply.Message, lines: [] }
    }
    const success = change.step === 'dump' ? REPLIES.dumpLineDumped : REPLIES.dumpLineOpen
    const lines = readLineReplies(reply.InventoryLines, [success])
    const refused = lines.find((line) => !line.ok)
    const ok = lines.length > 0 && refused === undefined
    return { ok, number, message: ok ? '' : (refused?.message ?? reply.Message), lines }
  }

// ---- the workflow

export const dump: Kind<DocumentSteps, LineSteps> & {
  readonly modes: Readonly<Record<ModeId, Mode>>
} = {
  kind: 'dump',
  numberLabel: 'logNumber',
  documentSteps,
  lineSteps,
  modes: { inventory, growerStorage },
  stages: {
    edit: {
      verb: 'dump',
      lineAction: {
        step: 'save',
        follows: 'dump',
        afterRefusal: 'reset',
        proposes: (line) => line.ordered,
        done: (line) => line.id !== null,
        confirmsChange: false,
      },
      scans: { number: 'openDocument', barcode: 'addLine' },
    },
    detail: {
      verb: 'dump',
      lineAction: {
        step: 'save',
        follows: 'dump',
        afterRefusal: 'reset',
        proposes: (line) => line.ordered,
        done: (line) => line.status !== 'OPEN',
        confirmsChange: false,
      },
      final: {
        step: 'complete',
        shows: (document) => document.status === 'OPEN' && everyLineHasQuantity(document) === true,
      },
      cancelStep: 'cancel',
      endsAtList: true,
      scans: { number: 'openDocument', barcode: 'actOnLine' },
    },
  },
  wire: {
    list: (place, mode, filter) =>
      ask(
        'dump.list',
        {
          query: {
            trimseasonid: place.season.id,
            dumpwarehouse: place.location,
            storagetype: storageTypeOf(mode),
            offset: filter.offset,
            limit: filter.limit,
            status: statusesOf(list, filter.all),
          },
        },
        (answer) => ({ documents: answer.Records.map(readHeader), total: answer.TotalRowCount }),
      ),
    detail: (place, mode, number) =>
      ask(
        'dump.detail',
        {
          params: { lognbr: number },
          query: {
            dumpwarehouse: place.location,
            trimseasonid: place.season.id,
            storagetype: storageTypeOf(mode),
          },
        },
        (answer) =>
          answer.DumpHeader
            ? { ...readHeader(answer.DumpHeader), lines: (answer.DumpLogLines ?? []).map(readLine) }
            : null,
      ),
    save: (place, mode, change) =>
      ask('dump.save', { body: bodyOf(change, mode, place.season.id) }, judge(change)),
    deleteLine: (_, document, line) =>
      ask(
        'dump.deleteLine',
        { params: { id: line.id ?? '' }, query: { lognbr: document.number ?? '' } },
        (answer) => ({ ok: isReply(answer.Message, REPLIES.dumpLineDeleted), message: answer.Message }),
      ),
    searchStock: (place, mode, _, filter) =>
      mode === 'growerStorage' ? growerStock(place, filter.grower ?? '', filter) : plantStock(place, filter),
  },
}
