// Calls of this server beyond the specification. With another server the app hides features that need them.
// A separate table, so that only the screens that use it load it.
import * as v from 'valibot'
import type { Call } from './call.ts'
import { eventCursor } from './cursors.ts'
import { deviceProfileCalls } from './device-profiles.ts'
import { barcode, documentNumber, isDate } from './document-values.ts'
import { HistoryEntry } from './history.ts'
import { replaceInvisible } from './invisible-characters.ts'
import { MAX_COPIES } from './label-barcodes.ts'
import { labelTemplateCalls } from './label-templates.ts'
import { ledgerStateCalls } from './ledger-state.ts'
import { LIMITS } from './limits.ts'
import { recordsOf, resultOf } from './lists.ts'
import { MaintainedRecord, RECORD_KINDS, RecordBody, RecordDetail } from './maintenance.ts'
import { createCallPreparer } from './prepared-call.ts'
import { queryNumber, queryText } from './primitives.ts'
import { printerCalls } from './printer-setup.ts'
import { PrintFile, pageSize } from './printing.ts'
import { IMPORT_LIMITS, PastImport } from './stock-import.ts'
import { takeOverCalls } from './take-over.ts'
import { Trace } from './trace.ts'

const kind = v.picklist(RECORD_KINDS, `one of ${RECORD_KINDS.join(', ')}`)
const page = { offset: queryNumber(0, 1_000_000_000, 0), limit: queryNumber(1, 500, LIMITS.pageSize) }

// A time with its UTC offset, because a day begins at another time in each time zone.
const timeWithOffset = v.pipe(
  v.string(),
  v.check(
    (value) => isDate(value) && /T.*(Z|[+-]\d\d:\d\d)$/.test(value),
    'a time with its offset (ISO 8601)',
  ),
)

const importId = v.pipe(v.string(), v.maxLength(IMPORT_LIMITS.id, `at most ${IMPORT_LIMITS.id} characters`))

export const extensionCalls = {
  'maintenance.list': {
    method: 'GET',
    path: 'maintenance/records/{kind}',
    params: v.object({ kind }),
    query: v.object({
      ...page,
      search: v.pipe(
        queryText,
        v.check((words) => (words?.length ?? 0) <= LIMITS.comments, `at most ${LIMITS.comments} characters`),
      ),
      active: v.optional(v.picklist(['active', 'inactive', 'all'], 'active, inactive or all'), 'active'),
    }),
    answer: recordsOf(MaintainedRecord),
  },
  'maintenance.detail': {
    method: 'GET',
    path: 'maintenance/records/{kind}/{key}',
    params: v.object({ kind, key: v.string() }),
    answer: RecordDetail,
  },
  'maintenance.save': {
    method: 'POST',
    path: 'maintenance/records/{kind}',
    params: v.object({ kind }),
    body: RecordBody,
    maxBodyBytes: 100_000,
    answer: v.object({ Record: MaintainedRecord }),
  },
  ...takeOverCalls,
  ...deviceProfileCalls,
  ...printerCalls,
  ...labelTemplateCalls,
  ...ledgerStateCalls,
  'maintenance.imports': { method: 'GET', path: 'maintenance/imports', answer: resultOf(PastImport) },
  'history.barcode': {
    method: 'GET',
    path: 'history/barcode/{barcode}',
    params: v.object({ barcode }),
    query: v.object({ ...page, after: eventCursor }),
    answer: recordsOf(HistoryEntry),
  },
  'history.document': {
    method: 'GET',
    path: 'history/document/{number}',
    params: v.object({ number: documentNumber }),
    query: v.object({ ...page, after: eventCursor }),
    answer: recordsOf(HistoryEntry),
  },
  'trace.barcode': {
    method: 'GET',
    path: 'trace/{barcode}',
    params: v.object({ barcode }),
    query: v.object(page),
    answer: Trace,
  },
  /** The trace as a report. The location decides the time zone and the paper size. */
  'trace.report': {
    method: 'GET',
    path: 'trace/{barcode}/report',
    params: v.object({ barcode }),
    query: v.object({
      identifier: queryText,
      pagesize: pageSize,
      copies: queryNumber(1, MAX_COPIES, 1),
    }),
    answer: PrintFile,
  },
} as const satisfies Record<string, Call>

/** Prepares one of these calls. */
export const prepareExtensionCall = createCallPreparer(extensionCalls)

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
