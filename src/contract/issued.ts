import * as v from 'valibot'
import { lineFields } from './documents.ts'
import { quantityOrNull, text } from './primitives.ts'

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
