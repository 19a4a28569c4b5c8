// The calls that print: reports, labels and the command sheet, and changes of print servers.
import * as v from 'valibot'
import type { Call } from '#core/wire/call.ts'
import { PRINT_FORMATS, REPORTS } from '#core/wire/constants.ts'
import { barcode, documentNumber } from '#core/wire/document-values.ts'
import { MessageReply } from '#core/wire/documents.ts'
import { labelBarcodes, MAX_COPIES } from '#core/wire/label-barcodes.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { resultOf } from '#core/wire/lists.ts'
import { createCallPreparer } from '#core/wire/prepared-call.ts'
import { id, needed, queryNumber, queryText } from '#core/wire/primitives.ts'
import {
  LabelFile,
  LabelTemplateEntry,
  PrintFile,
  PrintServerBody,
  pageSize,
  queryDotsPerInch,
} from './printing.ts'

export const printCalls = {
  'printservers.save': {
    method: 'POST',
    path: 'printservers',
    body: PrintServerBody,
    answer: MessageReply,
  },
  'printservers.delete': {
    method: 'DELETE',
    path: 'printservers/{id}',
    params: v.object({ id }),
    // Only on this server: the LastChangedDateTime that the client has read, to detect a conflict.
    query: v.object({ changed: queryText }),
    extensionOnly: ['changed'],
    answer: MessageReply,
  },
  printreport: {
    method: 'GET',
    path: 'printreport',
    query: v.object({
      reportname: v.picklist(REPORTS, 'a report name'),
      identifier: queryText,
      refnbr: documentNumber,
      pagesize: pageSize,
      // Number of copies in one file, if no printer makes the copies (part 2 section 7).
      copies: queryNumber(1, MAX_COPIES, 1),
    }),
    extensionOnly: ['pagesize'],
    answer: PrintFile,
  },
  // The following calls exist only on this server, extensions 'printing' and 'trace'.
  'printservers.test': {
    method: 'GET',
    path: 'printservers/{id}/test',
    params: v.object({ id }),
    answer: PrintFile,
  },
  labeltemplates: {
    method: 'GET',
    path: 'labeltemplates',
    /** The answer lists the default template of the location first. */
    query: v.object({ inventorylocation: queryText }),
    answer: resultOf(LabelTemplateEntry),
  },
  printlabels: {
    method: 'GET',
    path: 'printlabels',
    query: v.object({
      barcodeid: labelBarcodes,
      inventorylocation: needed('a location'),
      trimseasonid: needed('a trim season'),
      template: queryText,
      labels: queryNumber(1, LIMITS.labels, 1),
      format: v.optional(v.picklist(PRINT_FORMATS, 'PDF or ZPL'), 'PDF'),
      dpi: queryDotsPerInch,
      // The ID of the print server: the labels get its resolution and rotation.
      printserver: queryText,
    }),
    answer: LabelFile,
  },
  commandsheet: {
    method: 'GET',
    path: 'commandsheet',
    query: v.object({
      inventorylocation: queryText,
      pagesize: pageSize,
      copies: queryNumber(1, MAX_COPIES, 1),
    }),
    answer: PrintFile,
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

export type PrintCalls = typeof printCalls

/** Prepares one of these calls. */
export const preparePrintCall = createCallPreparer(printCalls)
