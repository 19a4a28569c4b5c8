// Codes with a person's keys over the device's: what may be two codes is refused, never guessed.
import { describe, expect, it } from 'vitest'
import { type Press, playKeys, pressKeys } from '#tests/support/typed-field.ts'

type Times = readonly (readonly [key: string, at: number, hold: number])[]
const press = (times: Times): readonly Press[] =>
  times.map(([key, at, hold]) => ({ key, at, hold, shift: /^[A-Z%]$/.test(key) }))
// What is read as a code; the refused in brackets.
const read = (times: Times): readonly string[] =>
  playKeys(pressKeys(press(times))).read.map(({ text, cut, unclear }) =>
    cut || unclear !== undefined ? `(${unclear ?? 'cut'})` : text,
  )

// A radio of 30 ms: each key is down until the next comes.
const radio = (text: string, at: number, late: Readonly<Record<number, number>> = {}): Times => {
  let next = at
  return [...text].map((key, index) => {
    const hold = 29.7 + (late[index] ?? 0)
    const made = [key, next, hold] as const
    next += hold + 0.3
    return made
  })
}

describe('a person’s key over one that the device was held up at', () => {
  it.each([
    [
      'two keys of it are left out in front',
      'N982721154',
      { 1: 30 },
      [
        ['h', 81, 67],
        ['i', 167, 54],
      ],
    ],
    ['its first key is alone in front', 'KK2405034O', { 4: 30, 6: 30 }, [['q', 245, 53]]],
    ['the last key is down at the terminator', 'X381029117', { 2: 30, 8: 30 }, [['h', 326, 114]]],
    [
      'two capitals are',
      'SS5374418B',
      { 1: 30 },
      [
        ['O', 88, 146],
        ['k', 288, 108],
      ],
    ],
    [
      'a small letter is among capitals',
      'AQ6685605D',
      { 5: 30 },
      [
        ['s', 154, 58],
        ['e', 275, 85],
      ],
    ],
  ] as const)('makes no other barcode: %s', (_name, code, late, typed) => {
    const keys = radio(code, 0, late)
    const last = keys.at(-1)
    const end = (last?.[1] ?? 0) + 30
    const [text] = read([...keys, ...(typed as Times), ['Enter', end, 29.7]])
    expect([code, '(mixed)']).toContain(text)
  })

  it('makes no number of a barcode’s end', () => {
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

describe('a letter that was typed right in front of a barcode', () => {
  it('takes no place of its last key, which is down at the terminator', () => {
    const code = [...'Q476733837'].map((key, index): Times[number] => [key, 76 + 2 * index, 1])
    const typed: Times = [
      ['n', 0, 63],
      ['o', 126, 66],
    ]
    const keys = [...typed, ...code.slice(0, -1), ['7', 94, 1.4] as const, ['Enter', 95, 1.5] as const]
    expect(read(keys)).toEqual(['Q476733837'])
  })
})

describe('one key of a device, long before the others', () => {
  const rest = (text: string): Times => [...text].map((key, index) => [key, 450 + 4 * index, 0.5])

  it('is the head of a number, which is refused without it', () => {
    const keys: Times = [['6', 0, 22.5], ...rest('0943125'), ['Enter', 482, 0.5]]
    expect(read(keys)).toEqual(['(cut)'])
  })

  it.each([
    ['%', 'T.UNDO'],
    ['B', '125000042'],
  ])('is the head of a code that is whole with it: %s and %s', (head, text) => {
    expect(read([[head, 0, 22.5], ...rest(text), ['Enter', 500, 0.5]])).toEqual([head + text])
  })
})
