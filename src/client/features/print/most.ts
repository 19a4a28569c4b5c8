/** So many copies can be asked for at once; more is a slip of the finger. */
export const MOST_COPIES = 999
