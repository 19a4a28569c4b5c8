// Changes of a document by others, described after a conflict.
import type { Status } from '#core/wire/constants.ts'
import { type Document, isReportedChange } from './document.ts'
import type { HeaderFields } from './header-fields.ts'
import { lineKey } from './worksheet.ts'

/** What another person changed on a document. */
export interface Difference {
  /** Its new status, if changed. */
  readonly status: Status | null
  /** Barcodes that were added, removed or changed. */
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
}

/** Compares two versions of a document; unsaved lines do not count. */
export function compareDocuments(before: Document, after: Document): Difference {
  const old = new Map(before.lines.filter((line) => line.id !== null).map((line) => [lineKey(line), line]))
  const now = new Map(after.lines.map((line) => [lineKey(line), line]))
  const changed = after.lines.filter((line) => {
    const was = old.get(lineKey(line))
    return was !== undefined && isReportedChange(was, line)
  })
  return {
    status: before.status === after.status ? null : after.status,
    added: after.lines.filter((line) => !old.has(lineKey(line))).map((line) => line.barcode),
    removed: [...old.values()].filter((line) => !now.has(lineKey(line))).map((line) => line.barcode),
    changed: changed.map((line) => line.barcode),
  }
}

/** An `earlier` version with what has changed from `before` to `after`, both of them later. */
export function carryOver(earlier: Document, before: Document, after: Document): Document {
  const { status, added, removed, changed } = compareDocuments(before, after)
  const touched = new Set([...added, ...removed, ...changed])
  const now = after.lines.filter(({ barcode }) => touched.has(barcode))
  const left = earlier.lines.filter(({ barcode }) => !touched.has(barcode))
  return { ...earlier, status: status ?? earlier.status, lines: [...left, ...now] }
}

/** Do two headers have the same values in the fields that people edit? */
export function isSameHeader(
  fields: HeaderFields,
  before: Pick<Document, 'header'>,
  after: Pick<Document, 'header'>,
): boolean {
  return Object.entries(fields).every(
    ([name, { column, as = name }]) => !column || before.header[as] === after.header[as],
  )
}

/** Is there no difference? */
export function isSame(difference: Difference): boolean {
  return (
    difference.status === null &&
    difference.added.length + difference.removed.length + difference.changed.length === 0
  )
}
