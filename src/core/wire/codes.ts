// Patterns of barcodes and document numbers, used for scans, typed text, storage and answers (part 1
// section 9).
import { LIMITS } from './limits.ts'

/** A barcode as part of another pattern: letters and digits only. */
export const BARCODE = `[A-Za-z0-9]{${LIMITS.barcodeLength}}`

/**
 * A document number (tag, log, transfer, request) as part of another pattern. Ten digits are a barcode,
 * never a number.
 */
export const DOCUMENT_NUMBER = `[0-9]{1,${LIMITS.documentNumberDigits}}`

export const BARCODE_PATTERN = new RegExp(`^${BARCODE}$`)
/** A printed barcode: capitals only. */
export const PRINTED_BARCODE_PATTERN = new RegExp(`^${BARCODE.replace('a-z', '')}$`)
export const DOCUMENT_NUMBER_PATTERN = new RegExp(`^${DOCUMENT_NUMBER}$`)
