import { expect, it } from 'vitest'
import type { Line } from '#core/kinds/document.ts'
import type { StageId } from '#core/kinds/verbs.ts'
import type { DocumentKind, Status } from '#core/wire/constants.ts'
import { lineOf } from '#tests/support/kind-work.ts'
import { formatQuantities } from './format-quantities.ts'

const line = (status: Status, change: Partial<Line>): Line =>
  lineOf('A000000001', { status, ordered: 40, ...change })

it.each<[DocumentKind, StageId, Status, Partial<Line>, string]>([
  ['issuance', 'edit', 'OPEN', { id: null, available: 100 }, '100 available'],
  ['issuance', 'edit', 'RESERVED', { available: 60 }, 'Ordered 40 · 60 available'],
  ['issuance', 'edit', 'SHIPPED', { picked: 40, available: 60 }, 'Ordered 40'],
  ['issuance', 'detail', 'RESERVED', {}, 'Ordered 40'],
  ['issuance', 'detail', 'PICKED', { picked: 20 }, 'Picked 20 of 40'],
  ['issuance', 'detail', 'PICKED', { ordered: 0, picked: 20 }, 'Picked 20, none were ordered'],
  ['issuance', 'detail', 'CANCELLED', { picked: 40 }, 'Ordered 40'],
  ['transfer', 'receive', 'OPEN', {}, 'Ordered 40'],
  ['transfer', 'receive', 'RESERVED', { ordered: 550 }, 'Ordered 550'],
  ['transfer', 'receive', 'PICKED', { picked: 30 }, 'Picked 30 of 40'],
  ['transfer', 'receive', 'SHIPPED', { picked: 30 }, 'Shipped 30'],
  ['transfer', 'receive', 'RECEIVED', { picked: 30, received: 0 }, 'Received 0 of 30'],
  ['transfer', 'receive', 'CANCELLED', { picked: 30 }, 'Ordered 40'],
  ['transfer', 'detail', 'SHIPPED', { picked: 30 }, 'Picked 30 of 40'],
  ['transfer', 'detail', 'RECEIVED', { picked: 38, received: 30 }, 'Ordered 40 · shipped 38 · received 30'],
  ['transfer', 'detail', 'CANCELLED', { picked: 38, received: 30 }, 'Ordered 40'],
  ['dump', 'edit', 'OPEN', { ordered: 23, available: 77 }, 'To dump 23 · 77 available'],
  ['dump', 'edit', 'DUMPED', { ordered: 23, available: 77 }, 'Dumped 23'],
  ['dump', 'detail', 'OPEN', { ordered: 23 }, 'To dump 23'],
  ['dump', 'detail', 'DUMPED', { ordered: 23 }, 'Dumped 23'],
  ['dump', 'detail', 'CANCELLED', { ordered: 23 }, 'Not dumped: 23'],
  ['return', 'detail', 'OPEN', { ordered: 5 }, 'Returning 5'],
  ['return', 'detail', 'POSTED', { ordered: 5 }, 'Returned 5'],
])(
  'formats the quantities of a line of %s on the screen %s with the status %s: %j',
  (kind, stage, status, change, words) => {
    expect(formatQuantities(line(status, change), kind, stage)).toBe(words)
  },
)
