// A separate file: the first screen loads it with the print servers, but does not need the document fields.
import { text } from './primitives.ts'

/** Creation and last change of a record, in answers. */
export const auditFields = {
  CreatedBy: text,
  CreatedDateTime: text,
  LastChangedBy: text,
  LastChangedDateTime: text,
}
