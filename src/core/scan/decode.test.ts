import { describe, expect, it } from 'vitest'
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import { decodeKeys, decodeText } from './decode.ts'
import { defaultProfile } from './default-profile.ts'
import { type NamedLayout, readPosition } from './layouts.ts'

const digits = [...'0123456789'].map((digit) => `Digit${digit}`)
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `Key${letter}`)
const places = [...digits, ...letters, 'Period'].flatMap((code) =>
  [false, true].map((shift) => ({ code, shift })),
)

// The keys of a code from a scanner with one layout on a host with another.
function keysOf(text: string, scanner: NamedLayout, host: NamedLayout, caps = false) {
  return [...text].map((character) => {
    const place = places.find(({ code, shift }) => readPosition(code, shift, scanner) === character)
    if (place === undefined) throw new Error(`The ${scanner} layout has no ${character}.`)
    const seen = readPosition(place.code, place.shift, host) ?? ''
    const key = caps ? (place.shift ? seen.toLowerCase() : seen.toUpperCase()) : seen
    return { key, ...place, ctrl: false }
  })
}
const withLayout = (layout: ScannerProfile['decode']['layout']): ScannerProfile => ({
  ...defaultProfile,
  decode: { ...defaultProfile.decode, layout },
})

describe('keys as a code', () => {
  it.each(['fr', 'de', 'us'] as const)('undoes a %s host under a United States scanner', (host) => {
    const decoded = decodeKeys(keysOf('B123456789', 'us', host), defaultProfile)
    expect(decoded).toMatchObject({ text: 'B123456789', format: 'fixed' })
  })

  it('undoes Caps Lock, also of a command', () => {
    expect(decodeKeys(keysOf('B123456789', 'us', 'us', true), defaultProfile).text).toBe('B123456789')
    expect(decodeKeys(keysOf('%T.SHIP', 'us', 'us', true), defaultProfile).text).toBe('%T.SHIP')
  })

  it('takes the host’s reading where both fit, unless the profile names the layout', () => {
    const keys = keysOf('Z123456789', 'us', 'de')
    expect(decodeKeys(keys, defaultProfile).text).toBe('Y123456789')
    expect(decodeKeys(keys, withLayout('us')).text).toBe('Z123456789')
  })

  it('reads a French scanner on a United States host by the profile', () => {
    expect(decodeKeys(keysOf('A123456789', 'fr', 'us'), withLayout('fr')).text).toBe('A123456789')
  })

  it('reads digits of the number pad', () => {
    const keys = [...'10000123'].map((key) => ({ key, code: `Numpad${key}`, shift: false, ctrl: false }))
    expect(decodeKeys(keys, withLayout('us'))).toMatchObject({ text: '10000123', format: 'variable' })
  })

  it('names the AIM identifier and takes it off', () => {
    expect(decodeText(']C1B123456789\r\n', defaultProfile)).toMatchObject({
      text: 'B123456789',
      aimId: 'C1',
      raw: ']C1B123456789',
    })
  })

  it('takes the prefix off, and says when it was not there', () => {
    const profile = { ...defaultProfile, frame: { ...defaultProfile.frame, prefix: '~~' } }
    expect(decodeText('~~B123456789', profile)).toMatchObject({ text: 'B123456789', framed: true })
    expect(decodeText('B123456789', profile)).toMatchObject({ text: 'B123456789', framed: false })
  })
})
