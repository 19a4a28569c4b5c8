import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { isTemperature, isTemperatureBegun, temperature } from './primitives.ts'

describe('a temperature', () => {
  it.each(['0', '4', '-2.5', '+12', '999', '-123.45', '.5', '3.', ' 7 '])('may be %s', (value) => {
    expect(v.parse(temperature, value)).toBe(value.trim())
  })

  it.each(['1234', '999999', '1234.56', '1.234', '-', '+', '.', '3,5', '1e2', '--1', '12 3', 'cold'])(
    'is not %s, for the form and for the server alike',
    (value) => {
      expect(isTemperature(value)).toBe(false)
      expect(v.safeParse(temperature, value).success).toBe(false)
    },
  )

  it('may be left out, and is begun with a sign or a point', () => {
    expect(v.parse(temperature, '')).toBe('')
    for (const begun of ['', '-', '+', '.', '-.', '12.']) expect(isTemperatureBegun(begun)).toBe(true)
  })
})
