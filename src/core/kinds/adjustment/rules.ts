// Stock corrections (part 2 sections 2.8, 4.5, 4.6, 5): counted quantities, and adjustment requests for
// discrepancies of transfers.

import type { AdjustmentLine, AdjustmentRequest } from '#core/wire/adjustment-request.ts'
import { ask } from '#core/wire/ask.ts'
import type { Ask } from '#core/wire/ask-of.ts'
import { type ModeId, STATUSES, type Status, storageTypeOf } from '#core/wire/constants.ts'
import { available, type FoundStock, type InventoryRecord, onHand } from '#core/wire/inventory.ts'
import { firstRefusal, refuse, type Verdict } from '#core/wire/refusals.ts'
import { isFailure, unclearIn, wordOf } from '#core/wire/reply-messages.ts'
import type { RouteName } from '#core/wire/routes.ts'
import {
  type Document,
  type DocumentSummary,
  emptyLine,
  type HeaderValues,
  type Line,
  type Place,
} from '../document.ts'
import type { Access, Rules } from '../engine.ts'
import type { StockFilter } from '../kind.ts'
import { growerStock, plantStock } from '../stock.ts'
import { linesOf, partOf, type Values } from '../values.ts'

/**
 * The server's reply: an empty message is a failure (part 2 section 4.5). `message` as in `Saved`, `unclear`
 * as of a line.
 */
export interface RequestOutcome {
  readonly ok: boolean
  readonly message: string
  readonly unclear?: string
}

const judge = ({ Message }: { readonly Message: string }): RequestOutcome => {
  const ok = Message.trim() !== '' && !isFailure(Message)
  return { ok, message: ok ? wordOf(Message) : Message }
}

// ---- trim adjustment

const here = (header: HeaderValues) => header.InventoryLocation ?? ''
const places = {
  location: (_: string, header: HeaderValues) => here(header),
  concerns: (header: HeaderValues) => [here(header)],
}

interface AdjustMode {
  readonly access: Access
  readonly route: RouteName
}

const modes: Readonly<Record<ModeId, AdjustMode>> = {
  inventory: {
    access: { requires: ['ADJUSTINVENTORYKEY'], grants: [], list: [], step: () => [], ...places },
    route: 'adjustTrim',
  },
  growerStorage: {
    access: {
      requires: ['GROWERSTORAGEHOMEKEY', 'GROWERSTORAGEADJUSTINVENTORYKEY'],
      grants: ['ADJUSTINVENTORYKEY'],
      list: [],
      step: () => [],
      ...places,
    },
    route: 'growerStorage',
  },
}

// What open documents reserve stays on hand; the server refuses less.
const notBelowReserved = (record: InventoryRecord, quantity: number): Verdict => {
  const n = onHand(record) - available(record)
  return quantity < n ? refuse('belowReserved', { n, barcode: record.BarcodeID }) : true
}

/** Adjust Trim: its searches, checks and call. Quantities are whole plants. */
export const trimAdjustment = {
  modes,
  /** `grower` is used in grower storage only. */
  search: (place: Place, mode: ModeId, grower: string, filter: StockFilter): Ask<FoundStock> =>
    mode === 'growerStorage' ? growerStock(place, grower, filter) : plantStock(place, filter),
  /** The quantity must differ from the current one and needs a reason (part 2 section 5, 'Adjust Trim'). */
  check: (record: InventoryRecord, quantity: number, reason: string): Verdict =>
    firstRefusal(
      quantity === onHand(record) ? refuse('quantityUnchanged') : true,
      notBelowReserved(record, quantity),
      reason === '' ? refuse('reasonMissing') : true,
    ),
  adjust: (
    place: Place,
    mode: ModeId,
    record: InventoryRecord,
    quantity: number,
    reason: string,
    by: { readonly user: string; readonly at: string | null },
  ): Ask<RequestOutcome> =>
    ask(
      'plantinventory.adjust',
      {
        body: {
          TransactionType: 'ADJUST',
          TransactionReason: reason,
          InventoryLocation: place.location,
          StorageLocation: record.StorageLocation,
          BarcodeID: record.BarcodeID,
          Status: 'OPEN',
          Qty: quantity,
          SeenQty: onHand(record),
          SourceLoc: place.location,
          DestinationLoc: place.location,
          StorageType: storageTypeOf(mode),
          TrimSeason: place.season.id,
          LastChangedBy: by.user,
          LastChangedDateTime: by.at,
        },
      },
      (answer) => {
        const judged = judge(answer)
        return { ...judged, ...unclearIn(judged.ok, answer.Message) }
      },
    ),
  /** The labels to add after an increase: 'Do you want to print extra {n} labels'. */
  extraLabels: (record: InventoryRecord, quantity: number): number => Math.max(0, quantity - onHand(record)),
}

// ---- adjustment requests

const requestAccess: Access = {
  requires: ['ADJUSTINVENTORYKEY'],
  grants: [],
  list: [],
  step: () => [],
  location: (_, header) => header.OriginLocationID ?? '',
  concerns: (header) => [header.OriginLocationID ?? ''],
}

export type DecisionStep = 'accept' | 'reject'

/** A discrepancy: `picked` is the shipped or expected quantity, `received` the received or counted one. */
export interface RequestLine extends Line {
  readonly picked: number
  readonly received: number
  /** The origin's stock of the barcode. */
  readonly stock: number
  /** The first of two counts; null if it was not counted twice. */
  readonly firstCount: number | null
}
export interface RequestDocument extends Document {
  readonly lines: readonly RequestLine[]
}

/** A request in a list. */
export interface RequestSummary extends DocumentSummary {
  /** Its lines that are left to decide. */
  readonly open: readonly RequestLine[]
}

/** Does the request come from a count? Its lines have the expected and the counted quantity. */
export function isOfCount(header: HeaderValues): boolean {
  return (header.OfKind ?? '') !== ''
}

/**
 * The origin's stock after the line is accepted: a transfer's shortfall is added, a surplus subtracted; a
 * counted quantity replaces the expected one.
 */
export function quantityIfAccepted(
  header: HeaderValues,
  stock: number,
  { picked, received }: Pick<RequestLine, 'picked' | 'received'>,
): number {
  return isOfCount(header) ? stock + (received - picked) : stock + (picked - received)
}

const decidedWith = (document: Document, line: Line): Status | 'same' =>
  document.lines.every((other) => other.id === line.id || other.status !== 'OPEN') ? 'CLOSED' : 'same'

const rules: Rules<'open', DecisionStep> = {
  documentSteps: { open: { from: [null], to: 'OPEN' } },
  lineSteps: {
    /** The quantity is the origin's stock. */
    accept: {
      during: ['OPEN'],
      from: ['OPEN'],
      to: 'ACCEPT',
      documentTo: decidedWith,
      guard: ({ picked, received }, stock, { header }) =>
        isOfCount(header) ||
        quantityIfAccepted(header, stock, { picked: picked ?? 0, received: received ?? 0 }) > 0
          ? true
          : refuse('adjustmentTooSmall'),
    },
    reject: { during: ['OPEN'], from: ['OPEN'], to: 'REJECT', documentTo: decidedWith },
  },
}

const readRequest = (request: AdjustmentRequest): DocumentSummary => ({
  kind: 'request',
  mode: 'inventory',
  number: request.RequestID,
  status: request.Status,
  header: {
    RequestID: request.RequestID,
    RequestDetail: request.RequestDetail,
    TransferNbr: request.TransferNbr,
    OfKind: request.OfKind,
    OfNbr: request.OfNbr,
    OriginLocationID: request.OriginLocationID,
    TrimSeason: request.TrimSeason,
    CreatedBy: request.CreatedBy,
    CreatedDateTime: request.CreatedDateTime,
    LastChangedBy: request.LastChangedBy,
    LastChangedDateTime: request.LastChangedDateTime,
  },
})

// Another server may leave out a line's status until it is decided.
const lineStatus = (text: string): Status =>
  STATUSES.find((status) => status === text.trim().toUpperCase()) ?? 'OPEN'

const readLine = (line: AdjustmentLine, asRead: Values | undefined): RequestLine => ({
  ...emptyLine,
  ...(asRead && { asRead }),
  id: line.LineID,
  barcode: line.BarcodeID,
  status: lineStatus(line.Status),
  ordered: line.ShippedQty,
  picked: line.ShippedQty,
  received: line.ReceivedQty,
  stock: line.Qty,
  storageLocation: line.StorageLocation,
  plant: {
    ...emptyLine.plant,
    variety: line.VarietyCode,
    trimType: line.TrimType,
    stockType: line.StockType,
  },
  firstCount: line.FirstQty,
})

// An id in the type in which it came.
const idIn = (of: { readonly asRead?: Values }, name: string, id: string | null | undefined) => {
  const came = of.asRead?.[name]
  return typeof came === 'number' ? came : (id ?? '')
}

/** Adjustment requests: the list at a location, one request, and decisions. */
export const adjustmentRequests = {
  rules,
  access: requestAccess,
  route: 'adjustmentRequest' as const satisfies RouteName,
  /** The location's open requests, with the lines that are left to decide if the server tells them. */
  list: (place: Place): Ask<readonly RequestSummary[]> =>
    ask('adjustmentrequest.list', { query: { originlocationid: place.location, status: 'OPEN' } }, (answer) =>
      (answer.Records ?? []).map((record) => ({
        ...readRequest(record),
        open: (record.AdjustmentLines ?? [])
          .map((line) => readLine(line, undefined))
          .filter(({ status }) => status === 'OPEN'),
      })),
    ),
  /** null if there is no such request. */
  detail: (number: string): Ask<RequestDocument | null> =>
    ask('adjustmentrequest.detail', { params: { id: number } }, (answer, json) => {
      if (!answer.Adjustment) return null
      const asRead = partOf(json, 'Adjustment')
      const came = linesOf(json, 'AdjustmentLines')
      return {
        ...readRequest(answer.Adjustment),
        ...(asRead && { asRead }),
        lines: (answer.AdjustmentLines ?? []).map((line, index) => readLine(line, came[index])),
      }
    }),
  /** Sends the decision on one line, both as they were read; after the last one the header is CLOSED. */
  decide: (request: RequestDocument, line: RequestLine, step: DecisionStep): Ask<RequestOutcome> =>
    ask(
      'adjustmentrequest.decide',
      {
        body: {
          Adjustment: {
            ...request.asRead,
            RequestID: idIn(request, 'RequestID', request.number),
            Status: decidedWith(request, line) === 'CLOSED' ? 'CLOSED' : 'OPEN',
            TrimSeason: idIn(request, 'TrimSeason', request.header.TrimSeason),
          },
          AdjustmentLine: {
            ...line.asRead,
            LineID: idIn(line, 'LineID', line.id),
            BarcodeID: line.barcode,
            ShippedQty: line.picked,
            ReceivedQty: line.received,
            Qty: line.stock,
            Status: step === 'accept' ? 'ACCEPT' : 'REJECT',
          },
        },
      },
      judge,
    ),
}
