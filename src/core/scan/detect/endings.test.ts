// Codes after a partial code: a complete code is never the rest of another one.
import { describe, expect, it } from 'vitest'
import { type Press, playKeys, pressKeys } from '#tests/support/typed-field.ts'

const isShifted = (key: string): boolean => /^[A-Z%]$/.test(key)
const keysOf = (text: string, at: number): readonly Press[] =>
  [...text].map((key, index) => ({ key, at: at + 10 * index, shift: isShifted(key) }))
const enterAt = (at: number): Press => ({ key: 'Enter', at })
const scan = (text: string, at: number): readonly Press[] => [
  ...keysOf(text, at),
  enterAt(at + 10 * text.length),
]
// The detector knows the terminator after two codes.
const earlier = [...scan('B123456789', -9000), ...scan('B123456780', -7000)]
const read = (presses: readonly Press[]) => playKeys(pressKeys([...earlier, ...presses])).readScans.slice(2)

const wholeCodes = ['%T.HEADER.SAVE', '%T.Q.25', 'B125000042', '1000089612'] as const
const openParts = [
  ['a number without its terminator', '10000896'],
  ['the beginning of a number', '100'],
  ['the beginning of a barcode', 'B12'],
  ['the beginning of a command', '%T.Q.2'],
  ['a shelf, which has no known form', 'A-12'],
  ['two keys, which are returned to the page', '10'],
] as const

describe.each(openParts)('after %s (%s)', (_name, part) => {
  it.each(wholeCodes)('reads %s as a complete code', (code) => {
    for (const pause of [420, 500, 700, 990, 1400]) {
      const last = read([...keysOf(part, 0), ...scan(code, 10 * part.length + pause)]).at(-1)
      expect(last, `${pause} ms`).toEqual({ text: code, cut: false })
    }
  })
})

describe('a late terminator', () => {
  it('ends its code, so that the next code is not its rest', () => {
    const keys = [...keysOf('10000896', 0), enterAt(410), ...scan('10000902', 900)]
    expect(read(keys).at(-1)).toEqual({ text: '10000902', cut: false })
  })
})
