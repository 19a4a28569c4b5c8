import { describe, expect, it } from 'vitest'
import { STATUSES } from './constants.ts'
import { REFUSAL_CODES } from './refusal-codes.ts'
import { refuse } from './refusals.ts'
import { formatRefusal, parseRefusal, REPLIES } from './reply-messages.ts'

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
    expect(parseRefusal(formatRefusal(refuse(code, facts)))?.code).toBe(code)
  })

  it.each(STATUSES)('contains the facts, with the status %s', (status) => {
    const changed = refuse('lineChanged', { barcode: 'b123456789', status, quantity: '0' })
    expect(parseRefusal(formatRefusal(changed))).toEqual(changed)
    const late = refuse('notWhileStatus', { number: '42', status })
    expect(parseRefusal(formatRefusal(late))).toEqual(late)
  })

  it('contains code and facts if the refusal has no text', () => {
    const refusal = refuse('linesStillOpen', { open: '12', barcode: 'B123456789' })
    expect(formatRefusal(refusal)).toBe('Refused: linesStillOpen, open 12, barcode B123456789')
    expect(parseRefusal(formatRefusal(refusal))).toEqual(refusal)
    expect(parseRefusal(formatRefusal(refuse('reasonMissing')))).toEqual(refuse('reasonMissing'))
  })

  it('is the message of the specification if there is one', () => {
    expect(formatRefusal(refuse('insufficientQuantity'))).toBe('Insufficient quantity')
    expect(parseRefusal(' inventory  NOT found ')).toEqual(refuse('inventoryNotFound'))
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
    expect(parseRefusal(message)).toBeUndefined()
  })
})
