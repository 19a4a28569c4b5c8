import { describe, expect, it } from 'vitest'
import { oddGroups } from '#tests/bench/scan/odd-traces.ts'
import { createRandom } from '#tests/bench/scan/random.ts'
import type { TraceEvent } from '#tests/bench/scan/traces.ts'
import { codeOf, type Press, playKeys, pressKeys } from '#tests/support/typed-field.ts'
import { calibrate } from '../calibrate.ts'
import type { CaptureEvent } from '../capture.ts'
import { classify } from '../classify.ts'
import { defaultProfile } from '../default-profile.ts'

const burst = (text: string, at: number, part: Partial<Press> = {}, gap = 10): readonly Press[] =>
  [...text].map((key, index) => ({ ...part, key, at: at + index * gap }))

describe('devices with unusual settings', () => {
  const readableGroups = oddGroups.filter(({ irreducible }) => irreducible === undefined)
  it.each(readableGroups)('$name: read, and nothing reaches the page', ({ make }) => {
    const random = createRandom(12)
    for (let count = 0; count < 80; count += 1) {
      const { codes, events } = make(random)
      const played = playKeys(events, { start: 'note' })
      expect(played.scans).toEqual(codes)
      expect(played.value).toBe('note')
      expect(played.namedKeys.filter((key) => key === 'Enter' || key === 'Tab')).toEqual([])
    }
  })

  it.each(oddGroups)('$name: never read as another code', ({ make }) => {
    const random = createRandom(34)
    for (let count = 0; count < 80; count += 1) {
      const { codes, events } = make(random)
      const others = playKeys(events).scans.filter((text) => !codes.includes(text))
      const kinds = others.map((text) => classify(text)[0].kind)
      expect(kinds.filter((kind) => kind === 'barcode' || kind === 'number')).toEqual([])
    }
  })
})

describe('Alt', () => {
  it('on a single character is a person’s chord, which the page gets', () => {
    const played = playKeys(pressKeys([{ key: 'd', at: 0, hold: 90, alt: true }]))
    expect(played.personKeys).toMatchObject([{ key: 'd', altPress: 0 }])
    expect(played.scans).toEqual([])
  })

  it('on typed characters is no scan, and its Enter is a chord', () => {
    const chords = burst('1234567890', 0, { alt: true, hold: 80 }, 140)
    const played = playKeys(pressKeys([...chords, { key: 'Enter', at: 1400, hold: 80, alt: true }]))
    expect(played).toMatchObject({ scans: [], namedKeys: ['Enter'] })
    expect(played.personKeys.map(({ key }) => key)).toEqual([...'1234567890', 'Enter'])
  })

  it('on one key inside a burst without Alt is swallowed, and is no part of the code', () => {
    const scan = [...burst('B123456789', 0), { key: 'x', at: 45, alt: true }, { key: 'Enter', at: 100 }]
    expect(playKeys(pressKeys(scan))).toMatchObject({ scans: ['B123456789'], value: '', namedKeys: [] })
  })

  it('on all keys of a scan does not affect keys that a person types meanwhile', () => {
    const scan = [...burst('B123456789', 0, { alt: true }), { key: 'Enter', at: 100, alt: true }]
    const person = [
      { key: 'o', at: -150, hold: 80 },
      { key: 'k', at: 33, hold: 90 },
    ]
    const played = playKeys(pressKeys([...person, ...scan]))
    expect(played).toMatchObject({ scans: ['B123456789'], value: 'ok', namedKeys: [] })
  })

  const alt = (type: 'down' | 'up', at: number): TraceEvent => ({
    type,
    key: 'Alt',
    code: 'AltLeft',
    at,
    alt: type === 'down',
    shift: false,
    repeat: false,
    by: 'person',
  })
  const pad = (digits: string, at: number, gap: number, hold: number): readonly TraceEvent[] =>
    pressKeys(
      [...digits].map((key, index) => ({ key, at: at + index * gap, hold, alt: true, code: `Numpad${key}` })),
    ).map((event) => ({ ...event, mute: true }))
  const composed = (key: string, at: number): TraceEvent => ({
    type: 'composed',
    key,
    code: '',
    at,
    shift: false,
    repeat: false,
    by: 'person',
  })

  it('codes that a person types on the number pad write their character', () => {
    const typed = [alt('down', 0), ...pad('0233', 120, 160, 85), alt('up', 800), composed('é', 801)]
    expect(playKeys(typed)).toMatchObject({ scans: [], value: 'é' })
  })

  it('codes at the speed of a machine that form no code are returned as characters', () => {
    const typed = [...'é!'].flatMap((character, index) => {
      const at = index * 60
      const digits = String(character.charCodeAt(0))
      return [alt('down', at), ...pad(digits, at + 4, 8, 4), alt('up', at + 40), composed(character, at + 41)]
    })
    expect(playKeys(typed)).toMatchObject({ scans: [], value: 'é!' })
  })

  it('codes of characters that no barcode has are refused with a hint', () => {
    const codes = ['B', '1', '2', '\u001d', '4', '5', '6', '7', '8', '9']
    const typed = codes.flatMap((character, index) => {
      const at = index * 50
      return [alt('down', at), ...pad(String(character.charCodeAt(0)), at + 4, 8, 4), alt('up', at + 40)]
    })
    const [text = ''] = playKeys([...typed, ...pressKeys([{ key: 'Enter', at: 500 }])]).scans
    expect(classify(text)).toMatchObject([{ kind: 'unknown', hint: 'control' }])
  })

  it('codes are found by calibration, which advises plain keys', () => {
    const sample = (expected: string) => {
      const events = [...expected].flatMap((character, index) => {
        const at = index * 60
        return [alt('down', at), ...pad(String(character.charCodeAt(0)), at + 4, 8, 4), alt('up', at + 40)]
      })
      const end = pressKeys([{ key: 'Enter', at: expected.length * 60 }])
      const toFact = ({
        type,
        by: _by,
        alt: withAlt = false,
        mute: _mute,
        ...event
      }: TraceEvent): CaptureEvent =>
        type === 'up'
          ? { type, key: event.key, code: event.code, at: event.at }
          : {
              type: 'down',
              ctrl: false,
              meta: false,
              altGraph: false,
              target: { id: 1 },
              ...event,
              alt: withAlt,
            }
      return { expected, events: [...events, ...end].map(toFact) }
    }
    const samples = ['TRIM123456', 'B1C2D3E4F5', '9876543210'].map(sample)
    const found = calibrate(samples, { base: defaultProfile, id: 'own', label: 'Own' })
    expect(found?.isSure).toBe(true)
    expect(found?.findings).toContainEqual({ level: 'advice', code: 'altCodes' })
  })
})

describe('Shift', () => {
  const shift = (type: 'down' | 'up', at: number): TraceEvent => ({
    type,
    key: 'Shift',
    code: 'ShiftRight',
    at,
    shift: type === 'down',
    repeat: false,
    by: 'person',
  })
  // A code with Shift on all keys from one position on.
  const shifted = (text: string, from: number): readonly Press[] =>
    [...text].map((key, index) => ({
      key: index >= from && /[0-9]/.test(key) ? (')!@#$%^&*('[Number(key)] ?? key) : key,
      code: codeOf(key),
      at: index * 10,
      shift: index >= from || /[A-Z]/.test(key),
    }))

  it('without a Shift event is ignored if all keys have it', () => {
    const scan = [...shifted('B123456789', 0), { key: 'Enter', at: 100, shift: true }]
    expect(playKeys(pressKeys(scan))).toMatchObject({ scans: ['B123456789'], value: '', namedKeys: [] })
  })

  it('pressed during a scan is a person’s if the terminator has it too', () => {
    const scan = pressKeys([...shifted('B123456789', 5), { key: 'Enter', at: 100, shift: true }])
    const played = playKeys([...scan, shift('down', 45), shift('up', 400)].sort((a, b) => a.at - b.at))
    expect(played).toMatchObject({ scans: ['B123456789'], value: '', namedKeys: ['Shift'] })
  })

  it('pressed and released during a scan makes it unknown, with a hint', () => {
    const scan = pressKeys([...shifted('B123456789', 5), { key: 'Enter', at: 100 }])
    const played = playKeys([...scan, shift('down', 45), shift('up', 97)].sort((a, b) => a.at - b.at))
    expect(played).toMatchObject({ value: '', namedKeys: ['Shift'] })
    expect(played.scans.map((text) => classify(text)[0])).toMatchObject([
      { kind: 'unknown', hint: 'shifted' },
    ])
  })

  it('of the scanner, around each key, is data', () => {
    const scan = shifted('B123456789', 0).flatMap(({ at, ...press }) => [
      shift('down', at - 1),
      ...pressKeys([{ ...press, at }]),
      shift('up', at + 5),
    ])
    const { scans } = playKeys([...scan, ...pressKeys([{ key: 'Enter', at: 100 }])])
    expect(scans).toEqual(['B!@#$%^&*('])
  })

  it('and Enter of a person start a new line', () => {
    const typed = pressKeys([
      ...burst('HI', 0, { shift: true, hold: 80 }, 150),
      { key: 'Enter', at: 400, hold: 80, shift: true },
    ])
    expect(playKeys(typed)).toMatchObject({ scans: [], value: 'HI', namedKeys: ['Enter'] })
  })
})

describe('two codes without terminator', () => {
  const scans = (presses: readonly Press[], profile = defaultProfile) =>
    playKeys(pressKeys(presses), { profile }).scans
  const noEnd = { ...defaultProfile, frame: { ...defaultProfile.frame, terminator: 'none' as const } }
  const both = 'B123456789C123456780'

  it('are two codes if a pause separates them', () => {
    expect(scans([...burst('B123456789', 0), ...burst('C123456780', 120)])).toEqual([
      'B123456789',
      'C123456780',
    ])
  })

  it('get the hint that they are joined if there is no pause', () => {
    expect(scans(burst(both, 0))).toEqual([both])
    expect(classify(both)).toMatchObject([{ hint: 'glued' }])
  })

  it('are two codes by their form if the profile has no terminator', () => {
    expect(scans(burst(both, 0), noEnd)).toEqual(['B123456789', 'C123456780'])
  })

  it.each([
    ['twenty digits, which may be one longer code', burst('00123456789012345678', 0), noEnd],
    ['a pause at another position', [...burst('B1234567', 0), ...burst('89C123456780', 110)], defaultProfile],
    [
      'a pause and a terminator, because keys may be lost',
      [...burst('B123456789', 0), ...burst('C123456780', 120), { key: 'Enter', at: 220 }],
      defaultProfile,
    ],
  ])('stay joined: %s', (_name, presses, profile) => {
    expect(scans(presses, profile)).toHaveLength(1)
  })
})
