import * as v from 'valibot'
import { STORAGE_TYPES } from './constants.ts'
import {
  auditFields,
  LineReply,
  lineFields,
  seasonFields,
  seenFields,
  status,
  storageType,
} from './documents.ts'
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
  text,
} from './primitives.ts'

// ---- answers (part 1 section 3)

export const DumpHeader = v.object({
  LogNbr: id,
  Status: status,
  AuthorizedBy: text,
  AuthorizedDate: text,
  Comments: text,
  ...seasonFields,
  DumpWarehouse: text,
  StorageType: storageType,
  ...auditFields,
})
export type DumpHeader = v.InferOutput<typeof DumpHeader>

export const DumpLine = v.object({
  ...lineFields,
  LogNbr: text,
  InventoryLocation: text,
  StorageType: storageType,
  DumpQty: quantityOrNull,
  ReasonCode: text,
  Key: text,
})
export type DumpLine = v.InferOutput<typeof DumpLine>

export const DumpList = recordsOf(DumpHeader)

export const DumpDetail = v.object({
  DumpHeader: v.nullish(DumpHeader, null),
  DumpLogLines: listOf(DumpLine),
})
export type DumpDetail = v.InferOutput<typeof DumpDetail>

export const DumpReply = v.object({
  Message: text,
  LogNbr: idOrNull,
  InventoryLines: listOf(LineReply),
})
export type DumpReply = v.InferOutput<typeof DumpReply>

// ---- body

const DumpHeaderBody = v.object({
  LogNbr: newOrDocumentNumber,
  Status: v.picklist(['OPEN', 'DUMPED', 'CANCELLED'], 'OPEN, DUMPED or CANCELLED'),
  AuthorizedBy: v.pipe(shortText(LIMITS.authorizedBy), v.minLength(1, 'who authorised it')),
  AuthorizedDate: isoDate,
  Comments: shortText(LIMITS.comments),
  TrimSeasonID: v.pipe(id, v.minLength(1, 'a trim season')),
  DumpWarehouse: v.pipe(shortText(LIMITS.reference), v.minLength(1, 'a location')),
  StorageType: v.optional(v.picklist(STORAGE_TYPES), 'INVENTORY'),
  LastChangedBy: v.optional(shortText(LIMITS.comments), ''),
  LastChangedDateTime: isoDateOrNull,
})

const DumpLineBody = v.object({
  ID: idOrNull,
  BarcodeID: barcode,
  Qty: v.nullish(plantCount, null),
  DumpQty: v.nullish(plantCount, null),
  UpdateQty: v.nullish(plantCount, null),
  Status: v.picklist(['OPEN', 'DUMPED', 'CANCELLED'], 'OPEN, DUMPED or CANCELLED'),
  ReasonCode: shortText(LIMITS.reference),
  StorageLocation: v.optional(shortText(LIMITS.reference), ''),
  IsReplant: v.optional(v.boolean(), false),
  Key: v.optional(shortText(LIMITS.reference), ''),
  ...seenFields,
})

/** Creates or changes a dump log (part 1 section 4). */
export const DumpBody = v.object({
  DumpHeader: DumpHeaderBody,
  DumpLogLines: v.optional(v.pipe(v.array(DumpLineBody), v.maxLength(2_000, 'at most 2000 lines')), () => []),
})
export type DumpBody = v.InferOutput<typeof DumpBody>
