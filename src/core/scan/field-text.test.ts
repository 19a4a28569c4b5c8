import { describe, expect, it } from 'vitest'
import type { FieldText } from './capture.ts'
import { typeInto } from './field-text.ts'

const field = (value: string, start: number, end = start): FieldText => ({ value, start, end, maxLength: 5 })

describe('keys typed back into a field that takes so many characters', () => {
  it('fill it and no more, as in the browser', () => {
    expect(typeInto(field('1234', 4), ['5', '6', '7'])).toEqual(field('12345', 5))
  })

  it('take the place of what is selected', () => {
    expect(typeInto(field('12345', 1, 3), ['a', 'b', 'c'])).toEqual(field('1ab45', 3))
  })

  it('take away from a text that the page has made longer', () => {
    expect(typeInto(field('1234567', 7), ['Backspace', 'x'])).toEqual(field('123456', 6))
  })
})
