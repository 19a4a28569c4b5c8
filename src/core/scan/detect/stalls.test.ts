// Stalled devices: within a key, between two keys, and between two codes.
import { describe, expect, it } from 'vitest'
import { type Press, playKeys, pressKeys } from '#tests/support/typed-field.ts'
import { classify } from '../classify.ts'
import { defaultProfile } from '../default-profile.ts'

const isShifted = (key: string): boolean => /^[A-Z%]$/.test(key)

// Keys of a device, each released before the next. `late` has the delay of releases by position, in
// milliseconds.
const scan = (
  text: string,
  { at = 0, pace = 16, hold = 6, late = {}, end = true }: ScanOptions = {},
): readonly Press[] => {
  let next = at
  const presses = [...text].map((key, index) => {
    const press = { key, at: next, hold: hold + (late[index] ?? 0), shift: isShifted(key) }
    next += pace + (late[index] ?? 0)
    return press
  })
  return end ? [...presses, { key: 'Enter', at: next, hold }] : presses
}
interface ScanOptions {
  readonly at?: number
  readonly pace?: number
  readonly hold?: number
  readonly late?: Readonly<Record<number, number>>
  readonly end?: boolean
}

const play = (presses: readonly Press[], profile = defaultProfile) =>
  playKeys(pressKeys(presses), { profile })
// The texts that are read; refused ones in brackets.
const readTexts = (presses: readonly Press[], profile = defaultProfile): readonly string[] =>
  play(presses, profile).readScans.map(({ text, cut, unclear }) =>
    cut || unclear !== undefined || classify(text)[0].kind === 'unknown' ? `(${text})` : text,
  )

describe('a key that the device releases late', () => {
  it.each(['%T.Q.250', '10000902', 'B125000042', '250', 'ABCDEFGHJK'])(
    'is part of %s at any position and device speed',
    (text) => {
      for (const pace of [8, 16, 30, 60]) {
        for (let index = 0; index < text.length; index += 1) {
          const keys = scan(text, { pace, hold: Math.min(16, pace * 0.4), late: { [index]: 60 } })
          expect(readTexts(keys), `${pace} ms, key ${index}`).toEqual([text])
        }
      }
    },
  )

  it('does not make another code if two keys are late', () => {
    expect(readTexts(scan('B125000042', { late: { 0: 50, 4: 90 } }))).toEqual(['B125000042'])
    expect(readTexts(scan('10000902', { late: { 1: 120, 2: 45 }, end: false }))).toEqual(['10000902'])
  })

  it('makes the number ambiguous if it may be a person’s', () => {
    const keys = [...scan('1000902'), { key: '5', at: 43, hold: 80 }]
    expect(play(keys).readScans).toMatchObject([{ unclear: 'mixed' }])
  })

  it('does not belong to the code if a person typed it, even with a short hold', () => {
    const word = [...'phys'].map((key, index) => ({ key, at: index * 90, hold: index < 3 ? 60 : 4 }))
    expect(readTexts([...word, ...scan('%T.HEADER.SAVE', { at: 1000 })])).toEqual(['%T.HEADER.SAVE'])
  })

  it('does not run the shortcut of its letter', () => {
    expect(play(scan('P125000042', { late: { 0: 220 } })).personKeys.map(({ key }) => key)).not.toContain(
      'Enter',
    )
  })
})

describe('a device that pauses between two keys', () => {
  it.each([
    ['B1', '25000042', 320],
    ['B', '125000042', 900],
    ['B1250', '00042', 700],
  ])('sends one barcode of %s and %s', (head, rest, pause) => {
    expect(
      readTexts([...scan(head, { end: false }), ...scan(rest, { at: pause + 16 * head.length })]),
    ).toEqual([head + rest])
  })

  it('does not make a number of the rest if the start is no code', () => {
    for (const text of readTexts([...scan('B1', { end: false }), ...scan('2500', { at: 900 })]))
      expect(text).toMatch(/^\(/)
  })

  it('sends one number, or none, if its first key is separate', () => {
    const [text = ''] = readTexts([...scan('6', { end: false }), ...scan('2609283', { at: 516 })])
    expect(['62609283', '(62609283)']).toContain(text)
  })
})

describe('two codes without terminator', () => {
  const pair = (first: string, second: string, pause: number): readonly Press[] => [
    ...scan(first, { end: false }),
    ...scan(second, { at: 16 * first.length + pause, end: false }),
  ]

  it.each([60, 120, 200, 290, 380])('of digits, %i ms apart, are refused as joined', (pause) => {
    expect(play(pair('4164', '4331', pause)).readScans).toMatchObject([
      { text: '41644331', unclear: 'glued' },
    ])
  })

  it.each([130, 200, 290, 380])(
    'are two numbers, %i ms apart, if the device is known to send no terminator',
    (pause) => {
      const profile = { ...defaultProfile, frame: { ...defaultProfile.frame, terminator: 'none' as const } }
      expect(readTexts(pair('4164', '4331', pause), profile)).toEqual(['4164', '4331'])
      const known = [
        ...scan('B125000042', { at: -9000, end: false }),
        ...scan('C125000042', { at: -6000, end: false }),
      ]
      expect(readTexts([...known, ...pair('4164', '4331', pause)]).slice(2)).toEqual(['4164', '4331'])
    },
  )

  it.each([
    ['4164', 'B125000042'],
    ['B125000042', '4164'],
    ['B125000042', 'C125000042'],
  ])('%s and %s are read as two codes', (first, second) => {
    for (const pause of [80, 150, 250, 390])
      expect(readTexts(pair(first, second, pause))).toEqual([first, second])
  })
})

describe('a device with slow, even keys', () => {
  it.each([
    [60, 30],
    [100, 50],
  ])('is read at %i ms a key and a hold of %i ms, and its Enter does not reach the page', (pace, hold) => {
    const played = play(scan('B125000042', { pace, hold }))
    expect(played).toMatchObject({ scans: ['B125000042'], value: '', namedKeys: [] })
  })
})
