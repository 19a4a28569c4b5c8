// Keys that a device releases late: the code is read completely or refused, never without one of its keys.
import { describe, expect, it } from 'vitest'
import { createRandom } from '#tests/bench/scan/random.ts'
import { type Press, playKeys, pressKeys } from '#tests/support/typed-field.ts'
import { classify } from '../classify.ts'

const refused = '(refused)'

const readPresses = (presses: readonly Press[]): readonly string[] =>
  playKeys(pressKeys(presses)).readScans.map(({ text, cut, unclear }) =>
    cut || unclear !== undefined ? refused : text,
  )

// Reads a code; `late` has the holds of keys that the device releases late, by position.
const read = (text: string, pace: number, hold: number, late: Readonly<Record<number, number>>) => {
  const keys = [...text].map((key, index) => ({
    key,
    at: 1000 + pace * index,
    hold: late[index] ?? hold,
    shift: /^[A-Z%]$/.test(key),
  }))
  const end = { key: 'Enter', at: 1000 + pace * text.length, hold: Math.min(hold, 20) }
  return readPresses([...keys, end])
}

describe.each([8, 12, 15, 20, 30, 45, 60])('a quantity command at %i ms a key', (pace) => {
  it.each([5, 6, 7])('keeps all digits if its prefix and key %i are released late', (index) => {
    const [text] = read('%T.Q.108', pace, pace / 2, { 0: 200, [index]: 60 + pace })
    expect(['%T.Q.108', refused]).toContain(text)
  })

  it('keeps all digits if its prefix and its last point are released late', () => {
    const [text] = read('%T.Q.286', pace, pace / 2, { 0: 110, 4: 90 })
    expect(['%T.Q.286', refused]).toContain(text)
  })
})

describe('a slow code with one key that is released late', () => {
  it.each([
    ['37809950', 60, 59, { 2: 113.7 }],
    ['12481173', 60, 59, { 3: 109.8 }],
    ['17466060', 45, 44, { 2: 74.9 }],
    ['35628096', 60, 59, { 1: 113 }],
    ['32461298', 60, 30, { 0: 80.4 }],
    ['B610894915', 60, 59, { 3: 108.7 }],
    ['B978599842', 60, 59, { 2: 115.6 }],
    ['B052739737', 45, 44, { 2: 77 }],
  ] as const)('loses no key: %s at %i ms a key, each held for %i ms', (text, pace, hold, late) => {
    const [found = refused] = read(text, pace, hold, late)
    expect([text, refused]).toContain(found)
  })
})

it('loses no key of a seeded code with one or two keys that are released late', () => {
  const random = createRandom(20_261_126)
  const wrong: unknown[] = []
  for (let round = 0; round < 300; round += 1) {
    const digits = (count: number) => Array.from({ length: count }, () => random.whole(0, 9)).join('')
    const text = random.pick([digits(6), digits(8), `B${digits(9)}`, `%T.Q.${digits(3)}`])
    const pace = random.pick([8, 12, 15, 20, 30, 45, 60])
    const hold = random.pick([0.5, 4, pace / 2, pace - 1])
    const place = () => random.whole(0, text.length - 1)
    const late = { [place()]: random.between(42, 250), [place()]: random.between(42, 250) }
    for (const found of read(text, pace, hold, late)) {
      const isCode = classify(found)[0].kind !== 'unknown'
      if (found !== text && found !== refused && isCode) wrong.push({ text, found, pace, hold, late })
    }
  }
  expect(wrong).toEqual([])
})

describe('a number right after a typed digit', () => {
  const number = (at: number, pace: number, hold: number): readonly Press[] =>
    [...'471608', 'Enter'].map((key, index) => ({ key, at: at + pace * index, hold }))

  it.each([
    [15, 4],
    [30, 4],
    [30, 15],
    [45, 0.5],
  ])('is refused at %i ms a key, each held for %d ms', (pace, hold) => {
    for (const rest of [6, 75, 95]) {
      const typed = { key: '9', at: 1000 - 80 - rest, hold: 80 }
      expect(readPresses([typed, ...number(1000, pace, hold)]), `released ${rest} ms before`).toEqual([
        refused,
      ])
    }
  })

  it('is read if the digit was released long before', () => {
    const typed = { key: '9', at: 400, hold: 80 }
    expect(readPresses([typed, ...number(1000, 30, 4)])).toEqual(['471608'])
  })

  it('is complete with a first key at which the device stalled', () => {
    const [first = { key: '4', at: 0 }, ...others] = number(1000, 30, 4)
    expect(
      readPresses([{ ...first, at: 900, hold: 74 }, ...others.map((key) => ({ ...key, at: key.at - 30 }))]),
    ).toEqual(['471608'])
  })

  it('is refused if the device pauses within it for as long as after the digit', () => {
    const keys =
      '3 51.5 90, 3 321.4 0.2, 9 351.6 0.2, 6 381.4 0.3, 1 411.3 0.6, 7 441.5 0.3, 0 621.3 0.2, 2 651.7 0.3, Tab 681.5 0.2'
    const presses = keys.split(', ').map((word): Press => {
      const [key = '', at, hold] = word.split(' ')
      return { key, at: Number(at), hold: Number(hold) }
    })
    expect(readPresses(presses)).toEqual([refused])
  })
})
