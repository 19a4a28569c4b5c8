import { describe, expect, it } from 'vitest'
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import { decodeKeys, decodeText } from './decode.ts'
import { defaultProfile } from './default-profile.ts'
import { type NamedLayout, readPosition } from './layouts.ts'

const digits = [...'0123456789'].map((digit) => `Digit${digit}`)
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `Key${letter}`)
const positions = [...digits, ...letters, 'Period'].flatMap((code) =>
  [false, true].map((shift) => ({ code, shift })),
)

// The keys of a code from a scanner with one layout on a host with another.
function keysOf(text: string, scanner: NamedLayout, host: NamedLayout, caps = false) {
  return [...text].map((character) => {
    const position = positions.find(({ code, shift }) => readPosition(code, shift, scanner) === character)
    if (position === undefined) throw new Error(`The ${scanner} layout has no ${character}.`)
    const seen = readPosition(position.code, position.shift, host) ?? ''
    const key = caps ? (position.shift ? seen.toLowerCase() : seen.toUpperCase()) : seen
    return { key, ...position, ctrl: false }
  })
}
const withLayout = (layout: ScannerProfile['decode']['layout']): ScannerProfile => ({
  ...defaultProfile,
  decode: { ...defaultProfile.decode, layout },
})

describe('decodeKeys', () => {
  it.each(['fr', 'de', 'us'] as const)('corrects a %s host with a United States scanner', (host) => {
    const decoded = decodeKeys(keysOf('B123456789', 'us', host), defaultProfile)
    expect(decoded).toMatchObject({ text: 'B123456789', format: 'fixed' })
  })

  it('corrects Caps Lock, also for a command', () => {
    expect(decodeKeys(keysOf('B123456789', 'us', 'us', true), defaultProfile).text).toBe('B123456789')
    expect(decodeKeys(keysOf('%T.SHIP', 'us', 'us', true), defaultProfile).text).toBe('%T.SHIP')
  })

  it('prefers the host’s characters if both layouts give a code, unless the profile sets a layout', () => {
    const keys = keysOf('Z123456789', 'us', 'de')
    expect(decodeKeys(keys, defaultProfile).text).toBe('Y123456789')
    expect(decodeKeys(keys, withLayout('us')).text).toBe('Z123456789')
  })

  it('reads a French scanner on a United States host with the profile’s layout', () => {
    expect(decodeKeys(keysOf('A123456789', 'fr', 'us'), withLayout('fr')).text).toBe('A123456789')
  })

  it('reads digits of the number pad', () => {
    const keys = [...'10000123'].map((key) => ({ key, code: `Numpad${key}`, shift: false, ctrl: false }))
    expect(decodeKeys(keys, withLayout('us'))).toMatchObject({ text: '10000123', format: 'variable' })
  })

  it('returns the AIM identifier and removes it from the text', () => {
    expect(decodeText(']C1B123456789\r\n', defaultProfile)).toMatchObject({
      text: 'B123456789',
      aimId: 'C1',
      raw: ']C1B123456789',
    })
  })

  it('removes the prefix, and reports a missing one', () => {
    const profile = { ...defaultProfile, frame: { ...defaultProfile.frame, prefix: '~~' } }
    expect(decodeText('~~B123456789', profile)).toMatchObject({ text: 'B123456789', framed: true })
    expect(decodeText('B123456789', profile)).toMatchObject({ text: 'B123456789', framed: false })
  })
})
