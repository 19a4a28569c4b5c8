/** Marks an element that shows a line, with its barcode: moving the focus into it selects the line. */
export const LINE_BARCODE = 'data-line-barcode'
