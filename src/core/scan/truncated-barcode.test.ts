import { describe, expect, it } from 'vitest'
import { completeTruncatedBarcode } from './truncated-barcode.ts'

describe('a barcode without its first character', () => {
  const barcodes = ['B125000843', 'B125000844', 'C125000844', 'B125000843']

  it('is completed by the only possible barcode, even if that is listed twice', () => {
    expect(completeTruncatedBarcode('125000843', barcodes)).toBe('B125000843')
  })

  it.each([
    ['two barcodes end with it', '125000844'],
    ['no barcode ends with it', '125000845'],
    ['more than the first character is lost', '25000843'],
    ['it is complete', 'B125000843'],
    ['it lost its last character', 'B12500084'],
  ])('is not completed if %s', (_name, text) => {
    expect(completeTruncatedBarcode(text, barcodes)).toBeUndefined()
  })
})
