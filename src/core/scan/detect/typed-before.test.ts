// A scan right after typing: most often a person fills in a field and then scans the command to save it.
import { describe, expect, it } from 'vitest'
import { createRandom } from '#tests/bench/scan/random.ts'
import { type Press, playKeys, pressKeys } from '#tests/support/typed-field.ts'

const isShifted = (key: string): boolean => /^[A-Z%]$/.test(key)

interface Typing {
  readonly hold: number
  /** The time from a key's release to the next key, in milliseconds. */
  readonly rest: number
}

// Typed keys, each released before the next.
const type = (text: string, { hold, rest }: Typing): readonly Press[] =>
  [...text].map((key, index) => ({ key, at: index * (hold + rest), hold, shift: isShifted(key) }))

// `gap` is the time from the person's last release to the scan's first key, in milliseconds.
function scanAfter(text: string, typing: Typing, code: string, gap: number) {
  const typed = type(text, typing)
  const at = (typed.at(-1)?.at ?? 0) + typing.hold + gap
  const keys = [...code].map((key, index) => ({ key, at: at + 10 * index, shift: isShifted(key) }))
  return playKeys(pressKeys([...typed, ...keys, { key: 'Enter', at: at + 10 * code.length }]))
}

const texts = ['Lena Moreau', 'J', 'row 4 bench 17', '24 trays short', 'Kim2', '1500', 'Dock au'] as const
const holds = [40, 52, 70, 90, 120] as const
// The device pauses 6 ms between its keys: a key that follows so soon may be its own.
const rests = [0, 1, 12, 30, 80] as const
const gaps = [0, 1, 5, 10, 20, 24, 25, 40, 60, 99, 101, 150, 200] as const

// Draws the same cases on each run.
function drawCases(count: number) {
  const random = createRandom(71)
  return Array.from({ length: count }, () => ({
    text: random.pick(texts),
    typing: { hold: random.pick(holds), rest: random.pick(rests) },
    gap: random.pick(gaps),
  }))
}

describe('a scan right after typing', () => {
  it.each(['%T.HEADER.SAVE', '%T.Q.25', 'B125000042', '1000089612'])(
    'of %s is read, and the typed text stays',
    (code) => {
      for (const gap of gaps) {
        const { readScans, value } = scanAfter('Lena Moreau', { hold: 70, rest: 1 }, code, gap)
        expect({ read: readScans, value }, `${gap} ms`).toEqual({
          read: [{ text: code, cut: false }],
          value: 'Lena Moreau',
        })
      }
      for (const { text, typing, gap } of drawCases(60)) {
        const { readScans: read, value, namedKeys } = scanAfter(text, typing, code, gap)
        expect({ read, value, named: namedKeys }, JSON.stringify({ text, typing, gap })).toEqual({
          read: [{ text: code, cut: false }],
          value: text,
          named: [],
        })
      }
    },
  )

  // Each typed key is released right before the next, as by a stalled device. The last one is down at the
  // terminator.
  it.each([
    [
      'J000000000',
      'aaa',
      [
        [45, 45],
        [91, 50],
        [194, 50],
      ],
      141.37,
    ],
    [
      'S946695408',
      'eg g',
      [
        [168, 76],
        [246, 53],
        [307, 51],
        [352, 74],
      ],
      299.37,
    ],
    [
      'R786047058',
      'abg',
      [
        [45, 67],
        [132, 48],
        [183, 112],
      ],
      130.37,
    ],
  ] as const)('of %s among the keys of %s is read, and all typed keys stay', (code, text, times, at) => {
    const typed = times.map(([from, hold], index) => ({ key: text.charAt(index), at: from, hold }))
    const keys = [...code].map((key, index) => ({
      key,
      at: at + 6 * index,
      hold: 2.4,
      shift: isShifted(key),
    }))
    const { readScans, value } = playKeys(pressKeys([...typed, ...keys, { key: 'Enter', at: at + 60 }]))
    expect({ read: readScans, value }).toEqual({ read: [{ text: code, cut: false }], value: text })
  })

  it('of a number is read after a pause, else read or refused', () => {
    for (const { text, typing, gap } of drawCases(150)) {
      const { readScans } = scanAfter(text, typing, '10000896', gap)
      const isClear = typing.hold > 52 && gap > 100
      const caseText = JSON.stringify({ text, typing, gap, read: readScans })
      expect(readScans, caseText).toHaveLength(1)
      if (isClear || readScans[0]?.unclear === undefined)
        expect(readScans, caseText).toEqual([{ text: '10000896', cut: false }])
    }
  })

  it('of a number is refused if typed letters make it as long as a barcode', () => {
    const { readScans } = scanAfter('Dock au', { hold: 40, rest: 0 }, '10000896', 0)
    expect(readScans).toMatchObject([{ unclear: 'mixed' }])
  })
})
