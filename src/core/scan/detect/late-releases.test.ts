// Keys that a device releases late: the code is read whole or refused, never without one of its keys.
import { describe, expect, it } from 'vitest'
import { playKeys, pressKeys } from '#tests/support/typed-field.ts'

const refused = '(refused)'

// The device releases the keys at these places late, after so many milliseconds.
const read = (text: string, pace: number, hold: number, late: Readonly<Record<number, number>>) => {
  const keys = [...text].map((key, index) => ({
    key,
    at: 1000 + pace * index,
    hold: late[index] ?? hold,
    shift: /^[A-Z%]$/.test(key),
  }))
  const end = { key: 'Enter', at: 1000 + pace * text.length, hold: Math.min(hold, 20) }
  return playKeys(pressKeys([...keys, end])).read.map(({ text: found, cut, unclear }) =>
    cut || unclear !== undefined ? refused : found,
  )
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
