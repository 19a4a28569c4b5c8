// Codes with overlapping keys of a person: an ambiguous code is refused, never guessed.
import { describe, expect, it } from 'vitest'
import { type Press, playKeys, pressKeys } from '#tests/support/typed-field.ts'

type Times = readonly (readonly [key: string, at: number, hold: number])[]
const press = (times: Times): readonly Press[] =>
  times.map(([key, at, hold]) => ({ key, at, hold, shift: /^[A-Z%]$/.test(key) }))
// The codes that are read; refused ones in brackets.
const read = (times: Times): readonly string[] =>
  playKeys(pressKeys(press(times))).readScans.map(({ text, cut, unclear }) =>
    cut || unclear !== undefined ? `(${unclear ?? 'cut'})` : text,
  )

// A radio with an interval of 30 ms: each key is down until the next one.
const radio = (text: string, at: number, stallMs: Readonly<Record<number, number>> = {}): Times => {
  let next = at
  return [...text].map((key, index) => {
    const hold = 29.7 + (stallMs[index] ?? 0)
    const made = [key, next, hold] as const
    next += hold + 0.3
    return made
  })
}

describe('a person’s key that overlaps a key at which the device stalled', () => {
  it.each([
    [
      'two leading keys are left out',
      'N982721154',
      { 1: 30 },
      [
        ['h', 81, 67],
        ['i', 167, 54],
      ],
    ],
    ['the first key is far before the others', 'KK2405034O', { 4: 30, 6: 30 }, [['q', 245, 53]]],
    ['the last key is down at the terminator', 'X381029117', { 2: 30, 8: 30 }, [['h', 326, 114]]],
    [
      'the person types two keys, one a capital',
      'SS5374418B',
      { 1: 30 },
      [
        ['O', 88, 146],
        ['k', 288, 108],
      ],
    ],
    [
      'the person types small letters among capitals',
      'AQ6685605D',
      { 5: 30 },
      [
        ['s', 154, 58],
        ['e', 275, 85],
      ],
    ],
  ] as const)('does not make another barcode: %s', (_name, code, stallMs, typed) => {
    const keys = radio(code, 0, stallMs)
    const last = keys.at(-1)
    const end = (last?.[1] ?? 0) + 30
    const [text] = read([...keys, ...(typed as Times), ['Enter', end, 29.7]])
    expect([code, '(mixed)']).toContain(text)
  })

  it('does not turn the end of a barcode into a number', () => {
    const keys = radio('M039717253', 0, { 2: 30, 3: 30 })
    const typed: Times = [
      ['s', 77, 59],
      ['e', 125, 58],
      ['e', 259, 89],
      [' ', 353, 121],
    ]
    expect(read([...keys, ...typed, ['Enter', 360, 29.7]])).toEqual(['(mixed)'])
  })
})

describe('a letter typed right before a barcode', () => {
  it('does not replace the last key, which is down at the terminator', () => {
    const code = [...'Q476733837'].map((key, index): Times[number] => [key, 76 + 2 * index, 1])
    const typed: Times = [
      ['n', 0, 63],
      ['o', 126, 66],
    ]
    const keys = [...typed, ...code.slice(0, -1), ['7', 94, 1.4] as const, ['Enter', 95, 1.5] as const]
    expect(read(keys)).toEqual(['Q476733837'])
  })
})

describe('a key of a device long before the others', () => {
  const remainder = (text: string): Times => [...text].map((key, index) => [key, 450 + 4 * index, 0.5])

  it('belongs to a number, which is refused without it', () => {
    const keys: Times = [['6', 0, 22.5], ...remainder('0943125'), ['Enter', 482, 0.5]]
    expect(read(keys)).toEqual(['(cut)'])
  })

  it.each([
    ['%', 'T.UNDO'],
    ['B', '125000042'],
  ])('belongs to a code that is complete with it: %s and %s', (head, text) => {
    expect(read([[head, 0, 22.5], ...remainder(text), ['Enter', 500, 0.5]])).toEqual([head + text])
  })
})
