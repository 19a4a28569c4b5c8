// A list of barcodes to print labels for: `B123456789*10,B123456780`. It is used in a call's query and in the
// URL of the label screen.
import * as v from 'valibot'
import { BARCODE_PATTERN } from './codes.ts'
import { LIMITS } from './limits.ts'

/** The number of labels of a barcode. Without a number, the request has one number for all barcodes. */
export interface BarcodeLabels {
  readonly barcode: string
  readonly labels?: number
}

/** Maximum copies of one request. A higher number is a typing error. */
export const MAX_COPIES = 999

/** Maximum barcodes of one request, limited by the length of a URL. */
export const MAX_LABEL_BARCODES = 200

const readOne = (text: string): BarcodeLabels | undefined => {
  const [barcode = '', number, ...more] = text.split('*')
  if (!BARCODE_PATTERN.test(barcode) || more.length > 0) return undefined
  if (number === undefined) return { barcode }
  return /^[1-9]\d{0,4}$/.test(number) ? { barcode, labels: Number(number) } : undefined
}

/** Parses barcodes with their numbers; undefined if one is invalid, or if there are too many. */
export function readBarcodes(text: string): readonly BarcodeLabels[] | undefined {
  const read = text.split(',').map(readOne)
  const barcodes = read.flatMap((each) => each ?? [])
  return barcodes.length === read.length && barcodes.length <= MAX_LABEL_BARCODES ? barcodes : undefined
}

/** Formats barcodes with their numbers: the inverse of `readBarcodes`. */
export function writeBarcodes(barcodes: readonly BarcodeLabels[]): string {
  return barcodes
    .map(({ barcode, labels }) => (labels === undefined ? barcode : `${barcode}*${labels}`))
    .join(',')
}

/** The list in the query of a call. */
export const labelBarcodes = v.pipe(
  v.string(),
  v.maxLength(MAX_LABEL_BARCODES * (LIMITS.barcodeLength + 8)),
  v.rawTransform(({ dataset, addIssue, NEVER }): readonly BarcodeLabels[] => {
    const read = readBarcodes(dataset.value)
    if (read) return read
    addIssue({ message: `${LIMITS.barcodeLength} letters or digits, or several with commas and numbers` })
    return NEVER
  }),
)
