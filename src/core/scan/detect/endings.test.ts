// Which codes are parts of others: a text that begins or fills a code of its own is none.
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
// From two codes on, their terminator is known.
const earlier = [...scan('B123456789', -9000), ...scan('B123456780', -7000)]
const read = (presses: readonly Press[]) => playKeys(pressKeys([...earlier, ...presses])).read.slice(2)

const wholeCodes = ['%T.HEADER.SAVE', '%T.Q.25', 'B125000042', '1000089612'] as const
const openParts = [
  ['a number that lacks its terminator', '10000896'],
  ['the beginning of a number', '100'],
  ['the beginning of a barcode', 'B12'],
  ['the beginning of a command', '%T.Q.2'],
  ['a shelf, which has no form of its own', 'A-12'],
  ['two keys, which are given back', '10'],
] as const

describe.each(openParts)('after %s (%s)', (_name, part) => {
  it.each(wholeCodes)('%s is read as itself', (code) => {
    for (const pause of [420, 500, 700, 990, 1400]) {
      const last = read([...keysOf(part, 0), ...scan(code, 10 * part.length + pause)]).at(-1)
      expect(last, `${pause} ms`).toEqual({ text: code, cut: false })
    }
  })
})

describe('a terminator that comes late', () => {
  it('ends its code: what follows is no rest', () => {
    const keys = [...keysOf('10000896', 0), enterAt(410), ...scan('10000902', 900)]
    expect(read(keys).at(-1)).toEqual({ text: '10000902', cut: false })
  })
})
