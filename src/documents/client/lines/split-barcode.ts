// The number of last characters that distinguish lines on a shelf.
const tailLength = 4

/** Splits a barcode in two; people compare the second part. */
export function splitBarcode(barcode: string): readonly [string, string] {
  return [barcode.slice(0, -tailLength), barcode.slice(-tailLength)]
}
