import * as v from 'valibot'
import { ISSUE_TO_TYPES, STORAGE_TYPES } from './constants.ts'
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
  isoDateOrNull,
  listOf,
  newOrDocumentNumber,
  oneOf,
  plantCount,
  quantityOrNull,
  shortText,
  text,
  withoutNul,
} from './primitives.ts'

// ---- answers

export const IssuanceHeader = v.object({
  TagNbr: id,
  IssueToType: oneOf(ISSUE_TO_TYPES),
  IssueToNbr: text,
  EntityName: text,
  Status: status,
  InventoryLocation: text,
  ...seasonFields,
  StorageType: storageType,
  IssueDate: text,
  ReferenceNbr: text,
  Comments: text,
  GrowingDistrict: text,
  VendorInvoiceAccNum: text,
  PickUpLocationId: text,
  ...auditFields,
})
export type IssuanceHeader = v.InferOutput<typeof IssuanceHeader>

export const IssuanceLine = v.object({
  ...lineFields,
  IssuanceID: idOrNull,
  PickQty: quantityOrNull,
})
export type IssuanceLine = v.InferOutput<typeof IssuanceLine>

export const IssuanceList = recordsOf(IssuanceHeader)

export const IssuanceDetail = v.object({
  IssuanceHeader: v.nullish(IssuanceHeader, null),
  InventoryLines: listOf(IssuanceLine),
})
export type IssuanceDetail = v.InferOutput<typeof IssuanceDetail>

/** What was issued under a barcode, for returns; `ReturnedQty` is a field of the reference server. */
export const IssuedRecord = v.object({
  ...lineFields,
  TagNbr: text,
  IssueToType: text,
  IssueToNbr: text,
  EntityName: text,
  PickQty: quantityOrNull,
  ReturnedQty: quantityOrNull,
})
export type IssuedRecord = v.InferOutput<typeof IssuedRecord>

export const IssuanceReply = v.object({
  Message: text,
  TagNbr: idOrNull,
  InventoryLines: listOf(LineReply),
})
export type IssuanceReply = v.InferOutput<typeof IssuanceReply>

// ---- body

const IssuanceHeaderBody = v.object({
  TagNbr: newOrDocumentNumber,
  IssueToType: v.picklist(ISSUE_TO_TYPES, 'Grower or Nursery'),
  IssueToNbr: v.pipe(shortText(LIMITS.reference), v.minLength(1, 'a grower or nursery')),
  Status: v.picklist(['OPEN', 'RESERVED', 'SHIPPED', 'CANCELLED'], 'OPEN, RESERVED, SHIPPED or CANCELLED'),
  InventoryLocation: v.pipe(shortText(LIMITS.reference), v.minLength(1, 'a location')),
  TrimSeasonID: v.pipe(id, withoutNul(), v.minLength(1, 'a trim season')),
  StorageType: v.optional(v.picklist(STORAGE_TYPES), 'INVENTORY'),
  IssueDate: isoDateOrNull,
  ReferenceNbr: shortText(LIMITS.reference),
  Comments: shortText(LIMITS.comments),
  EntityName: v.optional(shortText(LIMITS.comments), ''),
  GrowingDistrict: v.optional(shortText(LIMITS.comments), ''),
  VendorInvoiceAccNum: v.optional(shortText(LIMITS.comments), ''),
  PickUpLocationId: v.optional(shortText(LIMITS.reference), ''),
  LastChangedBy: v.optional(shortText(LIMITS.comments), ''),
  LastChangedDateTime: isoDateOrNull,
})

const IssuanceLineBody = v.object({
  ID: idOrNull,
  BarcodeID: barcode,
  Qty: v.nullish(plantCount, null),
  OrderQty: v.nullish(plantCount, null),
  UpdateQty: v.nullish(plantCount, null),
  PickQty: v.nullish(plantCount, null),
  Status: v.picklist(['OPEN', 'RESERVED', 'PICKED', 'SHIPPED', 'CANCELLED'], 'a line status'),
  StorageLocation: v.optional(shortText(LIMITS.reference), ''),
  IsReplant: v.optional(v.boolean(), false),
  ...seenFields,
})

/** Creates or changes an issuance; which step is meant follows from the statuses (part 2 section 4.1). */
export const IssuanceBody = v.object({
  IssuanceHeader: IssuanceHeaderBody,
  InventoryLines: v.optional(
    v.pipe(v.array(IssuanceLineBody), v.maxLength(2_000, 'at most 2000 lines')),
    () => [],
  ),
})
export type IssuanceBody = v.InferOutput<typeof IssuanceBody>
