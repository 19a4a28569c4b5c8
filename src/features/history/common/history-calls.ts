// The calls of history and trace, extensions 'history' and 'trace'.
import * as v from 'valibot'
import type { Call } from '#core/wire/call.ts'
import { eventCursor, pageQuery } from '#core/wire/cursors.ts'
import { barcode, documentNumber } from '#core/wire/document-values.ts'
import { recordsOf } from '#core/wire/lists.ts'
import { createCallPreparer } from '#core/wire/prepared-call.ts'
import { HistoryEntry } from './history.ts'
import { Trace } from './trace.ts'

export const historyCalls = {
  'history.barcode': {
    method: 'GET',
    path: 'history/barcode/{barcode}',
    params: v.object({ barcode }),
    query: v.object({ ...pageQuery, after: eventCursor }),
    answer: recordsOf(HistoryEntry),
  },
  'history.document': {
    method: 'GET',
    path: 'history/document/{number}',
    params: v.object({ number: documentNumber }),
    query: v.object({ ...pageQuery, after: eventCursor }),
    answer: recordsOf(HistoryEntry),
  },
  'trace.barcode': {
    method: 'GET',
    path: 'trace/{barcode}',
    params: v.object({ barcode }),
    query: v.object(pageQuery),
    answer: Trace,
  },
} as const satisfies Record<string, Call>

/** Prepares one of these calls. */
export const prepareHistoryCall = createCallPreparer(historyCalls)
