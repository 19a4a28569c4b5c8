// What a request says of a line's state as its sender knew it, so that of two people who change the same line at once the second
// is told instead of writing over the first.
import type { Status } from '#contract/constants.ts'
import type { Line } from './document.ts'
import { quantityOf } from './engine.ts'

/** The fields of contract/documents.ts `seenFields`; none for a line that is not saved yet. */
export const seenOf = (line: Line): { readonly SeenStatus?: Status; readonly SeenQty?: number } =>
  line.id === null ? {} : { SeenStatus: line.status, SeenQty: quantityOf(line) }
