// Codes of field labels, for use in declarations. src/text has the texts.

import type { DocumentKind } from './constants.ts'

export const LABEL_CODES = [
  'tagNumber',
  'logNumber',
  'transferNumber',
  'requestNumber',
  'entityType',
  'grower',
  'nursery',
  'selectGrower',
  'growerEntity',
  'reference',
  'source',
  'destination',
  'issueDate',
  'comment',
  'comments',
  'status',
  'carrierName',
  'truckId',
  'shipDate',
  'arrivalDate',
  'shipTemperature',
  'receiveTemperature',
  'returnReference',
  'inventoryAffect',
  'growerStorage',
  'dump',
  'returnDate',
  'returnedBy',
  'authorizedBy',
  'authorizedDate',
  'dumpWarehouse',
  'dumpStatus',
  'statusOpen',
  'statusDumped',
  'statusCancelled',
] as const
/** A document kind may add labels with its name as prefix. */
export type LabelCode = (typeof LABEL_CODES)[number] | `${DocumentKind}.${string}`

/** Labels that only reports have. */
export type ReportLabelCode =
  | 'columnOrdered'
  | 'columnIssued'
  | 'columnShipped'
  | 'columnReceived'
  | 'columnDifference'
  | 'columnDumped'
  | 'columnReturned'
  | 'columnReason'
  | 'columnShortReason'
  | 'paperAccount'
  | 'paperDistrict'
  | 'paperPickUp'
  | 'paperReturnedFrom'
  | 'paperReturnWarehouse'
  | 'signAuthorizedBy'
  | 'signDriver'
  | 'signDumpedBy'
  | 'signIssuedBy'
  | 'signReceivedBy'
  | 'signReturnedBy'
  | 'signShippedBy'
