// Stalled devices, and people who type until a scan: traces as a browser reports them.
import { describe, expect, it } from 'vitest'
import { playKeys, pressKeys } from '#tests/support/typed-field.ts'

// Plays keys in the form 'key time hold, …'.
const play = (keys: string) =>
  playKeys(
    pressKeys(
      keys.split(', ').map((word) => {
        const [, key = '', at, hold] = /^(.+) (\S+) (\S+)$/.exec(word) ?? []
        return { key, at: Number(at), hold: Number(hold), shift: /^[A-Z%]$/.test(key) }
      }),
    ),
  )
const read = (keys: string): readonly string[] =>
  play(keys).readScans.map(({ text, cut, unclear }) => (cut || unclear !== undefined ? '(refused)' : text))

describe('a number or a command after keys that may be its start', () => {
  it.each([
    [
      'a quick key and two stalled keys',
      'V 61.7 0.3, 8 111.7 50, 8 162.2 49.5, 0 511.7 0.2, 7 561.7 0.5, 9 611.7 0.4, 0 661.7 0.7, 7 711.7 0.2, 0 761.7 0.4, 5 811.7 0.5, Enter 861.7 0.3',
    ],
    [
      'two keys as slow as the number',
      'Y 64.6 50, 2 164.6 100, 3 514.6 50, 7 614.6 50, 5 714.6 50, 3 814.6 50, 4 914.6 50, 8 1014.6 50, 5 1114.6 50, 0 1214.6 50, Enter 1314.6 50',
    ],
    [
      'one key, which makes another number',
      '1 52.4 59.8, 0 382.4 0.5, 4 412.4 0.6, 9 442.2 0.6, 0 472.1 0.3, 3 502.3 0.4, 2 532.3 0.5, 1 562.3 0.3, Enter 592.2 0.5',
    ],
    [
      'two keys, the first of them quick',
      '6 50.5 11.2, 3 73 180, 9 455.5 11.2, 1 478 11.2, 9 500.5 11.2, 8 534.2 11.3, 9 556.7 11.3, 2 579.2 11.3, Enter 601.7 11.3',
    ],
  ])('is refused: %s', (_name, keys) => {
    expect(read(keys)).toEqual(['(refused)'])
  })

  it.each([250, 330, 390])('is refused if its last key and terminator come %i ms late', (late) => {
    const keys = [...'%T.Q.148'].map((key, index) => ({
      key,
      at: 50 + 15 * index + (index === 7 ? late : 0),
      hold: index === 7 ? 120 : 14,
      shift: /[A-Z%]/.test(key),
    }))
    const played = playKeys(pressKeys([...keys, { key: 'Enter', at: 290 + late, hold: 14 }]))
    expect(played.readScans).toMatchObject([{ unclear: 'mixed' }])
    expect(played.namedKeys).toEqual([])
  })

  it('includes these keys if the last of them repeats for a long time', () => {
    const event = { code: 'Digit9', key: '9', shift: false, repeat: true, by: 'scanner' as const }
    const repeats = Array.from({ length: 30 }, (_, index) => ({
      ...event,
      type: 'down' as const,
      at: 320 + 20 * index,
    }))
    const keys = [...'T952238697'].map((key, index) => {
      const at = index < 2 ? 50 + 15 * index : 940 + 15 * index
      return { key, at, hold: index === 1 ? 904.5 : 14.5, shift: index === 0 }
    })
    const events = [...pressKeys([...keys, { key: 'Enter', at: 1090, hold: 14 }]), ...repeats]
    const played = playKeys(events.toSorted((a, b) => a.at - b.at))
    expect(played.readScans).toMatchObject([{ text: 'T952238697', cut: false }])
    expect(played.value).toBe('')
  })

  it('is refused if a long-held key may belong to the command', () => {
    const keys =
      '% 57.4 0.5, T 72 30.3, . 102.7 14.4, R 117.5 29.9, . 147.9 14.4, F 162.6 119.5, R 717.3 104.8, O 822.3 14.8, S 837.7 14.7, T 852.5 14.5, Tab 867.4 14.9'
    expect(read(keys)).toEqual(['(refused)'])
  })

  it('removes these keys from the field if the device sent them', () => {
    expect(
      play(
        '6 50.5 11.2, 3 73 180, 9 455.5 11.2, 1 478 11.2, 9 500.5 11.2, 8 534.2 11.3, 9 556.7 11.3, 2 579.2 11.3, Enter 601.7 11.3',
      ).value,
    ).toBe('')
    expect(
      play(
        'P 53.5 7.5, N 150.8 60.3, 7 360.8 52.6, 2 413.7 7.3, 2 421.5 7.2, 3 429.2 6.9, 7 436.4 6.9, 2 443.8 7.3, 3 451.4 7.2, B 459.2 156.8, Enter 638.6 0.2',
      ).value,
    ).toBe('')
  })
})

describe('a code with stalled or repeated keys', () => {
  it.each([
    ['R444', 'R 20 9.1, 4 38.1 7.1, 4 55.5 9.1, 4 71.8 8.3, Enter 90 10.5'],
    ['F-38', 'F 54.2 14.7, - 69.1 14.8, 3 84.4 29.8, 8 234.2 75.1, Enter 309.6 14.3'],
    ['H-18', 'H 53.6 14.9, - 68.7 15.2, 1 84 194.6, 8 293.6 0.5, Enter 308.5 0.4'],
    ['7081', '7 61.7 28.6, 0 122.7 0.2, 8 155 25.8, 1 210.8 33.5, Enter 287.6 0.3'],
    ['%T.OK', '% 49 9.9, T 68.8 89.8, . 168.3 350.1, O 529.3 9.3, K 549 9.4, Enter 569 9.4'],
    [
      'YNENOGXCET',
      'Y 52.2 30, N 112.2 30, E 172.2 30, N 232.2 45, O 292.2 30, G 352.2 30, X 412.2 30, C 472.2 60, E 532.7 29.5, T 592.2 30, Enter 652.2 30',
    ],
    [
      'P170667585',
      'P 54.8 45, 1 100.5 0.5, 7 579.8 0.7, 0 581.1 0.8, 6 582 0.4, 6 594.8 0.1, 7 595.5 0.4, 5 596.1 0.5, 8 609.8 0.4, 5 610.5 0.1, Enter 611.2 0.6',
    ],
  ])('%s is read, and its Enter does not reach the page', (text, keys) => {
    expect(play(keys)).toMatchObject({ scans: [text], value: '', namedKeys: [] })
  })

  it('swallows the second key of a late terminator', () => {
    const code = [...'%T.R.FROST'].map((key, index) => `${key} ${30 * index} 0.4`).join(', ')
    const events = pressKeys([
      ...code.split(', ').map((word) => {
        const [key = '', at] = word.split(' ')
        return { key, at: Number(at), hold: 0.4, shift: /^[A-Z%]$/.test(key) }
      }),
      { key: 'Enter', at: 420, hold: 0.3 },
    ])
    const control = {
      key: 'j',
      code: 'KeyJ',
      shift: false,
      ctrl: true,
      repeat: false,
      by: 'scanner' as const,
    }
    const late = [
      { ...control, type: 'down' as const, at: 630 },
      { ...control, type: 'up' as const, at: 630.5 },
    ]
    expect(playKeys([...events, ...late])).toMatchObject({ scans: ['%T.R.FROST'], value: '', namedKeys: [] })
  })
})

describe('typing until and during a scan', () => {
  it('separates the code of the device from the letters of the person', () => {
    const keys =
      'r 40 95.1, o 208 80.7, o 308.7 80.2, t 342.1 74.9, s 391.4 79.5,   483 101.5, d 611.4 68.3, a 727.4 74.6, m 829.8 69.3, a 899.4 51.6, g 1009.9 49.2, e 1071.9 59.9, d 1121.9 61.2,   1200.9 73.4, b 1333 76, y 1419.6 86.4, 7 1431 16, 3 1478.9 16.9,   1489.7 115.3, 3 1527 16, 2 1575 16.4, f 1588.8 70.3, 3 1623.1 15.8, 6 1670.9 16.2, 5 1718.9 16.1, r 1731.8 68, 4 1767 16.2, o 1796.4 99.1, 3 1815 16.1, 5 1863.7 15.2, s 1886.5 66.8, Enter 1911.5 15.4'
    expect(play(keys)).toMatchObject({ scans: ['7332365435'], value: 'roots damaged by fros' })
  })

  it('assigns a key to the person if it covers a key of a device with long holds', () => {
    const keys =
      'N 51.8 29.9, 2 82.3 29.4, 6 112.2 29.5, 9 142 29.8, o 171.1 53.9, 1 172.2 29.6, 8 202.3 29.5, 7 232.4 29.4, k 260.4 58.8, 9 262 29.8, 5 292.2 29.4, 6 322.1 29.7, Enter 352.2 29.5'
    expect(play(keys)).toMatchObject({ scans: ['N269187956'], value: 'ok' })
  })

  it('does not use a key that overlaps the second one if both have long holds', () => {
    const keys =
      'P 50.7 40.1, N 91.2 39.6, O 130.1 91.5, 6 131.3 19.5, 5 151.2 19.5, 5 190.9 0.3, k 198.7 87.3, 4 230.6 0.3, 2 250.9 0.4, 1 290.7 0.5, 6 310.5 20.4, V 350.5 0.6, Enter 390.5 0.5'
    expect(read(keys)).not.toEqual(['NO6554216V'])
  })

  it('does not use a key that overlaps the first one if the device continues immediately', () => {
    expect(
      read(
        'A 72.3 90.3, Q 158.3 84.1, 8 163 29.5, 1 192.7 29.6, 2 222.8 29.5, 6 252.5 29.8, 5 282.8 29.6, 2 312.7 29.6, 2 342.9 29.5, 9 372.9 29.4, 6 402.6 29.7, Enter 432.8 29.5',
      ),
    ).toEqual(['(refused)'])
  })
})
