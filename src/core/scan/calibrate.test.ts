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
  /** The text that the scanner sends for a code, without terminator. */
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
  const result = calibrate(sample(seed, setting), options)
  if (!result) throw new Error('Nothing was measured')
  return result
}
const codesOf = ({ findings }: Calibration) => findings.map(({ code }) => code)
const bad = ({ findings }: Calibration) =>
  findings.filter(({ level }) => level === 'bad').map(({ code }) => code)
const steadyDevice = (gapMs: number, holdMs: number, end: Device['end'] = 'Enter'): Device => ({
  gap: () => gapMs,
  hold: () => holdMs,
  end,
})
const seeds = Array.from({ length: 40 }, (_, index) => 1000 + index * 17)

describe('calibration', () => {
  it('measures pace, hold and terminator of every fast device, and reads it with the new profile', () => {
    for (const seed of seeds) {
      const device = fastDevices(createRandom(seed))
      const result = measure(seed, { device })
      expect({ seed, bad: bad(result), sure: result.isSure }).toEqual({ seed, bad: [], sure: true })
      expect(result.profile.frame.terminator).toBe(device.end === 'Tab' ? 'Tab' : 'Enter')
      expect(parseScannerProfile(result.profile)).toEqual({ ok: true, profile: result.profile })
    }
  })

  it('measures slow devices, reports that they are slow, and reads them', () => {
    for (const seed of seeds) {
      const result = measure(seed, { device: slowDevice(createRandom(seed)) })
      expect({ seed, sure: result.isSure }).toEqual({ seed, sure: true })
      expect(result.profile.timing.gapMs.typical).toBeGreaterThan(28)
      expect(result.profile.detect.quietFixedMs).toBeGreaterThanOrEqual(
        4 * result.profile.timing.gapMs.typical,
      )
    }
    expect(codesOf(measure(1, { device: steadyDevice(70, 10) }))).toContain('slow')
  })

  it('reports the measured times', () => {
    const { profile, findings } = measure(1, { device: steadyDevice(12, 5) })
    expect(profile.timing.gapMs.typical).toBe(12)
    expect(profile.timing.holdMs.typical).toBe(5)
    expect(findings).toContainEqual({ level: 'good', code: 'pace', facts: { ms: 12 } })
    expect(findings).toContainEqual({ level: 'good', code: 'hold', facts: { ms: 5 } })
  })

  it.each([
    ['de', 'us'],
    ['fr', 'us'],
  ] as const)('finds the layout of the scanner on a %s computer and corrects it', (layout, meant) => {
    const result = measure(7, { device: steadyDevice(10, 4), host: { layout, caps: false } })
    expect(result.profile.decode.layout).toBe(meant)
    expect(result.isSure).toBe(true)
    expect(codesOf(result)).toContain('layout')
  })

  it('detects Caps Lock, and reads the codes anyway', () => {
    const result = measure(7, { device: steadyDevice(10, 4), host: { layout: 'us', caps: true } })
    expect(codesOf(result)).toContain('caps')
    expect(result.isSure).toBe(true)
  })

  it('sets the layout if computer and scanner have the same one, so that Y and Z are certain', () => {
    expect(measure(7, { device: steadyDevice(10, 4) }).profile.decode.layout).toBe('host')
  })

  it('finds a prefix followed by an AIM identifier, and expects both', () => {
    const result = measure(3, { device: steadyDevice(10, 4), send: (code) => `~~]C0${code}` })
    expect(result.profile.frame).toEqual({ prefix: '~~', terminator: 'Enter', aimId: 'always' })
    expect(result.findings).toContainEqual({ level: 'good', code: 'prefix', facts: { prefix: '~~' } })
    expect(result.isSure).toBe(true)
  })

  it('refuses a prefix that is too long for a profile', () => {
    expect(bad(measure(3, { device: steadyDevice(10, 4), send: (code) => `NURSERYFLOOR${code}` }))).toContain(
      'prefixLong',
    )
  })

  it('reports a missing terminator, and relies on the quiet time', () => {
    const result = measure(3, { device: steadyDevice(10, 4, 'none') })
    expect(result.profile.frame.terminator).toBe('none')
    expect(result.findings).toContainEqual({ level: 'advice', code: 'terminatorNone' })
    expect(result.isSure).toBe(true)
  })

  it('reports different terminators', () => {
    const [first, second, third] = sample(3, { device: steadyDevice(10, 4) })
    const [other] = sample(3, { device: steadyDevice(10, 4, 'Tab') })
    if (!first || !second || !third || !other) throw new Error('No samples')
    const result = calibrate([other, second, third], options)
    expect(result?.findings).toContainEqual({ level: 'bad', code: 'terminatorMixed' })
    expect(result?.profile.frame.terminator).toBe('unknown')
  })

  it('reports a suffix after the code', () => {
    const result = measure(3, { device: steadyDevice(10, 4), send: (code) => `${code}$$` })
    expect(result.findings).toContainEqual({ level: 'bad', code: 'suffix', facts: { suffix: '$$' } })
    expect(result.isSure).toBe(false)
  })

  it('counts lost characters, and is not sure of the profile', () => {
    const result = measure(3, {
      device: steadyDevice(10, 4),
      send: (code) => code.slice(0, 3) + code.slice(4),
    })
    expect(result.findings).toContainEqual({ level: 'bad', code: 'lost', facts: { n: 3, count: 30 } })
    expect(result.isSure).toBe(false)
  })

  it('shows the received text if the code is garbled', () => {
    const result = measure(3, { device: steadyDevice(10, 4), send: () => 'NOTHING' })
    expect(bad(result)).toEqual(expect.arrayContaining(['unread', 'garbled']))
  })

  it('reports that it cannot read a device that types like a person', () => {
    const result = measure(3, { device: steadyDevice(110, 80) })
    expect(bad(result)).toEqual(['unread', 'holdsLikePerson'])
    expect(result.profile.timing.holdMs.max).toBeLessThanOrEqual(40)
  })

  it('detects an input method by its text, and requires a sink', () => {
    const target = { id: 1 }
    const result = calibrate(
      testCodes.map((expected) => ({
        expected,
        events: [{ type: 'text', text: `${expected}\n`, at: 20, target, whole: true, entered: false }],
      })),
      options,
    )
    expect(result?.profile).toMatchObject({
      channel: 'ime',
      frame: { terminator: 'Enter' },
      sink: { required: true, inputMode: 'none', readOnly: false },
    })
    expect(result?.isSure).toBe(true)
    expect(result && codesOf(result)).toContain('inputMethod')
  })

  it('returns undefined without any events', () => {
    expect(calibrate([], options)).toBeUndefined()
    expect(calibrate([{ expected: testCodes[0], events: [] }], options)).toBeUndefined()
  })

  it('is not sure if one of three codes is missing', () => {
    const [first, second] = sample(3, { device: steadyDevice(10, 4) })
    if (!first || !second) throw new Error('No samples')
    expect(calibrate([first, second, { expected: testCodes[2], events: [] }], options)?.isSure).toBe(false)
  })
})
