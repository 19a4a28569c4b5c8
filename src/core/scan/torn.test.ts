import { describe, expect, it } from 'vitest'
import { completeTorn } from './torn.ts'

describe('a barcode without its first character', () => {
  const here = ['B125000843', 'B125000844', 'C125000844', 'B125000843']

  it('is completed by the one barcode that it can be, however often that stands there', () => {
    expect(completeTorn('125000843', here)).toBe('B125000843')
  })

  it.each([
    ['two barcodes end with it', '125000844'],
    ['none does', '125000845'],
    ['more than the first character is lost', '25000843'],
    ['it is whole', 'B125000843'],
    ['it lost its last character', 'B12500084'],
  ])('is completed by nothing where %s', (_name, text) => {
    expect(completeTorn(text, here)).toBeUndefined()
  })
})
