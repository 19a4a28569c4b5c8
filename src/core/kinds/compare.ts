// Compares versions of a document, to report other people's changes.
import type { Status } from '#core/wire/constants.ts'
import { type Document, isReportedChange } from './document.ts'
import type { HeaderFields } from './header.ts'
import { lineKey } from './worksheet.ts'

/** The differences between two versions of a document. */
export interface Difference {
  /** Its new status, if changed. */
  readonly status: Status | null
  /** Barcodes that were added, removed or changed. */
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
}

/** Compares two versions of a document; ignores lines that were unsaved before. */
export function compareDocuments(before: Document, after: Document): Difference {
  const saved = new Map(before.lines.filter((line) => line.id !== null).map((line) => [lineKey(line), line]))
  const current = new Map(after.lines.map((line) => [lineKey(line), line]))
  const changed = after.lines.filter((line) => {
    const lineBefore = saved.get(lineKey(line))
    return lineBefore !== undefined && isReportedChange(lineBefore, line)
  })
  return {
    status: before.status === after.status ? null : after.status,
    added: after.lines.filter((line) => !saved.has(lineKey(line))).map((line) => line.barcode),
    removed: [...saved.values()].filter((line) => !current.has(lineKey(line))).map((line) => line.barcode),
    changed: changed.map((line) => line.barcode),
  }
}

/** Applies the changes between two later versions, `before` and `after`, to an `earlier` version. */
export function applyChanges(earlier: Document, before: Document, after: Document): Document {
  const { status, added, removed, changed } = compareDocuments(before, after)
  const changedBarcodes = new Set([...added, ...removed, ...changed])
  const current = after.lines.filter(({ barcode }) => changedBarcodes.has(barcode))
  const unchangedLines = earlier.lines.filter(({ barcode }) => !changedBarcodes.has(barcode))
  return { ...earlier, status: status ?? earlier.status, lines: [...unchangedLines, ...current] }
}

/** Do two headers have equal values in the editable fields? */
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
export function isEmptyDifference(difference: Difference): boolean {
  return (
    difference.status === null &&
    difference.added.length + difference.removed.length + difference.changed.length === 0
  )
}
