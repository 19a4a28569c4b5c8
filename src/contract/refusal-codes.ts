// Every code of a refusal. Apart from refusals.ts, which is loaded with the page and has no use for the list.

export const REFUSAL_CODES = [
  // who
  'readOnlyAccess',
  'keyMissing',
  'locationNotAllowed',
  'doneElsewhere',
  // where
  'noLocation',
  'noDocument',
  'noLine',
  'notOnThisScreen',
  'dialogOpen',
  'noQuestion',
  // the document's state
  'notWhileStatus',
  'lineNotWhileStatus',
  'lineChanged',
  'noLines',
  'linesNotPicked',
  'linesNotReceived',
  'linesStillOpen',
  'linesWithoutQuantity',
  'linesUnsaved',
  'linesWithoutReason',
  'lineListed',
  'lineGone',
  'nothingPending',
  'headerUnsaved',
  'stillLoading',
  // values
  'quantityZero',
  'quantityUnchanged',
  'pickOfZero',
  'quantityNotNumber',
  'quantityLooksLikeBarcode',
  'reasonMissing',
  'reasonUnknown',
  'formIncomplete',
  'destinationMissing',
  'entityTypeMissing',
  'dateMissing',
  'shipAfterArrival',
  'temperatureWrong',
  'argumentMissing',
  // stock
  'insufficientQuantity',
  'inventoryNotFound',
  'quantityChanged',
  'belowReserved',
  'moreThanIssued',
  'adjustmentTooSmall',
  // scanner
  'nothingToAcknowledge',
  'nothingToUndo',
  'noQuantity',
  'signedIn',
  // moments
  'busy',
  'offline',
  'signedOut',
] as const
export type RefusalCode = (typeof REFUSAL_CODES)[number]
