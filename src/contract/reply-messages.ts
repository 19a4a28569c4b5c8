// The server's reply messages that the app judges by (part 2 section 7.1, part 1 sections 4, 5 and 7).
// They are wire, not prose: the sentences that people read live in src/text.

export const REPLIES = {
  issuanceLineReserved: 'Inventory Line RESERVED successfully',
  issuanceLinePicked: 'Inventory Line PICKED successfully',
  issuanceLineShipped: 'Inventory Line SHIPPED successfully',
  issuanceLineCancelled: 'Inventory Line CANCELLED successfully',
  issuanceLineDeleted: 'Inventory line deleted from Issuance',
  dumpLineOpen: 'Dump Log Line OPEN successfully',
  dumpLineDumped: 'Dump Log Line DUMPED successfully',
  dumpLineCancelled: 'Dump Log Line CANCELLED successfully',
  dumpLineDeleted: 'ID DELETED SUCCESSFULLY',
  returnLineOpen: 'Return Log Line OPEN successfully',
  returnLinePosted: 'Return Log Line POSTED successfully',
  returnLineDeleted: 'ID Deleted Successfully',
  transferLineReserved: 'Transfer Line RESERVED successfully',
  transferLinePicked: 'Transfer Line PICKED successfully',
  transferLineShipped: 'Transfer Line SHIPPED successfully',
  transferLineReceived: 'Transfer Line RECEIVED successfully',
  transferLineCancelled: 'Transfer Line CANCELLED successfully',
  transferLineDeleted: 'Id Deleted Successfully',
  insufficientQuantity: 'Insufficient quantity',
  adjustmentTooSmall:
    'The adjusted quantity is less than or equal to the inventory quantity, please reject and adjust manually',
  inventoryNotFound: 'Inventory Not found',
} as const
export type Reply = (typeof REPLIES)[keyof typeof REPLIES]

/** Refuses a correction that would leave less than open documents hold. */
export const belowReserved = (reserved: number): string =>
  `Quantity is less than the ${reserved} reserved on open documents`

/** Refuses a correction made from a quantity that is old by now. */
export const quantityChanged = (now: number): string => `Quantity has changed meanwhile: it is ${now} now`

const PROCESSED = 'processed successfully'

/** The top-level message of a change that went well, such as 'Issuance processed successfully'. */
export const processed = (what: string): string => `${what} ${PROCESSED}`

/** A result is judged successful when its message contains 'processed successfully', in any case (part 1 section 5). */
export const isProcessed = (message: string): boolean => message.toLowerCase().includes(PROCESSED)

/** Compares a message with the one expected, in any case and with any spacing. */
export const isReply = (message: string, expected: Reply): boolean => fold(message) === fold(expected)

const fold = (message: string) => message.trim().replace(/\s+/g, ' ').toLowerCase()
