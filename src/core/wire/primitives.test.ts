import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  isDate,
  isoDate,
  isoDateOrNull,
  isPartialTemperature,
  isTemperature,
  temperature,
} from './document-values.ts'

describe('a temperature', () => {
  it.each(['0', '4', '-2.5', '-12.25', '.5', '60', '-50', ' 7 '])('accepts %s', (value) => {
    expect(isTemperature(value.trim())).toBe(true)
    expect(v.parse(temperature, value)).toBe(value.trim())
  })

  it.each(['+4', '5.', '999.99', '-999.99', '60.01', '-50.1'])(
    'refuses %s in a form, but the server accepts it because older documents contain it',
    (value) => {
      expect(isTemperature(value)).toBe(false)
      expect(v.parse(temperature, value)).toBe(value)
    },
  )

  it.each(['1234', '999999', '1234.56', '1.234', '-', '+', '.', '3,5', '1e2', '--1', '12 3', 'cold'])(
    'refuses %s in the form and on the server',
    (value) => {
      expect(isTemperature(value)).toBe(false)
      expect(v.safeParse(temperature, value).success).toBe(false)
    },
  )

  it('accepts an empty text, and a sign or a point as partial input', () => {
    expect(v.parse(temperature, '')).toBe('')
    for (const partial of ['', '-', '.', '-.', '12.']) expect(isPartialTemperature(partial)).toBe(true)
    for (const invalid of ['+', '999', '-60']) expect(isPartialTemperature(invalid)).toBe(false)
  })
})

describe('a date', () => {
  it.each(['2000-01-01', '2026-02-28', '2099-12-31', '2026-11-22T08:00:00Z'])('accepts %s', (value) => {
    expect(isDate(value)).toBe(true)
    expect(v.parse(isoDate, value)).toBe(value)
  })

  it.each(['0002-11-20', '0020-11-20', '1999-12-31', '2100-01-01', '9999-12-31', '2026-02-30', '2026'])(
    'refuses %s in the form and on the server',
    (value) => {
      expect(isDate(value)).toBe(false)
      expect(v.safeParse(isoDate, value).success).toBe(false)
      expect(v.safeParse(isoDateOrNull, value).success).toBe(false)
    },
  )
})
