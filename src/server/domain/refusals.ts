// Refusals as the wire carries them: problems for whole requests, messages for single lines.
import { type FieldError, makeProblem, type Problem, type ProblemCode } from '#contract/problem.ts'
import type { Refusal, RefusalCode } from '#contract/refusals.ts'
import { REPLIES } from '#contract/reply-messages.ts'

const problemOf: Partial<Record<RefusalCode, ProblemCode>> = {
  readOnlyAccess: 'read_only',
  keyMissing: 'key_missing',
  locationNotAllowed: 'location_not_allowed',
  noDocument: 'not_found',
  noLine: 'not_found',
}

/** A refusal of the whole request; `state` is what the document looks like now. */
export function problemFor(refusal: Refusal, state?: object): Problem {
  const code = problemOf[refusal.code] ?? 'state_conflict'
  const facts = Object.entries(refusal.facts ?? {}).map(([name, value]) => `${name} ${value}`)
  const detail = `Refused: ${[refusal.code, ...facts].join(', ')}.`
  return makeProblem(code, detail, code === 'state_conflict' ? { state: { ...state, refusal } } : {})
}

/** There is no such thing, or it is not for this person to know. */
export const notFound = (what: string): Problem => makeProblem('not_found', `There is no such ${what}.`)

/** A field that reads well and yet does not fit what is in the database. */
export function misfit(path: string, expected: string): Problem {
  const error: FieldError = { path, expected, message: `${path}: expected ${expected}.` }
  return makeProblem('malformed_request', error.message, { errors: [error] })
}

/** Why one line is refused: a rule of its kind, or a barcode that is not to be had here. */
export type LineRefusal = Refusal | { readonly code: 'inventoryNotFound'; readonly facts?: undefined }

const factOf = ({ facts }: LineRefusal, name: string) => String(facts?.[name] ?? '')

/**
 * What a refused line says (part 2 section 7.1: any message but the successes is shown as an error). These words are
 * this server's own, but for `Insufficient quantity`, which the app acts upon.
 */
export function lineMessage(refusal: LineRefusal): string {
  switch (refusal.code) {
    case 'insufficientQuantity':
      return REPLIES.insufficientQuantity
    case 'quantityZero':
      return 'Quantity cannot be zero'
    case 'reasonMissing':
      return 'Please Select Reason Code'
    case 'reasonUnknown':
      return `${factOf(refusal, 'reason')} is no reason code here`
    case 'moreThanIssued':
      return `Quantity is more than the ${factOf(refusal, 'n')} issued`
    case 'pickOfZero':
      return 'Cannot pick when inventory quantity is 0'
    case 'lineChanged':
      return `${factOf(refusal, 'barcode')} was changed meanwhile: ${factOf(refusal, 'status')} ${factOf(refusal, 'quantity')}`
    case 'quantityNotNumber':
      return 'Quantity is missing'
    case 'lineListed':
      return `${factOf(refusal, 'barcode')} is on the document already`
    case 'noLine':
      return `${factOf(refusal, 'barcode')} is not on the document`
    case 'inventoryNotFound':
      return REPLIES.inventoryNotFound
    case 'lineNotWhileStatus':
      return `${factOf(refusal, 'barcode')} is ${factOf(refusal, 'status')}`
    case 'notWhileStatus':
      return `${factOf(refusal, 'number')} is ${factOf(refusal, 'status')}`
    default:
      return `Refused: ${refusal.code}`
  }
}
