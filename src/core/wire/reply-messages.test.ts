import { describe, expect, it } from 'vitest'
import { STATUSES } from './constants.ts'
import { REFUSAL_CODES } from './refusal-codes.ts'
import { refuse } from './refusals.ts'
import { REPLIES, refusalOf, replyOf } from './reply-messages.ts'

describe('the message of a refusal', () => {
  const facts = {
    barcode: 'B123456789',
    number: '10000123',
    status: 'SHIPPED',
    quantity: '15',
    n: '7',
    reason: 'HAIL',
    by: 'pia.picker',
  }

  it.each(REFUSAL_CODES)('contains the code %s', (code) => {
    expect(refusalOf(replyOf(refuse(code, facts)))?.code).toBe(code)
  })

  it.each(STATUSES)('contains the facts, with the status %s', (status) => {
    const changed = refuse('lineChanged', { barcode: 'b123456789', status, quantity: '0' })
    expect(refusalOf(replyOf(changed))).toEqual(changed)
    const late = refuse('notWhileStatus', { number: '42', status })
    expect(refusalOf(replyOf(late))).toEqual(late)
  })

  it('contains code and facts if the refusal has no text', () => {
    const refusal = refuse('linesStillOpen', { open: '12', barcode: 'B123456789' })
    expect(replyOf(refusal)).toBe('Refused: linesStillOpen, open 12, barcode B123456789')
    expect(refusalOf(replyOf(refusal))).toEqual(refusal)
    expect(refusalOf(replyOf(refuse('reasonMissing')))).toEqual(refuse('reasonMissing'))
  })

  it('is the message of the specification if there is one', () => {
    expect(replyOf(refuse('insufficientQuantity'))).toBe('Insufficient quantity')
    expect(refusalOf(' inventory  NOT found ')).toEqual(refuse('inventoryNotFound'))
  })
})

describe('a message of another server', () => {
  it.each([
    'Season is closed',
    'Truck 12 is SHIPPED',
    'Quantity is missing in the request',
    'Refused: outOfOffice, until Monday',
    'Refused: lineListed because of the season',
    '',
    ...[REPLIES.issuanceLinePicked, REPLIES.transferLineReserved, REPLIES.dumpLineDeleted],
  ])('is not read as a refusal: %s', (message) => {
    expect(refusalOf(message)).toBeUndefined()
  })
})
