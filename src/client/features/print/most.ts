/** So many copies can be asked for at once; more is a slip of the finger. */
export const MOST_COPIES = 999
/** So many labels of one barcode can be asked for at once; they go to a printer in parts. */
export const MOST_LABELS = 9_999
