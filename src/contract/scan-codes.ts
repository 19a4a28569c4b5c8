/**
 * The codes of everything that scanning says to a person. The sentences are in the text catalogue, keyed by these; scan
 * code only ever names a code and its arguments (style.md 11).
 */

/** Texts of an outcome: what happened to a scan, or why nothing did and what to do next. */
export const scanOutcomeCodes = [
  'scan-busy',
  'scan-held',
  'scan-not-accepted-here',
  'scan-barcode-not-here',
  'scan-number-not-here',
  'scan-command-not-here',
  'scan-command-unknown',
  'scan-command-argument',
  'scan-unknown',
  'scan-fragment',
  'scan-glued',
  'scan-control-characters',
  'scan-empty',
  'scan-too-long',
  'scan-quantity-set',
  'scan-quantity-cleared',
  'scan-not-saved',
  'scan-restored',
  'scan-failed',
] as const
export type ScanOutcomeCode = (typeof scanOutcomeCodes)[number]

/** Texts around scanning: the kinds of scan, where a scan goes, and the standing advice of the help. */
export const scanLabelCodes = [
  'scan-kind-barcode',
  'scan-kind-number',
  'scan-kind-command',
  'scan-kind-unknown',
  'scan-level-dialog',
  'scan-level-palette',
  'scan-level-field',
  'scan-level-screen',
  'scan-level-shell',
  'scan-queue-depth',
  'scan-waiting-for-acknowledgement',
  'scan-help-text-expanders',
  'scan-help-slow-scanners',
  'scan-help-y-and-z',
  'scan-help-cut-digits',
  'scan-help-calibrate',
] as const
export type ScanLabelCode = (typeof scanLabelCodes)[number]

export type ScanTextCode = ScanOutcomeCode | ScanLabelCode
