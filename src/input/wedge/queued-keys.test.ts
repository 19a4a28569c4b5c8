// Keys that are pending while the detector's timer is due, and seeded traces of devices and people, as in the
// bench.
import { afterEach, describe, expect, it } from 'vitest'
import { FakeClock } from '#tests/bench/scan/clock.ts'
import { deviceGroups } from '#tests/bench/scan/devices/groups.ts'
import { missedGoals, runDeviceGroups } from '#tests/bench/scan/devices/index.ts'
import { stationGroups } from '#tests/bench/scan/stations/groups.ts'
import { manualClock } from '#tests/support/manual-clock.ts'
import { afterPendingInput } from './pending-input.ts'
import { listenForScans, type WedgeListener } from './wedge.ts'

let stop: WedgeListener | undefined
afterEach(() => stop?.())

const hand = (key: string, at: number): void => {
  for (const [name, timeStamp] of [
    ['keydown', at],
    ['keyup', at + 4],
  ] as const) {
    const code = /[0-9]/.test(key) ? `Digit${key}` : key
    const event = new KeyboardEvent(name, { key, code, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: timeStamp })
    document.body.dispatchEvent(event)
  }
}

describe('a timer that runs between two keys of one burst', () => {
  it('decides nothing before the pending keys', () => {
    const scans: string[] = []
    const tasks: (() => void)[] = []
    const clock = { ...manualClock(), afterEvents: (run: () => void) => tasks.push(run) }
    stop = listenForScans(window, { clock, onScan: ({ text }) => scans.push(text) })
    const start = clock.now()
    for (const [index, key] of [...'100'].entries()) hand(key, start + 10 * index)
    clock.move(1100)
    expect(scans).toEqual([])
    for (const [index, key] of [...'00910', 'Enter'].entries()) hand(key, start + 30 + 10 * index)
    for (const run of tasks) run()
    clock.move(2000)
    expect(scans).toEqual(['10000910'])
  })

  it('waits as long as the browser has pending input', async () => {
    const turns = [true, true, false]
    const ran: number[] = []
    Object.defineProperty(window.navigator, 'scheduling', {
      configurable: true,
      value: { isInputPending: () => turns.shift() },
    })
    await new Promise<void>((resolve) =>
      afterPendingInput(window, () => {
        ran.push(turns.length)
        resolve()
      }),
    )
    Reflect.deleteProperty(window.navigator, 'scheduling')
    expect(ran).toEqual([0])
  })
})

describe('traces of devices and people that are independent of the rule', () => {
  it.each([
    ['devices', deviceGroups],
    ['stations', stationGroups],
  ])('are read as sent or refused, and leave nothing behind: %s', (_, groups) => {
    document.body.innerHTML =
      '<input id="i" aria-label="i"><textarea id="t" aria-label="t"></textarea><button id="b">Pick</button>'
    const find = (id: string): HTMLElement => document.getElementById(id) ?? document.body
    const page = {
      window,
      focusable: { input: find('i'), textarea: find('t'), button: find('b') },
      spent: () => 0n,
    }
    const results = runDeviceGroups(12, 20261125, page, new FakeClock(), undefined, groups)
    expect(missedGoals(results)).toEqual([])
  })
})
