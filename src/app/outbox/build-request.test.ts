import { expect, it } from 'vitest'
import { succeed } from '#core/wire/result.ts'
import { documentsLike, place } from '#tests/support/kind-work.ts'
import { answerOf, buildRequest, isUnclear } from './build-request.ts'
import type { AppOperation } from './intent.ts'

const { line, document } = documentsLike({
  kind: 'issuance',
  number: '10000001',
  status: 'RESERVED',
  header: { TagNbr: '10000001', LastChangedDateTime: '2026-11-20T07:00:00.000Z' },
  line: { status: 'RESERVED' },
})
const picked = (at: number): AppOperation => ({
  id: 'a',
  seq: 1,
  user: 'pia',
  lane: 'issuance 10000001',
  at,
  state: 'here',
  intent: {
    type: 'line',
    step: 'pick',
    kind: 'issuance',
    mode: 'inventory',
    place,
    line: line('B000000001'),
    quantity: 10,
    reason: '',
  },
})
const bodyOf = (operation: AppOperation) => {
  const ask = buildRequest([operation], document([line('B000000001')]))
  return ask === 'again' || 'gone' in ask ? undefined : ask.input.body
}

it('sends the time when a change was made, not that of the change before', () => {
  expect(bodyOf(picked(Date.parse('2026-11-21T09:02:00Z')))).toMatchObject({
    DoneDateTime: '2026-11-21T09:02:00.000Z',
  })
})

it('sends no time if the clock is wrong by decades', () => {
  expect(bodyOf(picked(0))).not.toHaveProperty('DoneDateTime')
})

it.each([
  ['issuance', 'TagNbr', 'InventoryLines'],
  ['transfer', 'TransferNbr', 'TransferLines'],
  ['dump', 'LogNbr', 'DumpLogLines'],
] as const)('reads the header of %s after an ambiguous message', (kind, number, lines) => {
  const like = documentsLike({
    kind,
    number: '10000001',
    status: 'SHIPPED',
    header: { [number]: '10000001' },
    line: { status: 'SHIPPED' },
  })
  const edit: AppOperation = {
    ...picked(Date.parse('2026-11-21T09:02:00Z')),
    intent: {
      type: 'header',
      step: 'updateHeader',
      kind,
      mode: 'inventory',
      place,
      seen: { CarrierName: 'A' },
      values: { CarrierName: 'B' },
      words: 'Carrier B',
    },
  }
  const ask = buildRequest([edit], like.document([]))
  if (ask === 'again' || 'gone' in ask) throw new Error('It cannot be written')
  const answered = (Message: string) => {
    const answer = { Message, [number]: '10000001', [lines]: [] }
    return answerOf(succeed(ask.read(answer as never, answer)), [edit])
  }
  expect(isUnclear(answered('Stored under your name'))).toBe(true)
})
