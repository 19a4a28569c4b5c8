// Stock corrections (part 2 sections 2.8, 4.5, 4.6, 5): the Adjust Trim screen, and adjustment requests for
// discrepancies of transfers and counts.

import type { AdjustmentLine, AdjustmentRequest } from '#core/wire/adjustment-request.ts'
import { prepareCall } from '#core/wire/calls.ts'
import { type ModeId, STATUSES, type Status, storageTypeOf } from '#core/wire/constants.ts'
import { available, type FoundStock, type InventoryRecord, onHand } from '#core/wire/inventory.ts'
import type { PreparedCall } from '#core/wire/prepared-call.ts'
import { firstRefusal, refuse, type Verdict } from '#core/wire/refusals.ts'
import { isFailure, unclearMessageOf, unknownMessageOf } from '#core/wire/reply-messages.ts'
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
 * The evaluated response; an empty message is a failure (part 2 section 4.5). `message` is as in `Saved`,
 * `unclear` is a message that is neither a known success nor a known refusal.
 */
export interface RequestOutcome {
  readonly ok: boolean
  readonly message: string
  readonly unclear?: string
}

const evaluate = ({ Message }: { readonly Message: string }): RequestOutcome => {
  const ok = Message.trim() !== '' && !isFailure(Message)
  return { ok, message: ok ? unknownMessageOf(Message) : Message }
}

// ---- trim adjustment

const locationOf = (header: HeaderValues) => header.InventoryLocation ?? ''
const locationAccess = {
  location: (_: string, header: HeaderValues) => locationOf(header),
  concerns: (header: HeaderValues) => [locationOf(header)],
}

interface AdjustMode {
  readonly access: Access
  readonly route: RouteName
}

const modes: Readonly<Record<ModeId, AdjustMode>> = {
  inventory: {
    access: { requires: ['ADJUSTINVENTORYKEY'], grants: [], list: [], step: () => [], ...locationAccess },
    route: 'adjustTrim',
  },
  growerStorage: {
    access: {
      requires: ['GROWERSTORAGEHOMEKEY', 'GROWERSTORAGEADJUSTINVENTORYKEY'],
      grants: ['ADJUSTINVENTORYKEY'],
      list: [],
      step: () => [],
      ...locationAccess,
    },
    route: 'growerStorage',
  },
}

// The server refuses a quantity below the plants that open documents reserve.
const notBelowReserved = (record: InventoryRecord, quantity: number): Verdict => {
  const n = onHand(record) - available(record)
  return quantity < n ? refuse('belowReserved', { n, barcode: record.BarcodeID }) : true
}

/** Adjust Trim: its searches, checks and request. Quantities are whole plants. */
export const trimAdjustment = {
  modes,
  /** `grower` is used in grower storage only. */
  search: (place: Place, mode: ModeId, grower: string, filter: StockFilter): PreparedCall<FoundStock> =>
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
  ): PreparedCall<RequestOutcome> =>
    prepareCall(
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
        const outcome = evaluate(answer)
        return { ...outcome, ...unclearMessageOf(outcome.ok, answer.Message) }
      },
    ),
  /** The number of labels to print after an increase: 'Do you want to print extra {n} labels'. */
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
  /** The current stock of the barcode at the origin. */
  readonly stock: number
  /** The first of two counts; null if there was no second one. */
  readonly firstCount: number | null
}
export interface RequestDocument extends Document {
  readonly lines: readonly RequestLine[]
}

/** A request in a list. */
export interface RequestSummary extends DocumentSummary {
  /** Its undecided lines. */
  readonly open: readonly RequestLine[]
}

/** Does the request come from a count? Its lines then have the expected and the counted quantity. */
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

const statusAfterDecision = (document: Document, line: Line): Status | 'same' =>
  document.lines.every((other) => other.id === line.id || other.status !== 'OPEN') ? 'CLOSED' : 'same'

const rules: Rules<'open', DecisionStep> = {
  documentSteps: { open: { from: [null], to: 'OPEN' } },
  lineSteps: {
    // `stock` is the current stock at the origin.
    accept: {
      during: ['OPEN'],
      from: ['OPEN'],
      to: 'ACCEPT',
      documentTo: statusAfterDecision,
      guard: ({ picked, received }, stock, { header }) =>
        isOfCount(header) ||
        quantityIfAccepted(header, stock, { picked: picked ?? 0, received: received ?? 0 }) > 0
          ? true
          : refuse('adjustmentTooSmall'),
    },
    reject: { during: ['OPEN'], from: ['OPEN'], to: 'REJECT', documentTo: statusAfterDecision },
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

// Another server may omit the status of an undecided line.
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

// An id in the type of the response: a number stays a number.
const idAsRead = (of: { readonly asRead?: Values }, name: string, id: string | null | undefined) => {
  const readId = of.asRead?.[name]
  return typeof readId === 'number' ? readId : (id ?? '')
}

/** Adjustment requests: the list at a location, one request, and decisions. */
export const adjustmentRequests = {
  rules,
  access: requestAccess,
  route: 'adjustmentRequest' as const satisfies RouteName,
  /** The location's open requests, with their undecided lines if the server sends them. */
  list: (place: Place): PreparedCall<readonly RequestSummary[]> =>
    prepareCall(
      'adjustmentrequest.list',
      { query: { originlocationid: place.location, status: 'OPEN' } },
      (answer) =>
        (answer.Records ?? []).map((record) => ({
          ...readRequest(record),
          open: (record.AdjustmentLines ?? [])
            .map((line) => readLine(line, undefined))
            .filter(({ status }) => status === 'OPEN'),
        })),
    ),
  /** null if there is no such request. */
  detail: (number: string): PreparedCall<RequestDocument | null> =>
    prepareCall('adjustmentrequest.detail', { params: { id: number } }, (answer, json) => {
      if (!answer.Adjustment) return null
      const asRead = partOf(json, 'Adjustment')
      const rawLines = linesOf(json, 'AdjustmentLines')
      return {
        ...readRequest(answer.Adjustment),
        ...(asRead && { asRead }),
        lines: (answer.AdjustmentLines ?? []).map((line, index) => readLine(line, rawLines[index])),
      }
    }),
  /** Sends the decision on one line, with all fields that were read; the last decision closes the request. */
  decide: (request: RequestDocument, line: RequestLine, step: DecisionStep): PreparedCall<RequestOutcome> =>
    prepareCall(
      'adjustmentrequest.decide',
      {
        body: {
          Adjustment: {
            ...request.asRead,
            RequestID: idAsRead(request, 'RequestID', request.number),
            Status: statusAfterDecision(request, line) === 'CLOSED' ? 'CLOSED' : 'OPEN',
            TrimSeason: idAsRead(request, 'TrimSeason', request.header.TrimSeason),
          },
          AdjustmentLine: {
            ...line.asRead,
            LineID: idAsRead(line, 'LineID', line.id),
            BarcodeID: line.barcode,
            ShippedQty: line.picked,
            ReceivedQty: line.received,
            Qty: line.stock,
            Status: step === 'accept' ? 'ACCEPT' : 'REJECT',
          },
        },
      },
      evaluate,
    ),
}
