// Return: plants that come back from a grower, kept for that grower or written off (part 2 sections 2.6, 4.3, 5).
import { ask } from '#contract/ask.ts'
import type { CallInput } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { INVENTORY_EFFECTS, type InventoryEffect } from '#contract/constants.ts'
import { LIMITS } from '#contract/limits.ts'
import { firstRefusal, refuse, type Verdict } from '#contract/refusals.ts'
import { isProcessed, isReply, REPLIES } from '#contract/reply-messages.ts'
import type { ReturnHeader, ReturnLine, ReturnReply } from '#contract/return.ts'
import { dayFits } from '../dates.ts'
import type { Document, DocumentSummary, HeaderValues, Line } from '../document.ts'
import type { DocumentStep, LineStep } from '../engine.ts'
import { readLineReplies } from '../judge.ts'
import {
  type Change,
  type HeaderForm,
  type Kind,
  type ListView,
  type Mode,
  type Saved,
  statusesOf,
} from '../kind.ts'
import { seenOf } from '../seen.ts'
import { issuedStock, plantOf } from '../stock.ts'

/** `post` is the RETURN of the whole. */
type DocumentSteps = 'create' | 'edit' | 'post'
type LineSteps = 'save' | 'delete'

// ---- steps

/** The check behind RETURN: every line is saved and has a reason. */
const everyLineReady = ({ lines }: Document): Verdict =>
  firstRefusal(
    lines.length > 0 ? true : refuse('noLines'),
    lines.every((line) => line.id !== null) ? true : refuse('linesUnsaved'),
    lines.every((line) => line.reason !== '') ? true : refuse('linesWithoutReason'),
  )

const documentSteps: Readonly<Record<DocumentSteps, DocumentStep>> = {
  create: { from: [null], to: 'OPEN' },
  edit: { from: ['OPEN'], to: 'same' },
  post: {
    from: ['OPEN'],
    to: 'POSTED',
    linesTo: 'POSTED',
    guard: everyLineReady,
    hitch: ({ lines }) => {
      const empty = lines.find((line) => line.ordered === 0)
      return empty ? refuse('linesWithoutQuantity', { barcode: empty.barcode }) : true
    },
  },
}

const isEffect = (value: string | undefined): value is InventoryEffect =>
  INVENTORY_EFFECTS.some((effect) => effect === value)

const lineSteps: Readonly<Record<LineSteps, LineStep>> = {
  save: {
    during: ['OPEN'],
    from: [null, 'OPEN'],
    to: 'OPEN',
    writes: 'ordered',
    documentTo: 'OPEN',
    reason: (header) => (header.InventoryEffect === 'DUMP' ? 'DUMP' : 'INVENTORY'),
  },
  delete: { during: ['OPEN'], from: [null, 'OPEN'], to: null, documentTo: 'same' },
}

// ---- header form

const warehouse = (header: HeaderValues) => header.ReturnWarehouse ?? ''

const form: HeaderForm = {
  fields: [
    { name: 'LogNbr', label: 'logNumber', control: { type: 'shown' }, hidden: (_, existing) => !existing },
    {
      name: 'ReturnedFromNbr',
      label: 'grower',
      required: true,
      control: { type: 'entity', of: () => 'returningGrower' },
    },
    { name: 'ReturnedFromType', label: 'entityType', control: { type: 'shown' } },
    {
      name: 'InventoryEffect',
      label: 'inventoryAffect',
      required: true,
      control: {
        type: 'choice',
        choices: [
          { value: 'GROWERSTORAGE', label: 'growerStorage' },
          { value: 'DUMP', label: 'dump' },
        ],
      },
    },
    { name: 'RefNbr', label: 'returnReference', control: { type: 'text', most: LIMITS.reference } },
    { name: 'ReturnedDate', label: 'returnDate', control: { type: 'date' } },
    { name: 'ReturnedBy', label: 'returnedBy', control: { type: 'text', most: LIMITS.returnedBy } },
    { name: 'Comments', label: 'comments', control: { type: 'lines', most: LIMITS.comments } },
  ],
  start: (place, _, today) => ({
    LogNbr: '',
    ReturnedFromNbr: '',
    ReturnedFromType: 'Grower',
    ReturnWarehouse: place.location,
    InventoryEffect: 'GROWERSTORAGE',
    RefNbr: '',
    ReturnedDate: today,
    ReturnedBy: '',
    Comments: '',
  }),
  check: (values) =>
    firstRefusal(
      values.ReturnedFromNbr ? true : refuse('growerMissing'),
      isEffect(values.InventoryEffect) ? true : refuse('effectMissing'),
      dayFits(values.ReturnedDate),
    ),
}

// ---- the mode

const list: ListView = {
  id: 'open',
  route: 'return',
  statuses: ['OPEN'],
  all: [],
  editable: ['OPEN'],
  printable: ['POSTED'],
  creates: true,
}

const inventory: Mode = {
  id: 'inventory',
  storageType: 'INVENTORY',
  access: {
    requires: ['RETURNADMINKEY'],
    grants: [],
    list: [],
    step: () => ['GROWERRETURNADMINKEY', 'NURSERYRETURNADMINKEY'],
    location: (_, header) => warehouse(header),
    concerns: (header) => [warehouse(header)],
  },
  lists: [list],
  routes: {
    edit: 'returnEdit',
    detail: 'returnDetail',
    detailParameters: (document) => ({
      type: document.header.ReturnedFromType || 'Grower',
      number: document.number ?? '',
    }),
  },
  opens: () => 'detail',
  form,
  searchFilters: ['variety', 'trimType'],
  searchStockType: () => 'COMMERCIAL',
  report: () => 'Returns',
}

// ---- wire: reading

const readHeader = (header: ReturnHeader): DocumentSummary => ({
  kind: 'return',
  mode: 'inventory',
  number: header.LogNbr,
  status: header.PostStatus,
  header: {
    LogNbr: header.LogNbr,
    RefNbr: header.RefNbr,
    ReturnedFromNbr: header.ReturnedFromNbr,
    ReturnedFromType: header.ReturnedFromType,
    EntityName: header.growerEntity,
    ReturnWarehouse: header.ReturnWarehouse,
    InventoryEffect: header.InventoryEffect,
    ReturnedDate: header.ReturnedDate,
    ReturnedBy: header.ReturnedBy,
    TrimSeasonID: header.TrimSeasonID,
    TrimSeasonName: header.TrimSeasonName,
    Comments: header.Comments,
    CreatedBy: header.CreatedBy,
    CreatedDateTime: header.CreatedDateTime,
    LastChangedBy: header.LastChangedBy,
    LastChangedDateTime: header.LastChangedDateTime,
  },
})

const readLine = (line: ReturnLine): Line => ({
  id: line.ID,
  barcode: line.BarcodeID,
  status: line.Status,
  ordered: line.OrderQty ?? line.Qty,
  picked: null,
  received: null,
  reason: line.ReasonCode,
  storageLocation: '',
  available: line.AvailableQty,
  plant: plantOf(line),
})

// ---- wire: writing

type ReturnInput = CallInput<Calls['return.save']>['body']
type ReturnStatus = ReturnInput['ReturnHeader']['PostStatus']

const bodyHeader = (values: HeaderValues, status: ReturnStatus, season: string) =>
  ({
    LogNbr: values.LogNbr ?? '',
    RefNbr: values.RefNbr ?? '',
    ReturnedFromNbr: values.ReturnedFromNbr ?? '',
    ReturnedFromType: 'Grower',
    ReturnWarehouse: warehouse(values),
    InventoryEffect: isEffect(values.InventoryEffect) ? values.InventoryEffect : 'GROWERSTORAGE',
    ReturnedDate: values.ReturnedDate ?? '',
    ReturnedBy: values.ReturnedBy ?? '',
    PostStatus: status,
    TrimSeasonID: values.TrimSeasonID || season,
    Comments: values.Comments ?? '',
  }) satisfies ReturnInput['ReturnHeader']

const bodyLine = (line: Line, status: ReturnStatus, quantity: number) => ({
  ID: line.id,
  BarcodeID: line.barcode,
  Status: status,
  Qty: quantity,
  OrderQty: quantity,
  UpdateQty: quantity,
  ReasonCode: line.reason,
  StorageLocation: line.storageLocation,
  ...seenOf(line),
})

/** The header and the lines that state a change; only what changes is sent, the server keeps the rest. */
const bodyOf = (change: Change, season: string): ReturnInput => {
  if (change.type === 'header') {
    const status = change.document?.status === 'POSTED' ? 'POSTED' : 'OPEN'
    return { ReturnHeader: bodyHeader(change.values, status, season), ReturnLogLines: [] }
  }
  const { document } = change
  const header = { ...document.header, LogNbr: document.number ?? '' }
  return change.type === 'line'
    ? {
        ReturnHeader: bodyHeader(header, 'OPEN', season),
        ReturnLogLines: [bodyLine(change.line, 'OPEN', change.quantity)],
      }
    : {
        ReturnHeader: bodyHeader(header, 'POSTED', season),
        ReturnLogLines: document.lines.map((line) => bodyLine(line, 'POSTED', line.ordered)),
      }
}

/**
 * Part 2 section 7.1: a line is judged by its message; a post is done when the first line says nothing or says POSTED; a header by
 * the top-level message.
 */
const judge =
  (change: Change) =>
  (reply: ReturnReply): Saved => {
    const number = reply.LogNbr
    if (change.type === 'header') {
      const ok = isProcessed(reply.Message)
      return { ok, number, message: ok ? '' : reply.Message, lines: [] }
    }
    if (change.type === 'document') {
      const message = reply.InventoryLines?.[0]?.Message ?? ''
      const ok = message === '' || message.toUpperCase().includes('POSTED')
      return { ok, number, message: ok ? '' : message, lines: [] }
    }
    const lines = readLineReplies(reply.InventoryLines, [REPLIES.returnLineOpen])
    const refused = lines.find((line) => !line.ok)
    const ok = lines.length > 0 && refused === undefined
    return { ok, number, message: ok ? '' : (refused?.message ?? reply.Message), lines }
  }

// ---- the workflow

export const returns: Kind<DocumentSteps, LineSteps> = {
  kind: 'return',
  numberLabel: 'logNumber',
  documentSteps,
  lineSteps,
  modes: { inventory },
  stages: {
    edit: {
      verb: 'return',
      lineAction: {
        step: 'save',
        proposes: (line) => line.ordered,
        done: (line) => line.id !== null,
        confirmsChange: false,
      },
      scans: { number: 'openDocument', barcode: 'addLine' },
    },
    detail: {
      verb: 'return',
      lineAction: {
        step: 'save',
        proposes: (line) => line.ordered,
        done: (line) => line.status !== 'OPEN' || (line.ordered > 0 && line.reason !== ''),
        confirmsChange: false,
      },
      final: { step: 'post' },
      endsAtList: true,
      scans: { number: 'openDocument', barcode: 'actOnLine' },
    },
  },
  wire: {
    list: (place, _, filter) =>
      ask(
        'return.list',
        {
          query: {
            trimseasonid: place.season.id,
            returnwarehouse: place.location,
            offset: filter.offset,
            limit: filter.limit,
            status: statusesOf(list, filter.all),
          },
        },
        (answer) => ({ documents: answer.Records.map(readHeader), total: answer.TotalRowCount }),
      ),
    detail: (place, _, number) =>
      ask(
        'return.detail',
        {
          params: { nbr: number },
          query: { trimseasonid: place.season.id, returnwarehouse: place.location },
        },
        (answer) =>
          answer.ReturnHeader
            ? { ...readHeader(answer.ReturnHeader), lines: (answer.ReturnLines ?? []).map(readLine) }
            : null,
      ),
    save: (place, _, change) => ask('return.save', { body: bodyOf(change, place.season.id) }, judge(change)),
    deleteLine: (_, document, line) =>
      ask(
        'return.deleteLine',
        { params: { id: line.id ?? '' }, query: { lognbr: document.number ?? '' } },
        (answer) => ({ ok: isReply(answer.Message, REPLIES.returnLineDeleted), message: answer.Message }),
      ),
    searchStock: (place, _, header, filter) => issuedStock(place, header.ReturnedFromNbr ?? '', filter),
  },
}
