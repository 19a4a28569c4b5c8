// The calls of the specification (part 1 section 7, part 2 section 7), relative to the configured base URL.
// Master data calls are in master-data-calls.ts, calls of documents in src/core/kinds. This table is loaded
// with the document screens.
import * as v from 'valibot'
import {
  AdjustmentDecisionBody,
  AdjustmentRequestDetail,
  AdjustmentRequestList,
} from './adjustment-request.ts'
import type { Call } from './call.ts'
import { ISSUE_TO_TYPES, PRINT_FORMATS, REPORTS, STATUSES, STOCK_TYPES, STORAGE_TYPES } from './constants.ts'
import { stockCursor } from './cursors.ts'
import { documentNumber } from './document-values.ts'
import { MessageReply } from './documents.ts'
import { AdjustTransaction, FoundStock, PlantHolder } from './inventory.ts'
import { IssuedRecord } from './issued.ts'
import { labelBarcodes, MAX_COPIES } from './label-barcodes.ts'
import { LIMITS } from './limits.ts'
import { recordsOf, resultOf } from './lists.ts'
import { GrowerEntity } from './master-data.ts'
import { masterDataCalls } from './master-data-calls.ts'
import {
  id,
  needed,
  queryCommodity,
  queryFlag,
  queryNumber,
  queryNumberOrNone,
  queryStatuses,
  queryText,
} from './primitives.ts'
import {
  LabelFile,
  LabelTemplateEntry,
  PrintFile,
  PrintServerBody,
  pageSize,
  queryDotsPerInch,
} from './printing.ts'

const storageType = v.optional(v.picklist(STORAGE_TYPES, 'INVENTORY or GROWERSTORAGE'), 'INVENTORY')
const stockType = v.optional(v.picklist(STOCK_TYPES, 'a stock type'))

// Filters of the stock search; all but location and commodity are optional (part 2 section 3).
const stockFilters = {
  barcodeid: queryText,
  stocktype: stockType,
  varietycode: queryText,
  trimtype: queryText,
}
// One page of the results, on this server only. Without these parameters, all results are returned.
const searchPage = {
  offset: queryNumber(0, 1_000_000_000, 0),
  limit: queryNumberOrNone(1, 500),
  after: stockCursor,
}

export const calls = {
  ...masterDataCalls,

  // ---- growers and nurseries
  growers: {
    method: 'GET',
    path: 'growers',
    query: v.object({
      returnedfromtype: v.optional(v.picklist(ISSUE_TO_TYPES), 'Grower'),
      commodity: queryCommodity,
      trimseasonid: needed('a trim season'),
      inventoryeffect: v.optional(v.string(), 'GROWERSTORAGE'),
      inventorylocation: queryText,
    }),
    extensionOnly: ['inventorylocation'],
    answer: resultOf(GrowerEntity),
  },

  // ---- stock
  'plantinventory.search': {
    method: 'GET',
    path: 'plantinventory',
    query: v.object({
      inventorylocation: needed('a location'),
      commodity: queryCommodity,
      storagetype: storageType,
      storagelocation: queryText,
      // Only on this server: also finds a barcode that was never in stock.
      known: queryFlag,
      ...stockFilters,
      ...searchPage,
    }),
    extensionOnly: ['known', 'offset', 'limit', 'after'],
    answer: FoundStock,
  },
  'plantinventory.adjust': {
    method: 'POST',
    path: 'plantinventory',
    body: AdjustTransaction,
    extensionOnly: ['SeenQty'],
    answer: MessageReply,
  },
  plantholders: {
    method: 'GET',
    path: 'plantholders',
    query: v.object({
      inventorylocation: needed('a location'),
      trimseasonid: needed('a trim season'),
      barcodeid: needed('a barcode'),
    }),
    extensionOnly: 'all',
    answer: resultOf(PlantHolder),
  },
  growerdetails: {
    method: 'GET',
    path: 'growerdetails',
    query: v.object({
      trimseasonid: needed('a trim season'),
      inventorylocation: needed('a location'),
      commodity: queryCommodity,
      returnedfromnbr: needed('a grower'),
      storagetype: v.optional(v.picklist(STORAGE_TYPES), 'GROWERSTORAGE'),
      storagelocation: queryText,
      ...stockFilters,
      ...searchPage,
    }),
    extensionOnly: ['offset', 'limit', 'after'],
    answer: FoundStock,
  },

  // ---- issued plants, for returns
  'issuance.issued': {
    method: 'GET',
    path: 'issuancedetail',
    query: v.object({
      barcodeid: queryText,
      issuetonbr: needed('a grower or nursery'),
      issuetotype: v.optional(v.picklist(ISSUE_TO_TYPES), 'Grower'),
      trimseasonid: needed('a trim season'),
      storagetype: storageType,
      status: v.optional(v.picklist(['SHIPPED']), 'SHIPPED'),
      inventorylocation: needed('a location'),
      stocktype: stockType,
      varietycode: queryText,
      trimtype: queryText,
    }),
    extensionOnly: ['stocktype', 'varietycode', 'trimtype'],
    answer: recordsOf(IssuedRecord),
  },

  // ---- adjustment requests
  'adjustmentrequest.list': {
    method: 'GET',
    path: 'adjustmentrequest',
    query: v.object({
      originlocationid: needed('a location'),
      status: v.pipe(
        queryStatuses(STATUSES),
        v.transform((statuses) => (statuses.length > 0 ? statuses : ['OPEN' as const])),
      ),
    }),
    answer: AdjustmentRequestList,
  },
  'adjustmentrequest.detail': {
    method: 'GET',
    path: 'adjustmentrequest/{id}',
    params: v.object({ id: documentNumber }),
    answer: AdjustmentRequestDetail,
  },
  'adjustmentrequest.decide': {
    method: 'POST',
    path: 'adjustmentrequest',
    body: AdjustmentDecisionBody,
    answer: MessageReply,
  },

  // ---- printing
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
  // The following calls exist only on this server, extension 'printing'.
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
} as const satisfies Record<string, Call>

export type Calls = typeof calls
export type CallName = keyof Calls
