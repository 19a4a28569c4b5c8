// Issuance: reserve, pick and ship plants to a grower or a nursery (part 2 sections 2.2 to 2.5, 4.1, 5).
import { ask } from '#contract/ask.ts'
import type { CallInput } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { ISSUE_TO_TYPES, type IssueToType, type ModeId, modeOf, storageTypeOf } from '#contract/constants.ts'
import type { IssuanceHeader, IssuanceLine, IssuanceReply } from '#contract/issuance.ts'
import { LIMITS } from '#contract/limits.ts'
import { firstRefusal, refuse, type Verdict } from '#contract/refusals.ts'
import { isProcessed, isReply, REPLIES } from '#contract/reply-messages.ts'
import type { SecurityKey } from '#contract/security-keys.ts'
import { dayFits } from '../dates.ts'
import type { Document, DocumentSummary, HeaderValues, Line } from '../document.ts'
import { afterLineStep, type DocumentStep, type LineStep } from '../engine.ts'
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
import { growerStock, plantOf, plantStock } from '../stock.ts'

type DocumentSteps = 'create' | 'edit' | 'ship' | 'cancel'
type LineSteps = 'order' | 'pick' | 'delete'

// ---- steps

const everyLinePicked = (document: Document): Verdict =>
  document.lines.length === 0
    ? refuse('noLines')
    : document.lines.every((line) => line.status === 'PICKED')
      ? true
      : refuse('linesNotPicked', { open: document.lines.filter((line) => line.status !== 'PICKED').length })

const documentSteps: Readonly<Record<DocumentSteps, DocumentStep>> = {
  create: { from: [null], to: 'OPEN' },
  edit: { from: ['OPEN', 'RESERVED'], to: 'same' },
  ship: { from: ['RESERVED'], to: 'SHIPPED', linesTo: 'SHIPPED', guard: everyLinePicked },
  cancel: { from: ['OPEN', 'RESERVED'], to: 'CANCELLED', linesTo: 'CANCELLED' },
}

const lineSteps: Readonly<Record<LineSteps, LineStep>> = {
  order: {
    during: ['OPEN', 'RESERVED'],
    from: [null, 'OPEN', 'RESERVED', 'PICKED'],
    to: 'RESERVED',
    writes: 'ordered',
    holds: true,
    clears: ['picked'],
    documentTo: 'RESERVED',
  },
  pick: {
    during: ['OPEN', 'RESERVED'],
    from: ['OPEN', 'RESERVED', 'PICKED'],
    to: 'PICKED',
    writes: 'picked',
    holds: true,
    documentTo: 'RESERVED',
    guard: (_, quantity) => (quantity > 0 ? true : refuse('quantityZero')),
  },
  delete: {
    during: ['OPEN', 'RESERVED'],
    from: [null, 'OPEN', 'RESERVED', 'PICKED'],
    to: null,
    documentTo: (document, line) =>
      document.lines.every((other) => other.barcode === line.barcode) ? 'OPEN' : 'same',
  },
}

// ---- access

const keyFor: Readonly<Record<IssueToType, SecurityKey>> = {
  Grower: 'GROWERISSUANCEADMINKEY',
  Nursery: 'NURSERYISSUANCEADMINKEY',
}
const issuingKeys = Object.values(keyFor)

const isIssueToType = (value: string | undefined): value is IssueToType =>
  ISSUE_TO_TYPES.some((type) => type === value)

/** The key that lets a person issue to this header's destination; any of both while no type is chosen. */
const stepKeys = (_: string, header: HeaderValues): readonly SecurityKey[] =>
  isIssueToType(header.IssueToType) ? [keyFor[header.IssueToType]] : issuingKeys

const atInventoryLocation = (header: HeaderValues) => header.InventoryLocation ?? ''

const places = {
  location: (_: string, header: HeaderValues) => atInventoryLocation(header),
  concerns: (header: HeaderValues) => [atInventoryLocation(header)],
}

// ---- header form

const chosen = (values: HeaderValues): Verdict =>
  firstRefusal(
    values.IssueToType ? true : refuse('entityTypeMissing'),
    values.IssueToNbr ? true : refuse('destinationMissing'),
    dayFits(values.IssueDate),
  )

const startValues: HeaderForm['start'] = (place, actor, today) => {
  const types = ISSUE_TO_TYPES.filter((type) => actor.keys.has(keyFor[type]))
  return {
    TagNbr: '',
    IssueToType: (types.length === 1 ? types[0] : undefined) ?? '',
    IssueToNbr: '',
    InventoryLocation: place.location,
    IssueDate: today,
    ReferenceNbr: '',
    Comments: '',
  }
}

const untilTypeIsChosen = (values: HeaderValues) => !values.IssueToType

const form: HeaderForm = {
  fields: [
    {
      name: 'IssueToType',
      label: 'entityType',
      required: true,
      locked: (_, existing) => existing,
      control: {
        type: 'choice',
        choices: [
          { value: 'Grower', label: 'grower' },
          { value: 'Nursery', label: 'nursery' },
        ],
        offers: (actor, value) => isIssueToType(value) && actor.keys.has(keyFor[value]),
      },
    },
    { name: 'TagNbr', label: 'tagNumber', control: { type: 'shown' }, hidden: (values) => !values.TagNbr },
    {
      name: 'ReferenceNbr',
      label: 'reference',
      control: { type: 'text', most: LIMITS.reference },
      locked: untilTypeIsChosen,
    },
    { name: 'InventoryLocation', label: 'source', control: { type: 'shown', as: 'location' } },
    {
      name: 'IssueToNbr',
      label: 'destination',
      required: true,
      locked: untilTypeIsChosen,
      control: { type: 'entity', of: (values) => (values.IssueToType === 'Nursery' ? 'nursery' : 'grower') },
    },
    { name: 'IssueDate', label: 'issueDate', control: { type: 'date' }, locked: untilTypeIsChosen },
    {
      name: 'Comments',
      label: 'comment',
      control: { type: 'lines', most: LIMITS.comments },
      locked: untilTypeIsChosen,
    },
  ],
  start: startValues,
  check: chosen,
  doubtful: (values, grower, place) =>
    values.IssueToType === 'Grower' &&
    grower !== undefined &&
    grower.PickUpLocationId !== '' &&
    grower.PickUpLocationId !== place.location,
}

const growerForm: HeaderForm = {
  fields: [
    { name: 'ReferenceNbr', label: 'reference', control: { type: 'text', most: LIMITS.reference } },
    {
      name: 'IssueToNbr',
      label: 'selectGrower',
      required: true,
      control: { type: 'entity', of: () => 'storingGrower' },
    },
    { name: 'Comments', label: 'comment', control: { type: 'lines', most: LIMITS.comments } },
  ],
  start: (...context) => ({ ...startValues(...context), IssueToType: 'Grower' }),
  check: (values) => (values.IssueToNbr ? true : refuse('destinationMissing')),
}

// ---- modes

const list: ListView = {
  id: 'open',
  route: 'issuance',
  statuses: ['OPEN', 'RESERVED'],
  all: [],
  editable: ['OPEN', 'RESERVED'],
  printable: ['SHIPPED'],
  creates: true,
}

const inventory: Mode = {
  id: 'inventory',
  storageType: 'INVENTORY',
  access: { requires: ['ISSUANCEADMINKEY'], grants: [], list: [], step: stepKeys, ...places },
  lists: [list],
  routes: {
    edit: 'issuanceEdit',
    detail: 'issuanceDetail',
    detailParameters: (document) => ({
      type: document.header.IssueToType ?? 'Grower',
      number: document.number ?? '',
    }),
  },
  opens: () => 'detail',
  form,
  searchFilters: ['variety', 'trimType'],
  searchStockType: (header) => (header.IssueToType === 'Nursery' ? 'FOUNDATION' : 'COMMERCIAL'),
  report: (header) => (header.IssueToType === 'Nursery' ? 'Nursery Issuance' : 'Grower Issuance'),
}

const growerStorage: Mode = {
  ...inventory,
  id: 'growerStorage',
  storageType: 'GROWERSTORAGE',
  access: {
    requires: ['GROWERSTORAGEHOMEKEY', 'GROWERSTORAGEISSUANCEKEY'],
    grants: ['ISSUANCEADMINKEY', ...issuingKeys],
    list: [],
    step: stepKeys,
    ...places,
  },
  lists: [{ ...list, route: 'growerStorageIssuance' }],
  routes: {
    edit: 'growerStorageIssuanceEdit',
    detail: 'growerStorageIssuanceDetail',
    detailParameters: (document) => ({ type: 'Grower', number: document.number ?? '' }),
  },
  form: growerForm,
  searchStockType: () => 'ALL',
  report: () => 'Grower Storage Issuance',
}

// ---- wire: reading

const readHeader = (header: IssuanceHeader): DocumentSummary => ({
  kind: 'issuance',
  mode: modeOf(header.StorageType),
  number: header.TagNbr,
  status: header.Status,
  header: {
    TagNbr: header.TagNbr,
    IssueToType: header.IssueToType,
    IssueToNbr: header.IssueToNbr,
    EntityName: header.EntityName,
    InventoryLocation: header.InventoryLocation,
    TrimSeasonID: header.TrimSeasonID,
    TrimSeasonName: header.TrimSeasonName,
    IssueDate: header.IssueDate,
    ReferenceNbr: header.ReferenceNbr,
    Comments: header.Comments,
    GrowingDistrict: header.GrowingDistrict,
    VendorInvoiceAccNum: header.VendorInvoiceAccNum,
    PickUpLocationId: header.PickUpLocationId,
    CreatedBy: header.CreatedBy,
    CreatedDateTime: header.CreatedDateTime,
    LastChangedBy: header.LastChangedBy,
    LastChangedDateTime: header.LastChangedDateTime,
  },
})

const readLine = (line: IssuanceLine): Line => ({
  id: line.ID,
  barcode: line.BarcodeID,
  status: line.Status,
  ordered: line.OrderQty ?? line.Qty,
  picked: line.Status === 'OPEN' || line.Status === 'RESERVED' ? null : (line.PickQty ?? line.Qty),
  received: null,
  reason: '',
  storageLocation: line.StorageLocation,
  available: line.AvailableQty,
  plant: plantOf(line),
})

// ---- wire: writing

type IssuanceInput = CallInput<Calls['issuance.save']>['body']

const bodyHeader = (values: HeaderValues, mode: ModeId, status: Document['status'], season: string) =>
  ({
    TagNbr: values.TagNbr ?? '',
    IssueToType: isIssueToType(values.IssueToType) ? values.IssueToType : 'Grower',
    IssueToNbr: values.IssueToNbr ?? '',
    Status: status === 'SHIPPED' || status === 'CANCELLED' || status === 'RESERVED' ? status : 'OPEN',
    InventoryLocation: values.InventoryLocation ?? '',
    TrimSeasonID: values.TrimSeasonID || season,
    StorageType: storageTypeOf(mode),
    IssueDate: values.IssueDate ?? '',
    ReferenceNbr: values.ReferenceNbr ?? '',
    Comments: values.Comments ?? '',
    EntityName: values.EntityName ?? '',
    GrowingDistrict: values.GrowingDistrict ?? '',
    VendorInvoiceAccNum: values.VendorInvoiceAccNum ?? '',
    PickUpLocationId: values.PickUpLocationId ?? '',
  }) satisfies IssuanceInput['IssuanceHeader']

const bodyLine = (line: Line, status: 'RESERVED' | 'PICKED' | 'SHIPPED' | 'CANCELLED', quantity: number) => ({
  ID: line.id,
  BarcodeID: line.barcode,
  Status: status,
  Qty: quantity,
  UpdateQty: quantity,
  OrderQty: status === 'RESERVED' ? quantity : line.ordered,
  PickQty: status === 'PICKED' ? quantity : line.picked,
  StorageLocation: line.storageLocation,
  ...seenOf(line),
})

/** The header and the lines that state a change; only what changes is sent, the server keeps the rest. */
const bodyOf = (change: Change, mode: ModeId, season: string) => {
  if (change.type === 'header') {
    return {
      IssuanceHeader: bodyHeader(change.values, mode, change.document?.status ?? 'OPEN', season),
      InventoryLines: [],
    }
  }
  const { document } = change
  const header = { ...document.header, TagNbr: document.number ?? '' }
  if (change.type === 'line') {
    const to = change.step === 'pick' ? 'PICKED' : 'RESERVED'
    const after = afterLineStep(
      { documentSteps, lineSteps },
      to === 'PICKED' ? 'pick' : 'order',
      document,
      change.line,
    )
    return {
      IssuanceHeader: bodyHeader(header, mode, after.status, season),
      InventoryLines: [bodyLine(change.line, to, change.quantity)],
    }
  }
  const to = change.step === 'ship' ? 'SHIPPED' : 'CANCELLED'
  return {
    IssuanceHeader: bodyHeader(header, mode, to, season),
    InventoryLines: document.lines.map((line) => bodyLine(line, to, line.picked ?? line.ordered)),
  }
}

const LINE_SUCCESS = [
  REPLIES.issuanceLineReserved,
  REPLIES.issuanceLinePicked,
  REPLIES.issuanceLineShipped,
  REPLIES.issuanceLineCancelled,
] as const

/** Part 2 section 7.1: each line is judged by its message; without lines the top-level message decides. */
const judge = (reply: IssuanceReply): Saved => {
  const lines = readLineReplies(reply.InventoryLines, LINE_SUCCESS)
  const refused = lines.find((line) => !line.ok)
  const ok = refused === undefined && (lines.length > 0 || isProcessed(reply.Message))
  return { ok, number: reply.TagNbr, message: ok ? '' : (refused?.message ?? reply.Message), lines }
}

// ---- the workflow

export const issuance: Kind<DocumentSteps, LineSteps> & {
  readonly modes: Readonly<Record<ModeId, Mode>>
} = {
  kind: 'issuance',
  numberLabel: 'tagNumber',
  documentSteps,
  lineSteps,
  modes: { inventory, growerStorage },
  stages: {
    edit: {
      verb: 'order',
      lineAction: {
        step: 'order',
        proposes: (line) => line.ordered,
        done: (line) => line.id !== null,
        confirmsChange: false,
        afterRefusal: 'remove',
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
  },
  wire: {
    list: (place, mode, filter) =>
      ask(
        'issuance.list',
        {
          query: {
            trimseasonid: place.season.id,
            inventorylocation: place.location,
            storagetype: storageTypeOf(mode),
            offset: filter.offset,
            limit: filter.limit,
            status: statusesOf(list, filter.all),
            all: filter.all,
          },
        },
        (answer) => ({ documents: answer.Records.map(readHeader), total: answer.TotalRowCount }),
      ),
    detail: (place, mode, number) =>
      ask(
        'issuance.detail',
        {
          params: { id: number },
          query: {
            trimseasonid: place.season.id,
            storagetype: storageTypeOf(mode),
            inventorylocation: place.location,
          },
        },
        (answer) =>
          answer.IssuanceHeader
            ? { ...readHeader(answer.IssuanceHeader), lines: (answer.InventoryLines ?? []).map(readLine) }
            : null,
      ),
    save: (place, mode, change) =>
      ask('issuance.save', { body: bodyOf(change, mode, place.season.id) }, judge),
    deleteLine: (mode, document, line) =>
      ask(
        'issuance.deleteLine',
        { query: { id: line.id ?? '', tagnbr: document.number ?? '', storagetype: storageTypeOf(mode) } },
        (answer) => ({ ok: isReply(answer.Message, REPLIES.issuanceLineDeleted), message: answer.Message }),
      ),
    searchStock: (place, mode, header, filter) =>
      mode === 'growerStorage'
        ? growerStock(place, header.IssueToNbr ?? '', filter)
        : plantStock(place, filter),
  },
}
