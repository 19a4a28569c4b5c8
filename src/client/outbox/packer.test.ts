import { expect, it } from 'vitest'
import { documentsLike, place } from '#tests/support/kind-work.ts'
import type { AppOperation } from './intent.ts'
import { packAsk } from './packer.ts'

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
  const ask = packAsk([operation], document([line('B000000001')]))
  return ask === 'again' || 'gone' in ask ? undefined : ask.input.body
}

it('a change carries the time when it was done, not that of the change before', () => {
  expect(bodyOf(picked(Date.parse('2026-11-21T09:02:00Z')))).toMatchObject({
    DoneDateTime: '2026-11-21T09:02:00.000Z',
  })
})

it('a clock that is wrong by decades claims nothing', () => {
  expect(bodyOf(picked(0))).not.toHaveProperty('DoneDateTime')
})
