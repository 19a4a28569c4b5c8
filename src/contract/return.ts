import * as v from 'valibot'
import { INVENTORY_EFFECTS, ISSUE_TO_TYPES } from './constants.ts'
import { auditFields, LineReply, lineFields, seasonFields, seenFields, status } from './documents.ts'
import { LIMITS } from './limits.ts'
import { recordsOf } from './lists.ts'
import {
  barcode,
  id,
  idOrNull,
  isoDateOrNull,
  listOf,
  newOrDocumentNumber,
  oneOf,
  plantCount,
  shortText,
  text,
} from './primitives.ts'

// ---- answers (part 2 section 3)

export const ReturnHeader = v.object({
  LogNbr: id,
  RefNbr: text,
  ReturnedFromNbr: text,
  ReturnedFromType: v.optional(oneOf(ISSUE_TO_TYPES), 'Grower'),
  growerEntity: text,
  ReturnWarehouse: text,
  InventoryEffect: v.optional(oneOf(INVENTORY_EFFECTS), 'GROWERSTORAGE'),
  ReturnedDate: text,
  ReturnedBy: text,
  PostStatus: v.optional(status, 'OPEN'),
  ...seasonFields,
  Comments: text,
  ...auditFields,
})
export type ReturnHeader = v.InferOutput<typeof ReturnHeader>

export const ReturnLine = v.object({
  ...lineFields,
  LogNbr: text,
  ReasonCode: text,
})
export type ReturnLine = v.InferOutput<typeof ReturnLine>

export const ReturnList = recordsOf(ReturnHeader)

export const ReturnDetail = v.object({
  ReturnHeader: v.nullish(ReturnHeader, null),
  ReturnLines: listOf(ReturnLine),
})
export type ReturnDetail = v.InferOutput<typeof ReturnDetail>

export const ReturnReply = v.object({
  Message: text,
  LogNbr: idOrNull,
  InventoryLines: listOf(LineReply),
})
export type ReturnReply = v.InferOutput<typeof ReturnReply>

// ---- body

const ReturnHeaderBody = v.object({
  LogNbr: newOrDocumentNumber,
  RefNbr: shortText(LIMITS.reference),
  ReturnedFromNbr: v.pipe(shortText(LIMITS.reference), v.minLength(1, 'a grower')),
  ReturnedFromType: v.optional(v.picklist(ISSUE_TO_TYPES), 'Grower'),
  ReturnWarehouse: v.pipe(shortText(LIMITS.reference), v.minLength(1, 'a location')),
  InventoryEffect: v.picklist(INVENTORY_EFFECTS, 'GROWERSTORAGE or DUMP'),
  ReturnedDate: isoDateOrNull,
  ReturnedBy: shortText(LIMITS.returnedBy),
  PostStatus: v.picklist(['OPEN', 'POSTED'], 'OPEN or POSTED'),
  TrimSeasonID: v.pipe(id, v.minLength(1, 'a trim season')),
  Comments: shortText(LIMITS.comments),
  LastChangedBy: v.optional(shortText(LIMITS.comments), ''),
  LastChangedDateTime: isoDateOrNull,
})

const ReturnLineBody = v.object({
  ID: idOrNull,
  BarcodeID: barcode,
  Qty: v.nullish(plantCount, null),
  OrderQty: v.nullish(plantCount, null),
  UpdateQty: v.nullish(plantCount, null),
  Status: v.picklist(['OPEN', 'POSTED'], 'OPEN or POSTED'),
  ReasonCode: shortText(LIMITS.reference),
  StorageLocation: v.optional(shortText(LIMITS.reference), ''),
  ...seenFields,
})

/** Creates, changes or posts a return (part 2 section 4.3). */
export const ReturnBody = v.object({
  ReturnHeader: ReturnHeaderBody,
  ReturnLogLines: v.optional(
    v.pipe(v.array(ReturnLineBody), v.maxLength(2_000, 'at most 2000 lines')),
    () => [],
  ),
})
export type ReturnBody = v.InferOutput<typeof ReturnBody>
