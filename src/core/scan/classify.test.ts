import { describe, expect, it } from 'vitest'
import { classify } from './classify.ts'

describe('classify', () => {
  it.each([
    ['B123456789', 'barcode'],
    ['1234567890', 'barcode'],
    ['ABCDEFGHIJ', 'barcode'],
    ['7', 'number'],
    ['10000123', 'number'],
    ['%T.SHIP', 'command'],
    ['%T.Q.25', 'command'],
  ])('classifies %s as a %s', (text, kind) => {
    expect(classify(text).map((candidate) => candidate.kind)).toEqual([kind])
  })

  it.each([
    ['', 'empty'],
    ['B12345', 'fragment'],
    ['123456789', 'fragment'],
    ['B123456789C123456789', 'glued'],
    ['B12345678910000123', 'glued'],
    ['123456123456', 'glued'],
    ['B123456789%T.SHIP', 'glued'],
    ['%T.SHIP%T.OK', 'glued'],
    ['%T.', 'command'],
    ['B1234\u001d5678', 'control'],
    ['X'.repeat(600), 'too-long'],
  ])('classifies %j as unknown, with the hint %s', (text, hint) => {
    expect(classify(text)).toEqual([{ kind: 'unknown', text, hint }])
  })

  it.each(['4006381333931', 'HTTPS://EXAMPLE.COM', 'b123456789'])('%s has no known form', (text) => {
    expect(classify(text)).toEqual([{ kind: 'unknown', text }])
  })

  it('returns the configured patterns that match a number or a barcode', () => {
    const numberPatterns = { transfer: /^T-\d{4}$/, issuance: /^1\d{7}$/g, log: /^\d{10}$/ }
    expect(classify('T-1234', { numberPatterns })).toEqual([
      { kind: 'number', number: 'T-1234', patterns: ['transfer'] },
    ])
    expect(classify('10000123', { numberPatterns })).toEqual([
      { kind: 'number', number: '10000123', patterns: ['issuance'] },
    ])
    expect(classify('1234567890', { numberPatterns }).map(({ kind }) => kind)).toEqual(['barcode', 'number'])
  })
})
