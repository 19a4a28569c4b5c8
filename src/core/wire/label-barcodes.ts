// Barcodes whose labels are printed together: `B123456789*10,B123456780`. In a call's query and in the
// address of the label screen.
import * as v from 'valibot'
import { BARCODE_PATTERN } from './codes.ts'
import { LIMITS } from './limits.ts'

/** Labels of a barcode; without a number the request has one for all. */
export interface BarcodeLabels {
  readonly barcode: string
  readonly labels?: number
}

/** The most copies of one request; more is a typing error. */
export const MOST_COPIES = 999

/** The most barcodes of one request: what an address holds. */
export const MOST_BARCODES = 200

const readOne = (text: string): BarcodeLabels | undefined => {
  const [barcode = '', number, ...more] = text.split('*')
  if (!BARCODE_PATTERN.test(barcode) || more.length > 0) return undefined
  if (number === undefined) return { barcode }
  return /^[1-9]\d{0,4}$/.test(number) ? { barcode, labels: Number(number) } : undefined
}

/** Reads barcodes with their numbers; undefined if one of them is none, or they are too many. */
export function readBarcodes(text: string): readonly BarcodeLabels[] | undefined {
  const read = text.split(',').map(readOne)
  const barcodes = read.flatMap((each) => each ?? [])
  return barcodes.length === read.length && barcodes.length <= MOST_BARCODES ? barcodes : undefined
}

/** The opposite of `readBarcodes`. */
export function writeBarcodes(barcodes: readonly BarcodeLabels[]): string {
  return barcodes
    .map(({ barcode, labels }) => (labels === undefined ? barcode : `${barcode}*${labels}`))
    .join(',')
}

/** As a call's query has them. */
export const labelBarcodes = v.pipe(
  v.string(),
  v.maxLength(MOST_BARCODES * (LIMITS.barcodeLength + 8)),
  v.rawTransform(({ dataset, addIssue, NEVER }): readonly BarcodeLabels[] => {
    const read = readBarcodes(dataset.value)
    if (read) return read
    addIssue({ message: `${LIMITS.barcodeLength} letters or digits, or several with commas and numbers` })
    return NEVER
  }),
)
