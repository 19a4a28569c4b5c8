import { describe, expect, it } from 'vitest'
import { registry } from '#core/commands/index.ts'
import type { QueuedScan } from '#core/scan/queue.ts'
import type { EngineEnvironment } from './engine-environment.ts'
import { followersOf, planScan } from './plan-scan.ts'
import type { EngineTarget, ScannedLines } from './scan-entry.ts'
import { createScanStack, NO_SCREEN } from './scan-stack.ts'

const environment = { registry, numberPatterns: () => ({}) } as unknown as EngineEnvironment
const scanOf = (text: string, more: Partial<QueuedScan> = {}): QueuedScan => ({
  id: text,
  text,
  raw: text,
  at: 1,
  target: 'detail',
  state: 'running',
  ...more,
})

// A screen that picks each barcode.
const detail = (command: string, lines?: Partial<ScannedLines>): EngineTarget => ({
  id: 'detail',
  level: 'screen',
  accepts: (candidate) =>
    candidate.kind === 'barcode'
      ? { type: 'intent', command, arguments: { barcode: candidate.barcode } }
      : undefined,
  ...(lines && { lines: lines as ScannedLines }),
})

const plan = (scan: QueuedScan, target: EngineTarget = detail('pick')) => {
  const stack = createScanStack(() => undefined)
  stack.add(target)
  return planScan(environment, stack, scan)
}

describe('a scan that runs', () => {
  it('takes its quantity to the command of its screen', () => {
    expect(plan(scanOf('B000000001', { quantity: 40 }))).toMatchObject({
      type: 'run',
      kind: 'barcode',
      command: { id: 'pick' },
      given: { barcode: 'B000000001', quantity: 40 },
    })
  })

  it('opens its document if it is a number, on any screen', () => {
    expect(plan(scanOf('10000999', { quantity: 40 }))).toMatchObject({
      command: { id: 'openDocument' },
      given: { number: '10000999' },
    })
  })

  it.each([
    {
      name: 'on no screen',
      scan: scanOf('B000000001', { target: NO_SCREEN }),
      code: 'scan-barcode-not-here',
    },
    { name: 'after a dropped number', scan: scanOf('B000000001', { lacks: '1.5' }), code: 'number-lacking' },
    { name: 'of an unknown command', scan: scanOf('%T.FROB'), code: 'scan-command-unknown' },
    { name: 'of a part of a code', scan: scanOf('%T.SHIP', { cut: true }), code: 'scan-fragment' },
  ])('is refused $name', ({ scan, code }) => {
    expect(plan(scan)).toMatchObject({ type: 'end', ending: { scan, outcome: { tone: 'error', code } } })
  })

  it('fails as a bug if its screen names no command', () => {
    expect(plan(scanOf('B000000001'), detail('nonsense'))).toMatchObject({
      bug: expect.any(Error),
      ending: { outcome: { code: 'scan-failed' } },
    })
  })

  it.each([
    { name: 'takes the kept quantity of its time', takes: true, quantity: 12, given: { quantity: 12 } },
    {
      name: 'takes the kept quantity of the screen that has opened since',
      takes: true,
      given: { quantity: 5 },
    },
    { name: 'takes no kept quantity if its line has one by now', takes: false, quantity: 12, given: {} },
  ])('$name', ({ takes, quantity, given }) => {
    const lines = { takesKeptQuantity: () => takes, keptQuantity: () => 5 }
    const scan = scanOf('B000000001', { kept: true, ...(quantity !== undefined && { quantity }) })
    expect(plan(scan, detail('pick', lines))).toHaveProperty('given', { barcode: 'B000000001', ...given })
  })
})

it('leaves the scans up to the next screen without a target if its own screen does not open', () => {
  const later = (text: string, more: Partial<QueuedScan> = {}): QueuedScan => {
    const { target: _none, ...scan } = scanOf(text, { state: 'waiting', ...more })
    return more.target === undefined ? scan : { ...scan, target: more.target }
  }
  const number = scanOf('10000999')
  const followers = (...others: readonly QueuedScan[]) =>
    followersOf(environment, { items: [scanOf('before'), number, ...others], afterError: 'hold' }, number)
  expect(followers(later('B000000001'), later('B000000002'))).toEqual(['B000000001', 'B000000002'])
  expect(followers(later('B000000001'), later('10000998'), later('B000000002'))).toEqual(['B000000001'])
  expect(followers(later('B000000001'), later('B000000002', { target: 'detail' }))).toEqual(['B000000001'])
})
