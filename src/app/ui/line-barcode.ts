/** Marks what shows a line, with its barcode: a person who moves into it chooses the line. */
export const LINE_BARCODE = 'data-line-barcode'
