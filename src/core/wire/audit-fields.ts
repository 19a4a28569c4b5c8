// By itself, because the first screen loads it with the print servers, without the fields of documents.
import { text } from './primitives.ts'

/** Who created and last changed a record, in answers. */
export const auditFields = {
  CreatedBy: text,
  CreatedDateTime: text,
  LastChangedBy: text,
  LastChangedDateTime: text,
}
