// This server's calls beyond the specification. With another server the app hides what needs them. A table of
// its own, so that it is loaded only with the screens that use it.
import * as v from 'valibot'
import { askOf } from './ask-of.ts'
import type { Call } from './call.ts'
import { withoutHidden } from './hidden-characters.ts'
import { HistoryEntry } from './history.ts'
import { LIMITS } from './limits.ts'
import { recordsOf, resultOf } from './lists.ts'
import { MaintainedRecord, RECORD_KINDS, RecordBody, RecordDetail } from './maintenance.ts'
import { barcode, documentNumber, queryNumber, queryText } from './primitives.ts'
import { IMPORT_LIMITS, PastImport } from './stock-import.ts'
import { takeOverCalls } from './take-over.ts'

const kind = v.picklist(RECORD_KINDS, `one of ${RECORD_KINDS.join(', ')}`)
const page = { offset: queryNumber(0, 1_000_000_000, 0), limit: queryNumber(1, 500, LIMITS.pageSize) }

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
    largest: 100_000,
    answer: v.object({ Record: MaintainedRecord }),
  },
  ...takeOverCalls,
  'maintenance.imports': { method: 'GET', path: 'maintenance/imports', answer: resultOf(PastImport) },
  'history.barcode': {
    method: 'GET',
    path: 'history/barcode/{barcode}',
    params: v.object({ barcode }),
    query: v.object(page),
    answer: recordsOf(HistoryEntry),
  },
  'history.document': {
    method: 'GET',
    path: 'history/document/{number}',
    params: v.object({ number: documentNumber }),
    query: v.object(page),
    answer: recordsOf(HistoryEntry),
  },
} as const satisfies Record<string, Call>

/** Makes an ask for one of these calls. */
export const askExtension = askOf(extensionCalls)

/** Calls whose answer or body is a file: streamed CSV. Their refusals are problems. */
export const fileCalls = {
  exportStock: { method: 'GET', path: 'export/stock' },
  exportMovements: { method: 'GET', path: 'export/movements' },
  importTemplate: { method: 'GET', path: 'maintenance/import/template' },
  /** The body is the file; the answer is one JSON document per line (`ImportNews`). */
  importStock: {
    method: 'POST',
    path: 'maintenance/import',
    query: v.object({
      file: v.pipe(
        v.optional(v.string(), ''),
        v.transform((name) => withoutHidden(name.slice(0, IMPORT_LIMITS.fileName))),
      ),
      dryrun: v.optional(v.picklist(['yes', 'no'], 'yes or no'), 'no'),
      badrows: v.optional(v.picklist(['refuse', 'skip'], 'refuse or skip'), 'refuse'),
    }),
  },
} as const
