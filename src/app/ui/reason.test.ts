import { describe, expect, it } from 'vitest'
import { refuse } from '#core/wire/refusals.ts'
import { belowReservedMessage } from '#core/wire/reply-messages.ts'
import { quoteReply, reasonOf, sayReply } from './reason.ts'

describe('the reason of a failed call', () => {
  it('is the sentence of its code', () => {
    expect(reasonOf({ code: 'not_found', detail: 'There is no such issuance.' })).toBe('Not found')
    expect(reasonOf({ code: 'server_refused', facts: { status: 418 } })).toBe(
      'The server refused (418). Nothing was changed.',
    )
  })

  it('is the document’s refusal, as a sentence of the catalogue', () => {
    const refusal = refuse('linesNotPicked', { open: 2 })
    expect(
      reasonOf({ code: 'state_conflict', detail: 'Refused: linesNotPicked, open 2', state: { refusal } }),
    ).toBe('2 lines are not picked yet. Scan them, then ship.')
  })

  it('contains the values that the server rejects', () => {
    const fields = [{ path: 'body.IssuanceHeader.Comments', expected: 'at most 255 characters' }]
    expect(reasonOf({ code: 'malformed_request', detail: 'body: expected …', fields })).toBe(
      'The server did not accept: Comments (at most 255 characters). Nothing was changed.',
    )
  })

  it('is the message of a server whose code is not in the catalogue', () => {
    expect(reasonOf({ code: 'server_refused', detail: 'The season is closed' })).toBe('The season is closed')
    const state = { refusal: { code: 'moonIsFull' } }
    expect(reasonOf({ code: 'state_conflict', detail: 'The moon is full', state })).toBe('The moon is full')
  })
})

it('replaces a known message with the catalogue’s sentence, and keeps an unknown one', () => {
  expect(sayReply('inventory not found')).toBe('Inventory Not found')
  expect(sayReply(belowReservedMessage(30))).toBe(
    'Quantity is less than the 30 reserved on open documents. Enter 30 or more.',
  )
  expect(sayReply('Season is closed')).toBe('Season is closed')
})

it('quotes a message inside a sentence without its full stop', () => {
  expect(quoteReply(' Season is closed. ')).toBe('Season is closed')
  expect(quoteReply('inventory not found')).toBe('Inventory Not found')
  expect(quoteReply(belowReservedMessage(30))).toBe(
    'Quantity is less than the 30 reserved on open documents. Enter 30 or more',
  )
})
