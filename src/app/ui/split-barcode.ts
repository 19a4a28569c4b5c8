// Characters of a barcode that tell lines apart on a shelf.
const TAIL = 4

/** A barcode in two parts; the last characters are those that people compare. */
export function splitBarcode(barcode: string): readonly [string, string] {
  return [barcode.slice(0, -TAIL), barcode.slice(-TAIL)]
}
