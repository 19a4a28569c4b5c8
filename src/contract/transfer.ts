import * as v from 'valibot'
import { auditFields, LineReply, lineFields, seasonFields, seenFields, status } from './documents.ts'
import { LIMITS } from './limits.ts'
import { recordsOf } from './lists.ts'
import {
  barcode,
  id,
  idOrNull,
  isoDate,
  isoDateOrNull,
  listOf,
  newOrDocumentNumber,
  plantCount,
  quantityOrNull,
  shortText,
  temperature,
  text,
} from './primitives.ts'

// ---- answers (part 2 section 3)

export const TransferHeader = v.object({
  TransferNbr: id,
  ReferenceNbr: text,
  CarrierName: text,
  TruckID: text,
  OriginLocationID: text,
  DestinationLocationID: text,
  ExpectedShipDate: text,
  ExpectedArrivalDate: text,
  ShipPlantTemperature: text,
  ReceiptPlantTemperature: text,
  /** The adjustment request that it has left, where the server says so; ''. */
  RequestID: text,
  Status: status,
  ...seasonFields,
  ...auditFields,
})
export type TransferHeader = v.InferOutput<typeof TransferHeader>

export const TransferLine = v.object({
  ...lineFields,
  TransferNbr: text,
  PickQty: quantityOrNull,
  ReceivedQty: quantityOrNull,
  ReceiveQty: quantityOrNull,
})
export type TransferLine = v.InferOutput<typeof TransferLine>

export const TransferList = recordsOf(TransferHeader)

export const TransferDetail = v.object({
  TransferHeader: v.nullish(TransferHeader, null),
  TransferLines: listOf(TransferLine),
})
export type TransferDetail = v.InferOutput<typeof TransferDetail>

/** Its Message is empty or null when all went well: any other text is shown as an error (part 2 section 7.1). */
export const TransferReply = v.object({
  Message: text,
  TransferNbr: idOrNull,
  TransferLines: listOf(LineReply),
})
export type TransferReply = v.InferOutput<typeof TransferReply>

// ---- body

const TransferHeaderBody = v.pipe(
  v.object({
    TransferNbr: newOrDocumentNumber,
    ReferenceNbr: shortText(LIMITS.reference),
    CarrierName: shortText(LIMITS.carrierName),
    TruckID: shortText(LIMITS.truckId),
    OriginLocationID: v.pipe(shortText(LIMITS.reference), v.minLength(1, 'a source location')),
    DestinationLocationID: v.pipe(shortText(LIMITS.reference), v.minLength(1, 'a destination')),
    ExpectedShipDate: isoDate,
    ExpectedArrivalDate: isoDate,
    ShipPlantTemperature: temperature,
    ReceiptPlantTemperature: temperature,
    Status: v.picklist(['OPEN', 'RESERVED', 'SHIPPED', 'RECEIVED', 'CANCELLED'], 'a transfer status'),
    TrimSeasonID: v.pipe(id, v.minLength(1, 'a trim season')),
    LastChangedBy: v.optional(shortText(LIMITS.comments), ''),
    LastChangedDateTime: isoDateOrNull,
  }),
  v.forward(
    v.check(
      (header) => Date.parse(header.ExpectedShipDate) <= Date.parse(header.ExpectedArrivalDate),
      'a day not before the ship date',
    ),
    ['ExpectedArrivalDate'],
  ),
  v.forward(
    v.check(
      (header) => header.OriginLocationID !== header.DestinationLocationID,
      'another location than the source',
    ),
    ['DestinationLocationID'],
  ),
)

const TransferLineBody = v.object({
  ID: idOrNull,
  BarcodeID: barcode,
  Qty: v.nullish(plantCount, null),
  OrderQty: v.nullish(plantCount, null),
  UpdateQty: v.nullish(plantCount, null),
  PickQty: v.nullish(plantCount, null),
  ReceivedQty: v.nullish(plantCount, null),
  ReceiveQty: v.nullish(plantCount, null),
  Status: v.picklist(['OPEN', 'RESERVED', 'PICKED', 'SHIPPED', 'RECEIVED', 'CANCELLED'], 'a line status'),
  StorageLocation: v.optional(shortText(LIMITS.reference), ''),
  ...seenFields,
})

/** Creates or changes a transfer (part 2 section 4.4). */
export const TransferBody = v.object({
  TransferHeader: TransferHeaderBody,
  TransferLines: v.optional(
    v.pipe(v.array(TransferLineBody), v.maxLength(2_000, 'at most 2000 lines')),
    () => [],
  ),
})
export type TransferBody = v.InferOutput<typeof TransferBody>
