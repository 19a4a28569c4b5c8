// The calls of stock files: past imports, and streamed CSV.
import * as v from 'valibot'
import type { Call } from '#core/wire/call.ts'
import { barcode, isDate } from '#core/wire/document-values.ts'
import { replaceInvisible } from '#core/wire/invisible-characters.ts'
import { resultOf } from '#core/wire/lists.ts'
import { createCallPreparer } from '#core/wire/prepared-call.ts'
import { IMPORT_LIMITS, PastImport } from './stock-import.ts'

// A time with its UTC offset, because a day begins at another time in each time zone.
const timeWithOffset = v.pipe(
  v.string(),
  v.check(
    (value) => isDate(value) && /T.*(Z|[+-]\d\d:\d\d)$/.test(value),
    'a time with its offset (ISO 8601)',
  ),
)

const importId = v.pipe(v.string(), v.maxLength(IMPORT_LIMITS.id, `at most ${IMPORT_LIMITS.id} characters`))

export const importCalls = {
  'maintenance.imports': { method: 'GET', path: 'maintenance/imports', answer: resultOf(PastImport) },
} as const satisfies Record<string, Call>

/** Prepares one of these calls. */
export const prepareImportCall = createCallPreparer(importCalls)

/** Calls whose answer or body is a file: streamed CSV. Their refusals are problem documents. */
export const fileCalls = {
  exportStock: { method: 'GET', path: 'export/stock' },
  /**
   * All movements, or those of one `barcode`, from the time `since` (inclusive) to `before` (exclusive).
   */
  exportMovements: {
    method: 'GET',
    path: 'export/movements',
    query: v.object({
      barcode: v.optional(barcode),
      since: v.optional(timeWithOffset),
      before: v.optional(timeWithOffset),
    }),
  },
  importTemplate: { method: 'GET', path: 'maintenance/import/template' },
  /** The body is the file; the answer is one JSON document per line (`ImportProgress`). */
  importStock: {
    method: 'POST',
    path: 'maintenance/import',
    query: v.object({
      file: v.pipe(
        v.optional(v.string(), ''),
        v.transform((name) => replaceInvisible(name.slice(0, IMPORT_LIMITS.fileName))),
      ),
      dryrun: v.optional(v.picklist(['yes', 'no'], 'yes or no'), 'no'),
      badrows: v.optional(v.picklist(['refuse', 'skip'], 'refuse or skip'), 'refuse'),
      /** An id that the app chooses, to stop the import by it; default ''. */
      import: v.optional(importId, ''),
    }),
  },
  /**
   * Stops an import of this user. The answer is `{ "Stopping": false }` if this process does not run it.
   */
  stopImport: {
    method: 'POST',
    path: 'maintenance/import/stop',
    query: v.object({ import: importId }),
    answer: v.object({ Stopping: v.boolean() }),
  },
} as const
