// Reply messages that servers send and the app recognises (part 2 section 7.1, part 1 sections 4, 5 and 7).
// They are part of the protocol; the sentences for users are in src/text.
import { BARCODE, DOCUMENT_NUMBER } from './codes.ts'
import { STATUSES } from './constants.ts'
import { REFUSAL_CODES, type RefusalCode } from './refusal-codes.ts'
import { type Refusal, refuse } from './refusals.ts'

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

const PROCESSED = 'processed successfully'

/** The top-level message of a successful change, such as 'Issuance processed successfully'. */
export function processedMessage(what: string): string {
  return `${what} ${PROCESSED}`
}

/** A reply is a success if its message contains 'processed successfully', in any case (part 1 section 5). */
export function isProcessed(message: string): boolean {
  return message.toLowerCase().includes(PROCESSED)
}

/** Does a message report success, by the rule of the specification (part 1 section 7)? */
export function isSuccess(message: string): boolean {
  return isProcessed(message) || (/\bsuccess(ful|fully)?\b/i.test(message) && !isFailure(message))
}

/**
 * Returns the message, with normal spacing, if the specification does not define it; '' for a success or a
 * known reply.
 */
export function unknownMessageOf(message: string): string {
  const known: readonly string[] = Object.values(REPLIES)
  return isSuccess(message) || known.some((reply) => isReply(message, reply)) ? '' : normalizeSpacing(message)
}

/** Is it a success message that the specification defines? */
export function isKnownSuccess(message: string): boolean {
  return message.trim() !== '' && unknownMessageOf(message) === '' && !isFailure(message)
}

/** The message if it is neither a known success nor a known refusal: the client must read the data again. */
export function unclearMessageOf(ok: boolean, message: string): { readonly unclear?: string } {
  const isKnown = ok ? unknownMessageOf(message) === '' : parseRefusal(message) !== undefined
  return isKnown ? {} : { unclear: message }
}

/** Compares a message with the expected one, ignoring case and spacing. */
export function isReply(message: string, expected: string): boolean {
  return normalizeMessage(message) === normalizeMessage(expected)
}

const normalizeSpacing = (message: string) => message.trim().replace(/\s+/g, ' ')
const normalizeMessage = (message: string) => normalizeSpacing(message).toLowerCase()

// The beginnings of the specification's error messages (part 1 section 8, part 2 section 8).
const errorPattern =
  /^(an? )?(some )?(error|failed|unable|invalid|insufficient|request failed|please |cannot |no data|not found)|^\S+( \S+)? (not found|does not exist|cannot be)/i

/**
 * Is this a refusal of this server, or an error message of the specification? After any other message the
 * client reads the data again (docs/decisions.md).
 */
export function isFailure(message: string): boolean {
  return errorPattern.test(normalizeSpacing(message)) || parseRefusal(message) !== undefined
}

// ---- refusals

// This server's refusal messages; `{name}` is a fact.
const REFUSALS: Readonly<Partial<Record<RefusalCode, string>>> = {
  insufficientQuantity: REPLIES.insufficientQuantity,
  inventoryNotFound: REPLIES.inventoryNotFound,
  adjustmentTooSmall: REPLIES.adjustmentTooSmall,
  belowReserved: 'Quantity is less than the {n} reserved on open documents',
  quantityChanged: 'Quantity has changed meanwhile: it is {n} now',
  quantityZero: 'Quantity cannot be zero',
  quantityNotNumber: 'Quantity is missing',
  pickOfZero: 'Cannot pick when inventory quantity is 0',
  lineChanged: '{barcode} was changed meanwhile: {status} {quantity}',
  lineChangedBy: '{barcode} was changed meanwhile by {by}: {status} {quantity}',
  documentChanged: 'Document {number} was changed meanwhile',
  lineNotSeen: '{barcode} was added meanwhile by {by}: {status} {quantity}',
  lineListed: '{barcode} is on the document already',
  lineGone: '{barcode} is not on the document',
  reasonMissing: 'Please Select Reason Code',
  reasonUnknown: '{reason} is no reason code here',
  moreThanIssued: 'Quantity is more than the {n} issued',
  lineNotWhileStatus: '{barcode} is {status}',
  notWhileStatus: '{number} is {status}',
}

// The pattern of each fact, so that a sentence of another server does not match.
const factPatterns: Readonly<Record<string, string>> = {
  barcode: BARCODE,
  number: DOCUMENT_NUMBER,
  status: STATUSES.join('|'),
  quantity: '\\d+',
  n: '\\d+',
  reason: '.{1,50}',
  by: '.{1,100}',
}
const factPlaceholder = /\{(\w+)\}/g

/**
 * Formats a refusal as a message, where the specification allows only a message (part 2 section 7: `Message`
 * of an answer and of its lines). Refusals without a text become code and facts. `parseRefusal` parses both.
 */
export function formatRefusal({ code, facts = {} }: Refusal): string {
  return (
    REFUSALS[code]?.replace(factPlaceholder, (_, name: string) => String(facts[name] ?? '')) ??
    `Refused: ${[code, ...Object.entries(facts).map(([name, value]) => `${name} ${value}`)].join(', ')}`
  )
}

/** The message that refuses a correction below the number of reserved plants. */
export function belowReservedMessage(reserved: number): string {
  return formatRefusal(refuse('belowReserved', { n: reserved }))
}

/** The message that refuses a correction of a stale quantity. */
export function quantityChangedMessage(now: number): string {
  return formatRefusal(refuse('quantityChanged', { n: now }))
}

const patterns = REFUSAL_CODES.flatMap((code) => {
  const words = REFUSALS[code]?.replace(
    factPlaceholder,
    (_, name: string) => `(?<${name}>${factPatterns[name] ?? '\\S+'})`,
  )
  return words === undefined ? [] : { code, pattern: new RegExp(`^${words}$`, 'i') }
})

/** Parses the refusal in a message, with its facts as texts; undefined for messages of other servers. */
export function parseRefusal(message: string): Refusal | undefined {
  const text = normalizeSpacing(message)
  for (const { code, pattern } of patterns) {
    const found = pattern.exec(text)
    if (found) return refuse(code, found.groups && { ...found.groups })
  }
  const [, name, facts] = /^Refused: (\w+)((?:, \w+ \S+)*)$/.exec(text) ?? []
  const code = REFUSAL_CODES.find((known) => known === name)
  if (code === undefined || facts === undefined) return undefined
  const named = [...facts.matchAll(/, (\w+) (\S+?)(?=,|$)/g)].map(([, fact = '', value = '']) => [
    fact,
    value,
  ])
  return refuse(code, named.length > 0 ? Object.fromEntries(named) : undefined)
}
