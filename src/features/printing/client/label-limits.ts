/** Maximum number of labels of one barcode in a job; they are sent to a printer in parts. */
export const MAX_LABELS = 9_999
