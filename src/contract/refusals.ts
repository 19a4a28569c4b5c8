// Why something may not be done. Guards answer with these, the server refuses with them, and src/text has the
// sentence that says what happened, what was kept and what to do next.

export const REFUSAL_CODES = [
  // who
  'readOnlyAccess',
  'keyMissing',
  'superAdminsOnly',
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

/** A refusal: its code and the facts that its sentence names. */
export interface Refusal {
  readonly code: RefusalCode
  readonly facts?: Readonly<Record<string, string | number>>
}

/** `true`, or why not. */
export type Verdict = true | Refusal

/** Builds a refusal. */
export const refuse = (code: RefusalCode, facts?: Refusal['facts']): Refusal =>
  facts ? { code, facts } : { code }

/** The first refusal of several verdicts, or `true`. */
export const firstRefusal = (...verdicts: readonly Verdict[]): Verdict =>
  verdicts.find((verdict) => verdict !== true) ?? true
