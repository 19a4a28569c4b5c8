/**
 * The codes of everything that scanning says to a person. The sentences are in the text catalogue, keyed by these; scan
 * code only ever names a code and its arguments (style.md 11).
 */

/** Texts of an outcome: what happened to a scan, or why nothing did and what to do next. */
export const scanOutcomeCodes = [
  'scan-done',
  'scan-running',
  'scan-busy',
  'scan-held',
  'scan-dialog-first',
  'scan-screen-first',
  'scan-taken-back',
  'scan-acknowledged',
  'scan-not-accepted-here',
  'scan-barcode-not-here',
  'scan-number-not-here',
  'scan-command-not-here',
  'scan-command-unknown',
  'scan-command-argument',
  'scan-unknown',
  'scan-fragment',
  'scan-glued',
  'scan-shifted',
  'scan-control-characters',
  'scan-empty',
  'scan-too-long',
  'scan-quantity-set',
  'scan-quantity-cleared',
  'scan-not-saved',
  'scan-restored',
  'scan-left-behind',
  'scans-left-behind',
  'scan-failed',
  'scan-unreadable',
  'scan-documents-found',
  'scan-document-missing',
  'scan-document-elsewhere',
  'scan-document-not-yours',
  'scan-muted',
  'scan-unmuted',
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
  'scan-tone-ok',
  'scan-tone-warning',
  'scan-tone-error',
  'scan-tone-busy',
  'scan-queue-depth',
  'scan-quantity-next',
  'scan-waiting-for-acknowledgement',
  'scan-ready',
  'scan-elsewhere',
  'scan-strip',
  'scan-help-text-expanders',
  'scan-help-modifiers',
  'scan-help-slow-scanners',
  'scan-help-y-and-z',
  'scan-help-cut-digits',
  'scan-help-calibrate',
] as const
export type ScanLabelCode = (typeof scanLabelCodes)[number]

export type ScanTextCode = ScanOutcomeCode | ScanLabelCode
