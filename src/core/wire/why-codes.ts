// All reasons that 'Why not?' explains. The text catalogue must have a sentence for each, and
// `input/palette/next-steps.ts` the next steps. A missing entry is a type error.
import type { RefusalCode } from './refusals.ts'
import type { ScanOutcomeCode } from './scan-codes.ts'

/** Results of scans that had no effect. */
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

/** Results for which documents and stock have their own sentences. */
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
  /** It is in stock here, but the document does not accept its stock type. */
  | 'otherStockType'
  /** It is in stock at another location. */
  | 'otherLocation'
  /** It is in stock here, but belongs to a season of another commodity. */
  | 'otherCommodity'
  /** The user chose not to change it. */
  | 'kept'
  /** Open points must be resolved before the document can end. */
  | 'left'
  /** The server refused it with its own message. */
  | 'serverRefused'
  /** It was not sent, or there was no answer. */
  | 'notSent'

export type WhyCode = RefusalCode | ScanFailure | OutcomeReason

/** The code of the sentence that explains a rule. */
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
