// The calls of the specification (part 1 section 7, part 2 section 7), relative to the configured base URL.
// Master data calls are in master-data-calls.ts, calls of documents in src/core/kinds, and calls of a feature
// in its folder. This table is loaded with the document screens.
import * as v from 'valibot'
import {
  AdjustmentDecisionBody,
  AdjustmentRequestDetail,
  AdjustmentRequestList,
} from './adjustment-request.ts'
import type { Call } from './call.ts'
import { ISSUE_TO_TYPES, STATUSES, STOCK_TYPES, STORAGE_TYPES } from './constants.ts'
import { stockCursor } from './cursors.ts'
import { documentNumber } from './document-values.ts'
import { MessageReply } from './documents.ts'
import { AdjustTransaction, FoundStock, PlantHolder } from './inventory.ts'
import { IssuedRecord } from './issued.ts'
import { recordsOf, resultOf } from './lists.ts'
import { GrowerEntity } from './master-data.ts'
import { masterDataCalls } from './master-data-calls.ts'
import { createCallPreparer } from './prepared-call.ts'
import {
  needed,
  queryCommodity,
  queryFlag,
  queryNumber,
  queryNumberOrNone,
  queryStatuses,
  queryText,
} from './primitives.ts'

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
} as const satisfies Record<string, Call>

export type Calls = typeof calls

/** Prepares a call of the specification. */
export const prepareCall = createCallPreparer(calls)
