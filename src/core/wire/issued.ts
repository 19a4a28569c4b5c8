import * as v from 'valibot'
import { quantityOrNull } from './document-values.ts'
import { lineFields } from './documents.ts'
import { text } from './primitives.ts'

/** Plants issued under a barcode, for returns. Only this server has `ReturnedQty`. */
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
