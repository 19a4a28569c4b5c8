import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeOf, playKeys, pressKeys } from '#tests/support/typed-field.ts'
import type { CaptureEvent, FieldText } from '../capture.ts'
import { classify } from '../classify.ts'
import { defaultProfile } from '../default-profile.ts'
import { reduceDetector } from './detect.ts'
import { type DetectorEffect, idleDetector } from './state.ts'

interface Key {
  readonly key: string
  readonly at: number
  readonly hold: number
}

const isShifted = (key: string) => /^[A-Z%]$/.test(key)
const play = (keys: readonly Key[], profile = defaultProfile, start = '') => {
  const events = pressKeys(keys.map((key) => ({ ...key, shift: isShifted(key.key) })))
  const { personKeys, namedKeys, ...played } = playKeys(events, { profile, start })
  return {
    ...played,
    told: personKeys.map(({ key }) => key),
    entered: namedKeys.filter((key) => key === 'Enter').length,
  }
}

const type = (text: string, at: number, gap: number, hold: number): readonly Key[] =>
  [...text].map((key, index) => ({ key, at: at + index * gap, hold }))
const enterAt = (at: number, hold = 4): Key => ({ key: 'Enter', at, hold })
const scan = (code: string, at = 0, gap = 10, hold = 4): readonly Key[] => [
  ...type(code, at, gap, hold),
  enterAt(at + code.length * gap),
]

describe('a scan', () => {
  it('is read, and leaves the field as it was', () => {
    const played = play(scan('B123456789'), defaultProfile, 'note')
    expect(played).toMatchObject({ scans: ['B123456789'], value: 'note', entered: 0, told: [] })
  })

  it.each([
    ['without a terminator', type('B123456789', 0, 10, 4), 'B123456789'],
    ['of one digit', scan('7'), '7'],
    ['of a command', scan('%T.SHIP'), '%T.SHIP'],
    ['at 80 ms a key', scan('B123456789', 0, 80, 10), 'B123456789'],
    ['with an AIM identifier', scan(']C1B123456789'), 'B123456789'],
    ['with Caps Lock on', scan('b123456789'), 'B123456789'],
  ])('%s is read', (_name, keys, text) => {
    expect(play(keys).scans).toEqual([text])
  })

  it('includes its last key, even if the device releases it one report late', () => {
    const keys = [...type('%T.Q.2', 0, 10, 3), { key: '5', at: 60, hold: 8 }, enterAt(67.7)]
    expect(play(keys)).toMatchObject({ scans: ['%T.Q.25'], value: '' })
  })

  it('of half a code is reported as a fragment', () => {
    const [text = ''] = play(scan('B12345')).scans
    expect(classify(text)).toEqual([{ kind: 'unknown', text: 'B12345', hint: 'fragment' }])
  })

  it('of a short unknown code is accepted only if no person could have typed it', () => {
    expect(play(scan('AB1'))).toMatchObject({ scans: [], value: 'AB1', entered: 1 })
    expect(play(scan('AB12'))).toMatchObject({ scans: ['AB12'], value: '', entered: 0 })
  })

  it('with Ctrl and a letter is refused for its control characters', () => {
    const keys = type('B12345678901', 0, 10, 4)
    let state = idleDetector
    const scans: string[] = []
    const send = (event: CaptureEvent): void => {
      const [next, effects] = reduceDetector(state, event, defaultProfile)
      state = next
      for (const effect of effects) if (effect.type === 'scan') scans.push(effect.scan.text)
    }
    const none = { ctrl: false, alt: false, meta: false, shift: false, altGraph: false, repeat: false }
    keys.forEach(({ key, at, hold }, index) => {
      const ctrl = index === 5
      send({ type: 'down', key, code: codeOf(key), at, ...none, ctrl, target: { id: 1 } })
      send({ type: 'up', key, code: codeOf(key), at: at + hold })
    })
    send({ type: 'down', key: 'Enter', code: 'Enter', at: 120, ...none, target: { id: 1 } })
    expect(scans.map((text) => classify(text)[0])).toMatchObject([{ kind: 'unknown', hint: 'control' }])
  })

  it('swallows further terminators for 60 ms; later ones are a person’s', () => {
    const keys = [...scan('B123456789'), enterAt(110), enterAt(130), enterAt(400, 80)]
    expect(play(keys).entered).toBe(1)
  })

  it('waits for the terminator of the profile', () => {
    const profile = { ...defaultProfile, frame: { ...defaultProfile.frame, terminator: 'Enter' as const } }
    const keys = [...type('1234567', 0, 10, 4), ...type('890', 270, 10, 4), enterAt(300)]
    expect(play(keys, profile).scans).toEqual(['1234567890'])
  })

  it('without the configured prefix is accepted only with a known form', () => {
    const profile = { ...defaultProfile, frame: { ...defaultProfile.frame, prefix: '~' } }
    expect(play(scan('~B123456789'), profile).scans).toEqual(['B123456789'])
    expect(play(scan('expanded'), profile)).toMatchObject({ scans: [], value: 'expanded', entered: 1 })
  })
})

// Two earlier codes with Enter.
const before: readonly Key[] = [...scan('B123456789', -4000), ...scan('B123456780', -2000)]

describe('a code that a stall interrupts', () => {
  it.each([
    ['a number', '100', '00896'],
    ['a barcode of digits', '1000', '089612'],
  ])('%s: waits for the rest, even without a known terminator', (_name, start, rest) => {
    expect(play([...type(start, 0, 10, 4), ...scan(rest, 280)]).scans).toEqual([start + rest])
  })

  it('waits for the terminator of earlier codes, even if it is late', () => {
    const late = [...type('10000896', 0, 10, 4), enterAt(360)]
    expect(play([...before, ...late]).readScans.slice(2)).toEqual([{ text: '10000896', cut: false }])
  })

  it.each([
    ['a number', '100', '00896'],
    ['a barcode', '10000', '89612'],
    ['a command', '%T.Q.2', '5'],
  ])('%s with a longer stall: neither part is read as a complete code', (_name, start, rest) => {
    const keys = [...before, ...type(start, 0, 10, 4), ...scan(rest, 700)]
    expect(play(keys).readScans.slice(2)).toEqual([
      { text: start, cut: true },
      { text: rest, cut: true },
    ])
  })

  it('too early for a report: the rest is still no number', () => {
    const keys = [...before, ...type('10', 0, 10, 4), ...scan('000896', 700)]
    expect(play(keys).readScans.at(-1)).toEqual({ text: '000896', cut: true })
  })

  it('is followed by its rest within a second; later keys are a new scan', () => {
    const restAt = (at: number) => play([...before, ...type('100', 0, 10, 4), ...scan('00896', at)])
    expect(restAt(1010).readScans.at(-1)).toEqual({ text: '00896', cut: true })
    expect(restAt(1030).readScans.at(-1)).toEqual({ text: '00896', cut: false })
  })

  it('is read completely the next time', () => {
    const keys = [...before, ...type('100', 0, 10, 4), ...scan('00896', 700), ...scan('10000896', 3000)]
    expect(play(keys).readScans.at(-1)).toEqual({ text: '10000896', cut: false })
  })

  it('is not cut if the device no longer sends a terminator', () => {
    const short = (at: number) => type('896', at, 10, 4)
    const keys = [...before, ...short(0), ...short(3000), ...short(6000)]
    expect(play(keys).readScans.slice(2)).toEqual([
      { text: '896', cut: true },
      { text: '896', cut: false },
      { text: '896', cut: false },
    ])
  })

  it('is not cut if the profile has no terminator', () => {
    const profile = { ...defaultProfile, frame: { ...defaultProfile.frame, terminator: 'none' as const } }
    const keys = [...type('100', 0, 10, 4), ...scan('00896', 700)]
    expect(play([...before, ...keys], profile).readScans.every(({ cut }) => !cut)).toBe(true)
  })
})

describe('a person', () => {
  it('types with overlapping keys and is never detected as a scanner', () => {
    const keys = type('1234567890', 0, 60, 95)
    expect(play([...keys, enterAt(640, 70)])).toMatchObject({ scans: [], value: '1234567890', entered: 1 })
  })

  it('presses several keys at once, and all of them are returned to the field', () => {
    const keys = ['a', 's', 'd', 'f', 'g'].map((key, index) => ({ key, at: index * 3, hold: 90 + index }))
    expect(play(keys)).toMatchObject({ scans: [], value: 'asdfg' })
  })

  it('presses a key during a scan, and the field keeps it', () => {
    const keys = [...scan('B123456789'), { key: 'x', at: 43, hold: 85 }]
    expect(play(keys, defaultProfile, 'a')).toMatchObject({ scans: ['B123456789'], value: 'ax' })
  })

  it.each([
    ['a key just before a scan, with a short hold', 'J680650924', { key: 'y', at: -138, hold: 42.4 }, 10],
    ['a key just after a scan without terminator', 'H221201789', { key: ' ', at: 61, hold: 44.8 }, 4.5],
  ])('types %s and continues, and the field keeps every key', (_name, text, key, gap) => {
    const on = type('check', 140, 90, 70)
    const keys = [...type('see', -900, 110, 66), key, ...type(text, 0, gap, 2), ...on]
    expect(play(keys)).toMatchObject({ scans: [text], value: `see${key.key}check` })
  })

  it('continues typing before the terminator of a barcode, and the barcode is read', () => {
    const keys = [...before, ...type('P457839742', 0, 8, 3), ...type('jan', 93, 90, 75)]
    expect(play(keys)).toMatchObject({
      scans: [expect.any(String), expect.any(String), 'P457839742'],
      value: 'jan',
    })
  })

  it('continues typing after a scan without terminator', () => {
    const keys = [...type('B123456789', 0, 10, 4), ...type('pot', 140, 110, 80)]
    expect(play(keys)).toMatchObject({ scans: ['B123456789'], value: 'pot' })
  })

  it('can use single-key shortcuts, but a scan cannot trigger them', () => {
    expect(play(type('p', 0, 0, 80)).told).toEqual(['p'])
    expect(play(type('p', 0, 0, 10)).told).toEqual([])
    expect(play(scan('PSCN123456')).told).toEqual([])
  })
})

describe('timing', () => {
  it('postpones a late tick, so that a busy page does not end a scan', () => {
    let state = idleDetector
    const send = (event: CaptureEvent): readonly DetectorEffect[] => {
      const [next, effects] = reduceDetector(state, event, defaultProfile)
      state = next
      return effects
    }
    const none = { ctrl: false, alt: false, meta: false, shift: false, altGraph: false, repeat: false }
    for (const { key, at, hold } of type('B1234', 0, 10, 4)) {
      send({ type: 'down', key, code: codeOf(key), at, ...none, target: { id: 1 } })
      send({ type: 'up', key, code: codeOf(key), at: at + hold })
    }
    expect(send({ type: 'tick', at: 1700 })).toEqual([{ type: 'wake', at: 1730 }])
    for (const { key, at, hold } of type('56789', 50, 10, 4)) {
      send({ type: 'down', key, code: codeOf(key), at, ...none, target: { id: 1 } })
      send({ type: 'up', key, code: codeOf(key), at: at + hold })
    }
    const effects: DetectorEffect[] = []
    while (state.wakeAt !== undefined) effects.push(...send({ type: 'tick', at: state.wakeAt }))
    expect(effects).toContainEqual(
      expect.objectContaining({
        type: 'scan',
        scan: expect.objectContaining({ text: 'B123456789' }),
      }),
    )
  })
})

describe('arbitrary input', () => {
  const typed = fc
    .array(
      fc.record({
        key: fc.constantFrom(...'abcdefgh 123'),
        // Since the key before, or since its release.
        gap: fc.oneof(fc.integer({ min: 45, max: 400 }), fc.integer({ min: 0, max: 3 })),
        hold: fc.integer({ min: 50, max: 140 }),
      }),
      { maxLength: 14 },
    )
    .map((strokes) => {
      let at = 0
      let up = 0
      return strokes.map(({ key, gap, hold }): Key => {
        at = gap < 45 ? Math.max(at + 45, up + gap) : at + gap
        up = at + hold
        return { key, at, hold }
      })
    })
    // A key is released before it is pressed again.
    .map((keys) =>
      keys.map((key, index) => {
        const again = keys.slice(index + 1).find((other) => codeOf(other.key) === codeOf(key.key))
        return again === undefined ? key : { ...key, hold: Math.min(key.hold, again.at - key.at - 1) }
      }),
    )
    .filter((keys) => keys.every(({ hold }) => hold >= 45))
    // A person does not hold four consecutive keys equally long.
    .filter((keys) =>
      keys.every((_, index) => {
        const holds = keys.slice(index, index + 4).map(({ hold }) => hold)
        return holds.length < 4 || Math.max(...holds) - Math.min(...holds) > 2
      }),
    )
  const code = fc
    .tuple(
      fc.constantFrom(...'JKLMNPQRSTUVWXYZ'),
      fc.array(fc.constantFrom(...'0456789'), { minLength: 9, maxLength: 9 }),
    )
    .map(([letter, digits]) => letter + digits.join(''))

  it('reads a scan among typed keys correctly, and loses no typed key', () => {
    fc.assert(
      fc.property(
        typed,
        code,
        fc.integer({ min: 0, max: 3000 }),
        // Right after the release of a typed key.
        fc.option(fc.nat(13)),
        fc.constantFrom(6, 10, 16),
        (keys, text, start, afterKey, gap) => {
          const { at, hold } = keys[afterKey ?? keys.length] ?? { at: start, hold: 0 }
          const scanned = scan(text, at + hold + 0.37, gap, gap * 0.4)
          const played = play([...keys, ...scanned])
          expect(played.scans).toEqual([text])
          expect(played.value).toBe(keys.map(({ key }) => key).join(''))
        },
      ),
      { numRuns: 400 },
    )
  })

  it('never reads typing as a scan, and loses no key', () => {
    fc.assert(
      fc.property(typed, (keys) => {
        const played = play(keys)
        expect(played.scans).toEqual([])
        expect(played.value).toBe(keys.map(({ key }) => key).join(''))
      }),
      { numRuns: 400 },
    )
  })

  it('never fails for events in any order and at any time', () => {
    const key = fc.constantFrom(
      'a',
      'B',
      '1',
      ' ',
      'Enter',
      'Tab',
      'Backspace',
      'ArrowDown',
      'Shift',
      'Dead',
      'Unidentified',
      'j',
      '',
      'é',
    )
    const at = fc.double({ min: -1e6, max: 1e6, noNaN: true })
    const target = fc.constantFrom<{ id: number; field?: FieldText }>(
      { id: 1 },
      { id: 2, field: { value: 'x', start: 0, end: 1 } },
      { id: 3, field: { value: '', start: null, end: null, maxLength: 0 } },
    )
    const flags = {
      ctrl: fc.boolean(),
      alt: fc.boolean(),
      meta: fc.boolean(),
      shift: fc.boolean(),
      altGraph: fc.boolean(),
      repeat: fc.boolean(),
    }
    const event: fc.Arbitrary<CaptureEvent> = fc.oneof(
      fc.record({ type: fc.constant('down' as const), key, code: key, at, target, ...flags }),
      fc.record({ type: fc.constant('up' as const), key, code: key, at }),
      fc.record({
        type: fc.constant('text' as const),
        text: fc.string(),
        at,
        target,
        whole: fc.boolean(),
        entered: fc.boolean(),
      }),
      fc.record({ type: fc.constant('paste' as const), text: fc.string(), at, target }),
      fc.record({ type: fc.constant('tick' as const), at }),
      fc.record({ type: fc.constant('leave' as const), at }),
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        let state = idleDetector
        for (const one of events) state = reduceDetector(state, one, defaultProfile)[0]
        const [left] = reduceDetector(state, { type: 'leave', at: 2e6 }, defaultProfile)
        expect(left.strokes).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})
