import { expect, it } from 'vitest'
import { emptyLine, type Line } from '#core/kinds/document.ts'
import { issuance } from '#core/kinds/issuance/rules.ts'
import type { Entry } from '#core/kinds/worksheet.ts'
import { shortageOf } from './shortage.ts'

const entryOf = (line: Partial<Line>, more: Partial<Entry> = {}): Entry => ({
  key: 'B000000001',
  line: { ...emptyLine, id: '1', barcode: 'B000000001', ordered: 40, ...line },
  typed: null,
  reason: null,
  isSearching: false,
  isUnconfirmed: false,
  problem: null,
  ...more,
})
const refused = { code: 'insufficientQuantity', facts: { quantity: 60 } }

it('of a pick is what the shelf lacks of the order', () => {
  const pick = (line: Partial<Line>, more?: Partial<Entry>) =>
    shortageOf(issuance, 'pick', entryOf({ status: 'PICKED', picked: 30, ...line }, more))
  expect(pick({})).toEqual({ here: 30, missing: 10 })
  expect(pick({ picked: 40 })).toBeUndefined()
  expect(pick({}, { typed: '25' })).toEqual({ here: 25, missing: 15 })
  expect(pick({ status: 'CANCELLED' })).toBeUndefined()
})

it('of an order counts the plants that other documents do not reserve', () => {
  const order = (line: Partial<Line>, more?: Partial<Entry>) =>
    shortageOf(issuance, 'order', entryOf({ status: 'RESERVED', available: 10, ...line }, more))
  expect(order({})).toBeUndefined()
  expect(order({}, { typed: '60' })).toEqual({ here: 50, missing: 10 })
  expect(order({}, { problem: refused })).toEqual({ here: 50, missing: 10 })
  expect(order({ available: null }, { typed: '60' })).toBeUndefined()
  expect(order({ id: null, status: 'OPEN', available: 10 }, { typed: '15' })).toEqual({
    here: 10,
    missing: 5,
  })
  expect(order({}, { typed: '60', isSearching: true })).toBeUndefined()
})
