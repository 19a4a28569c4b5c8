// Everything that 'Why not?' has a rule for: the text catalogue must have its sentence, `client/input/palette/next-steps.ts` what
// helps. One that is missing in either is a type error.
import type { RefusalCode } from './refusals.ts'
import type { ScanOutcomeCode } from './scan-codes.ts'

/** Outcomes of scanning that came to nothing. */
export type ScanFailure = Extract<
  ScanOutcomeCode,
  | 'scan-not-accepted-here'
  | 'scan-barcode-not-here'
  | 'scan-number-not-here'
  | 'scan-command-not-here'
  | 'scan-command-unknown'
  | 'scan-command-argument'
  | 'scan-unknown'
  | 'scan-fragment'
  | 'scan-torn'
  | 'scan-glued'
  | 'scan-shifted'
  | 'scan-control-characters'
  | 'scan-empty'
  | 'scan-too-long'
  | 'scan-not-saved'
  | 'scan-failed'
  | 'scan-unreadable'
  | 'scan-restored'
  | 'scan-abandoned'
  | 'scans-abandoned'
  | 'scan-documents-found'
  | 'scan-document-missing'
  | 'scan-document-elsewhere'
  | 'scan-document-not-yours'
  | 'number-not-whole'
  | 'number-dropped.refused'
  | 'number-dropped.not-whole'
  | 'number-dropped.no-line'
  | 'number-dropped.unsure'
  | 'number-dropped.used-up'
  | 'number-lacking'
>

/** What documents and stock say in words of their own, by what it comes to. */
export type OutcomeReason =
  /** A barcode that is not on the open document. */
  | 'notHere'
  /** It is on another one. */
  | 'elsewhere'
  /** It has had its turn. */
  | 'already'
  /** It is on the list that it was to be added to. */
  | 'listed'
  /** No stock goes by that barcode here. */
  | 'noStock'
  /** It is in stock here, of a kind that the document does not take. */
  | 'otherStockType'
  /** It is in stock at another location. */
  | 'otherLocation'
  /** The person has left it as it was. */
  | 'kept'
  /** Something of the document is to be settled before it can end. */
  | 'left'
  /** The server has judged, in its own words. */
  | 'serverRefused'
  /** It could not be sent, or its answer has not come. */
  | 'notSent'

export type WhyCode = RefusalCode | ScanFailure | OutcomeReason

/** The code of a rule's sentence. */
export type RuleTextCode = `rule.${WhyCode}`

/** What explains a refusal, as it is named beside its value. */
export type FactName =
  | 'location'
  | 'season'
  | 'number'
  | 'here'
  | 'documentStatus'
  | 'barcode'
  | 'status'
  | 'ordered'
  | 'picked'
  | 'received'
  | 'shipped'
  | 'quantity'
  | 'available'
  | 'open'
  | 'value'
  | 'reason'
  | 'key'
  | 'from'
  | 'stockType'
  | 'wanted'
  | 'shelf'
  | 'there'
export type FactTextCode = `fact.${FactName}`
