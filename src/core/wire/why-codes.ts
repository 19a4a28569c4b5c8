// All reasons that 'Why not?' explains: the text catalogue must have a sentence for each,
// `input/palette/next-steps.ts` the next steps. A missing one is a type error.
import type { RefusalCode } from './refusals.ts'
import type { ScanOutcomeCode } from './scan-codes.ts'

/** Results of scans without an effect. */
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
  | 'scan-mixed'
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
  | 'scan-document-other-season'
  | 'scan-document-elsewhere'
  | 'scan-document-not-yours'
  | 'number-not-whole'
  | 'number-dropped.refused'
  | 'number-dropped.not-whole'
  | 'number-dropped.no-line'
  | 'number-dropped.unsure'
  | 'number-dropped.used-up'
  | 'number-dropped.like-barcode'
  | 'number-lacking'
>

/** Results that documents and stock report in their own sentences. */
export type OutcomeReason =
  /** The barcode is not on the open document. */
  | 'notHere'
  /** It is on another document. */
  | 'elsewhere'
  /** It is already done. */
  | 'already'
  /** It is already on the list. */
  | 'listed'
  /** There is no stock with that barcode here. */
  | 'noStock'
  /** It is in stock here, but of a stock type that the document does not take. */
  | 'otherStockType'
  /** It is in stock at another location. */
  | 'otherLocation'
  /** It is in stock here, but belongs to the seasons of another commodity. */
  | 'otherCommodity'
  /** The person chose to leave it unchanged. */
  | 'kept'
  /** Something on the document must be settled before it can end. */
  | 'left'
  /** The server refused, in its own words. */
  | 'serverRefused'
  /** It was not sent, or there was no answer. */
  | 'notSent'

export type WhyCode = RefusalCode | ScanFailure | OutcomeReason

/** The code of a rule's sentence. */
export type RuleTextCode = `rule.${WhyCode}`

/** The facts that explain a refusal, as labels. */
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
