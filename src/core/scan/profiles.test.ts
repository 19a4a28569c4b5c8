import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseScannerProfile, type ScannerProfile } from '#core/wire/scanner-profile.ts'
import { createRandom } from '#tests/bench/scan/random.ts'
import { makeGroups, type TraceEvent } from '#tests/bench/scan/traces.ts'
import type { CaptureEvent } from './capture.ts'
import { formatLengthOf } from './formats.ts'
import { replay } from './replay.ts'

const folder = new URL('../../../scanner-profiles/', import.meta.url)
const profiles = readdirSync(folder).map((name): ScannerProfile => {
  const parsed = parseScannerProfile(JSON.parse(readFileSync(new URL(name, folder), 'utf8')))
  if (!parsed.ok) throw new Error(`${name}: ${parsed.issues.join('; ')}`)
  return parsed.profile
})

const toFact = ({ type, at, key, code, shift, repeat }: TraceEvent): CaptureEvent => {
  const target = { id: 1 }
  if (type === 'up') return { type, at, key, code }
  if (type === 'text') return { type, text: key, at, target, whole: true, entered: false }
  if (type === 'composed') return { type: 'text', text: key, at, target, whole: false, entered: false }
  if (type !== 'down') throw new Error(`no device sends ${type}`)
  return { type, at, key, code, shift, repeat, ctrl: false, alt: false, meta: false, altGraph: false, target }
}

describe('the bundled profiles', () => {
  it('cover every supported device', () => {
    expect(profiles.map(({ id }) => id).sort()).toEqual([
      'bluetooth-hid',
      'datalogic-android',
      'datalogic-usb',
      'generic-usb',
      'honeywell-android',
      'honeywell-usb',
      'newland-android',
      'urovo-android',
      'zebra-datawedge-ime',
      'zebra-datawedge-keys',
      'zebra-ds22xx-usb',
    ])
  })

  it.each(profiles)('$id has set-up steps for the device, and the sources of its figures', (profile) => {
    expect(profile.deviceSetup.length).toBeGreaterThanOrEqual(2)
    expect(profile.sources.length).toBeGreaterThanOrEqual(1)
    for (const sentence of [...profile.deviceSetup, ...profile.sources]) expect(sentence).toMatch(/[.:"]$/)
  })

  it.each(profiles)('$id has a Spanish translation of every step', ({ deviceSetup, translations }) => {
    const spanish = translations?.['es']?.deviceSetup ?? []
    expect(spanish).toHaveLength(deviceSetup.length)
    for (const [at, step] of spanish.entries()) expect(step).not.toBe(deviceSetup[at])
  })

  it.each(profiles)('$id can be chosen by a command barcode', ({ id }) => {
    expect(formatLengthOf(`%T.PROFILE.${id.toUpperCase()}`)).toBe('variable')
  })

  it.each(profiles)('$id reads its own device, with every form of code', (profile) => {
    const [group] = makeGroups([profile]).slice(-1)
    const random = createRandom(404)
    for (let count = 0; count < 60; count += 1) {
      const trace = group?.make(random)
      if (!trace) throw new Error('There is no trace')
      expect(replay(trace.events.map(toFact), profile).map(({ text }) => text)).toEqual(trace.codes)
    }
  })
})
