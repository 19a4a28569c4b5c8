import { describe, expect, it } from 'vitest'
import type { FieldText } from './capture.ts'
import { typeInto } from './field-text.ts'

const field = (value: string, start: number, end = start): FieldText => ({ value, start, end, maxLength: 5 })

describe('typeInto', () => {
  it('types up to the length limit, as in the browser', () => {
    expect(typeInto(field('1234', 4), ['5', '6', '7'])).toEqual(field('12345', 5))
  })

  it('replaces the selection', () => {
    expect(typeInto(field('12345', 1, 3), ['a', 'b', 'c'])).toEqual(field('1ab45', 3))
  })

  it('deletes from a text that the page has made longer than the limit', () => {
    expect(typeInto(field('1234567', 7), ['Backspace', 'x'])).toEqual(field('123456', 6))
  })
})
