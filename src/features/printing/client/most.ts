/** Maximum number of labels of one barcode per request; they are sent to a printer in parts. */
export const MOST_LABELS = 9_999
