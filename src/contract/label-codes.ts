// Codes of the words beside fields, for declarations that must not hold prose. src/text has the words.

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
/** A kind may bring labels under its name. */
export type LabelCode = (typeof LABEL_CODES)[number] | `${DocumentKind}.${string}`
