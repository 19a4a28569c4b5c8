import { describe, expect, it } from 'vitest'
import { lineOf } from '#tests/support/kind-work.ts'
import { compareDocuments, isEmptyDifference } from './compare.ts'
import type { Document, Line } from './document.ts'

const line = (barcode: string, change: Partial<Line> = {}): Line =>
  lineOf(barcode, { id: barcode, status: 'PICKED', picked: 10, ...change })
const document = (lines: readonly Line[], change: Partial<Document> = {}): Document => ({
  kind: 'transfer',
  mode: 'inventory',
  number: '20000001',
  status: 'RESERVED',
  header: {},
  lines,
  ...change,
})

describe('compareDocuments', () => {
  const before = document([line('A000000001'), line('B000000001')])

  it.each<[string, Partial<Line>]>([
    ['status', { status: 'SHIPPED' }],
    ['ordered quantity', { ordered: 11 }],
    ['picked quantity', { picked: 9 }],
    ['received quantity', { received: 9 }],
  ])('reports a line whose only change is the %s', (_, change) => {
    const after = document([line('A000000001', change), line('B000000001')])
    const difference = compareDocuments(before, after)
    expect(difference).toEqual({ status: null, added: [], removed: [], changed: ['A000000001'] })
    expect(isEmptyDifference(difference)).toBe(false)
  })

  it('reports added and removed lines and the new document status', () => {
    const after = document([line('A000000001'), line('C000000001')], { status: 'SHIPPED' })
    expect(compareDocuments(before, after)).toEqual({
      status: 'SHIPPED',
      added: ['C000000001'],
      removed: ['B000000001'],
      changed: [],
    })
  })

  it('reports no difference for unsaved lines and unchanged lines', () => {
    const mine = document([...before.lines, line('N000000001', { id: null })])
    expect(isEmptyDifference(compareDocuments(mine, before))).toBe(true)
  })
})
