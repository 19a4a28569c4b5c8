import { describe, expect, it } from 'vitest'
import { parseScannerProfile } from '#core/wire/scanner-profile.ts'
import { createRandom } from '#tests/bench/scan/random.ts'
import {
  type Device,
  fastDevices,
  type Host,
  scanOf,
  slowDevice,
  type TraceEvent,
} from '#tests/bench/scan/traces.ts'
import { type Calibration, calibrate, type Sample } from './calibrate.ts'
import type { CaptureEvent } from './capture.ts'
import { defaultProfile } from './default-profile.ts'
import { testCodes } from './test-codes.ts'

const toFact = ({ type, at, key, code, shift, repeat }: TraceEvent): CaptureEvent => {
  const target = { id: 1 }
  if (type === 'up') return { type, at, key, code }
  if (type === 'text') return { type, text: key, at, target, whole: true, entered: false }
  if (type === 'composed') return { type: 'text', text: key, at, target, whole: false, entered: false }
  if (type !== 'down') throw new Error(`no device sends ${type}`)
  return { type, at, key, code, shift, repeat, ctrl: false, alt: false, meta: false, altGraph: false, target }
}

interface Setting {
  readonly device: Device
  readonly host?: Host
  /** What the scanner sends for a code, without terminator. */
  readonly send?: (code: string) => string
}

const sample = (seed: number, { device, host, send = (code) => code }: Setting): readonly Sample[] => {
  const random = createRandom(seed)
  return testCodes.map((expected) => ({
    expected,
    events: scanOf(random, send(expected), device, host).map(toFact),
  }))
}
const options = { base: defaultProfile, id: 'workstation', label: 'This workstation' }
const measure = (seed: number, setting: Setting): Calibration => {
  const found = calibrate(sample(seed, setting), options)
  if (!found) throw new Error('Nothing was measured')
  return found
}
const codesOf = ({ findings }: Calibration) => findings.map(({ code }) => code)
const bad = ({ findings }: Calibration) =>
  findings.filter(({ level }) => level === 'bad').map(({ code }) => code)
const steady = (gapMs: number, holdMs: number, end: Device['end'] = 'Enter'): Device => ({
  gap: () => gapMs,
  hold: () => holdMs,
  end,
})
const seeds = Array.from({ length: 40 }, (_, index) => 1000 + index * 17)

describe('calibration', () => {
  it('measures every fast device: pace, hold and end, and reads it with what it found', () => {
    for (const seed of seeds) {
      const device = fastDevices(createRandom(seed))
      const found = measure(seed, { device })
      expect({ seed, bad: bad(found), sure: found.isSure }).toEqual({ seed, bad: [], sure: true })
      expect(found.profile.frame.terminator).toBe(device.end === 'Tab' ? 'Tab' : 'Enter')
      expect(parseScannerProfile(found.profile)).toEqual({ ok: true, profile: found.profile })
    }
  })

  it('measures slow devices, says that they are slow, and reads them', () => {
    for (const seed of seeds) {
      const found = measure(seed, { device: slowDevice(createRandom(seed)) })
      expect({ seed, sure: found.isSure }).toEqual({ seed, sure: true })
      expect(found.profile.timing.gapMs.typical).toBeGreaterThan(28)
      expect(found.profile.detect.quietFixedMs).toBeGreaterThanOrEqual(4 * found.profile.timing.gapMs.typical)
    }
    expect(codesOf(measure(1, { device: steady(70, 10) }))).toContain('slow')
  })

  it('tells the times as they are', () => {
    const { profile, findings } = measure(1, { device: steady(12, 5) })
    expect(profile.timing.gapMs.typical).toBe(12)
    expect(profile.timing.holdMs.typical).toBe(5)
    expect(findings).toContainEqual({ level: 'good', code: 'pace', facts: { ms: 12 } })
    expect(findings).toContainEqual({ level: 'good', code: 'hold', facts: { ms: 5 } })
  })

  it.each([
    ['de', 'us'],
    ['fr', 'us'],
  ] as const)('finds the scanner’s layout on a %s computer and undoes it', (layout, meant) => {
    const found = measure(7, { device: steady(10, 4), host: { layout, caps: false } })
    expect(found.profile.decode.layout).toBe(meant)
    expect(found.isSure).toBe(true)
    expect(codesOf(found)).toContain('layout')
  })

  it('sees Caps Lock, and reads in spite of it', () => {
    const found = measure(7, { device: steady(10, 4), host: { layout: 'us', caps: true } })
    expect(codesOf(found)).toContain('caps')
    expect(found.isSure).toBe(true)
  })

  it('fixes the layout where the computer’s is the scanner’s: Y and Z are then certain', () => {
    expect(measure(7, { device: steady(10, 4) }).profile.decode.layout).toBe('host')
  })

  it('finds a prefix and an AIM identifier behind it, and expects both', () => {
    const found = measure(3, { device: steady(10, 4), send: (code) => `~~]C0${code}` })
    expect(found.profile.frame).toEqual({ prefix: '~~', terminator: 'Enter', aimId: 'always' })
    expect(found.findings).toContainEqual({ level: 'good', code: 'prefix', facts: { prefix: '~~' } })
    expect(found.isSure).toBe(true)
  })

  it('refuses a prefix that no profile has room for', () => {
    expect(bad(measure(3, { device: steady(10, 4), send: (code) => `NURSERYFLOOR${code}` }))).toContain(
      'prefixLong',
    )
  })

  it('says that there is no end, and waits for quiet instead', () => {
    const found = measure(3, { device: steady(10, 4, 'none') })
    expect(found.profile.frame.terminator).toBe('none')
    expect(found.findings).toContainEqual({ level: 'advice', code: 'terminatorNone' })
    expect(found.isSure).toBe(true)
  })

  it('says that ends differ', () => {
    const [first, second, third] = sample(3, { device: steady(10, 4) })
    const [other] = sample(3, { device: steady(10, 4, 'Tab') })
    if (!first || !second || !third || !other) throw new Error('No samples')
    const found = calibrate([other, second, third], options)
    expect(found?.findings).toContainEqual({ level: 'bad', code: 'terminatorMixed' })
    expect(found?.profile.frame.terminator).toBe('unknown')
  })

  it('names what comes behind a code', () => {
    const found = measure(3, { device: steady(10, 4), send: (code) => `${code}$$` })
    expect(found.findings).toContainEqual({ level: 'bad', code: 'suffix', facts: { suffix: '$$' } })
    expect(found.isSure).toBe(false)
  })

  it('counts lost characters, and is not sure of such a device', () => {
    const found = measure(3, {
      device: steady(10, 4),
      send: (code) => code.slice(0, 3) + code.slice(4),
    })
    expect(found.findings).toContainEqual({ level: 'bad', code: 'lost', facts: { n: 3, count: 30 } })
    expect(found.isSure).toBe(false)
  })

  it('shows what has arrived in place of a code', () => {
    const found = measure(3, { device: steady(10, 4), send: () => 'NOTHING' })
    expect(bad(found)).toEqual(expect.arrayContaining(['unread', 'garbled']))
  })

  it('does not pretend to read a device that types like a person', () => {
    const found = measure(3, { device: steady(110, 80) })
    expect(bad(found)).toEqual(['unread', 'holdsLikePerson'])
    expect(found.profile.timing.holdMs.max).toBeLessThanOrEqual(40)
  })

  it('knows an input method by its text, and asks for a sink', () => {
    const target = { id: 1 }
    const found = calibrate(
      testCodes.map((expected) => ({
        expected,
        events: [{ type: 'text', text: `${expected}\n`, at: 20, target, whole: true, entered: false }],
      })),
      options,
    )
    expect(found?.profile).toMatchObject({
      channel: 'ime',
      frame: { terminator: 'Enter' },
      sink: { required: true, inputMode: 'none', readOnly: false },
    })
    expect(found?.isSure).toBe(true)
    expect(found && codesOf(found)).toContain('inputMethod')
  })

  it('has nothing to say about silence', () => {
    expect(calibrate([], options)).toBeUndefined()
    expect(calibrate([{ expected: testCodes[0], events: [] }], options)).toBeUndefined()
  })

  it('is not sure when one of three codes did not come', () => {
    const [first, second] = sample(3, { device: steady(10, 4) })
    if (!first || !second) throw new Error('No samples')
    expect(calibrate([first, second, { expected: testCodes[2], events: [] }], options)?.isSure).toBe(false)
  })
})
