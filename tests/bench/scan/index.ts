/**
 * `npm run bench:scan [traces per group] [seed]`: compares our detector with public ones over the same seeded
 * traces, in one table (docs/scanning.md, Detection). Fails if ours misses its goals.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { JSDOM } from 'jsdom'
import * as v from 'valibot'
import { scannerProfileSchema } from '#core/wire/scanner-profile.ts'
import { FakeClock } from './clock.ts'
import { fixedGap } from './detectors/fixed-gap.ts'
import { keyboardBarcodeScanner } from './detectors/keyboard-barcode-scanner.ts'
import { onScanDefaults, onScanTuned } from './detectors/on-scan.ts'
import { scanDetectionHook } from './detectors/use-scan-detection.ts'
import { wedge } from './detectors/wedge.ts'
import { deviceGroups } from './devices/groups.ts'
import { type Explain, missedGoals, runDeviceGroups } from './devices/index.ts'
import { addTally, emptyTally, measure, type Tally } from './measure.ts'
import { oddGroups } from './odd-traces.ts'
import type { Page } from './player.ts'
import { createRandom } from './random.ts'
import { stationGroups } from './stations/groups.ts'
import { makeGroups, type Trace } from './traces.ts'

// Each run draws and prints a new seed. Pass it as argument to repeat the same traces.
const [perGroup = 300, seed = Date.now() % 1_000_000_007] = process.argv
  .filter((argument) => /^[1-9][0-9]*$/.test(argument))
  .map(Number)
// `--explain` prints each trace that ours did not read perfectly. `--ours` runs no other detector.
const explain = process.argv.includes('--explain')
const onlyOurs = process.argv.includes('--ours')

const folder = new URL('../../../scanner-profiles/', import.meta.url)
const profiles = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => v.parse(scannerProfileSchema, JSON.parse(readFileSync(new URL(name, folder), 'utf8'))))
const groups = [...makeGroups(profiles), ...oddGroups]

// Each detector gets its own page: not all of them remove every listener.
function openPage(): Page {
  const { window } = new JSDOM(
    '<!doctype html><body><input id="i"><textarea id="t"></textarea><button id="b">Pick</button></body>',
    { pretendToBeVisual: true },
  )
  const { document, navigator, Event, CustomEvent, KeyboardEvent, HTMLElement, HTMLIFrameElement } = window
  const globals = {
    window,
    document,
    navigator,
    Event,
    CustomEvent,
    KeyboardEvent,
    HTMLElement,
    HTMLIFrameElement,
  }
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
  const find = (id: string): HTMLElement => document.getElementById(id) ?? document.body
  const listenerTime = timeListeners(window)
  return {
    window,
    focusable: { input: find('i'), textarea: find('t'), button: find('b') },
    spent: () => listenerTime() + clock.spent,
  }
}

type Listen = (
  this: EventTarget,
  name: string,
  listener: EventListenerOrEventListenerObject | null,
  options?: boolean | AddEventListenerOptions,
) => void

// Times all key and text listeners added to the page from now on. The result returns total nanoseconds.
function timeListeners(window: Page['window']): () => bigint {
  let spent = 0n
  const { prototype } = window.EventTarget
  const addEventListener: Listen = Reflect.get(prototype, 'addEventListener')
  const removeEventListener: Listen = Reflect.get(prototype, 'removeEventListener')
  const timed = new Map<unknown, (event: Event) => void>()
  prototype.addEventListener = function add(this: EventTarget, name, listener, options) {
    if (typeof listener !== 'function' || !/^(key|beforeinput)/.test(name)) {
      addEventListener.call(this, name, listener, options)
      return
    }
    const run =
      timed.get(listener) ??
      function run(this: EventTarget, event: Event): void {
        const began = process.hrtime.bigint()
        listener.call(this, event)
        spent += process.hrtime.bigint() - began
      }
    timed.set(listener, run)
    addEventListener.call(this, name, run, options)
  }
  prototype.removeEventListener = function remove(this: EventTarget, name, listener, options) {
    removeEventListener.call(this, name, timed.get(listener) ?? listener, options)
  }
  return () => spent
}

// Installed before the detectors' modules load, because these may store references to the timers.
const clock = new FakeClock()
const uninstall = clock.install()

const traces = groups.map((group, index) => {
  const random = createRandom(seed + index * 1009)
  return { group, traces: Array.from({ length: perGroup }, () => group.make(random)) }
})

const others = [onScanDefaults, onScanTuned, keyboardBarcodeScanner, scanDetectionHook, fixedGap]
const detectors = onlyOurs ? [wedge] : [...others, wedge]
const results = new Map<string, readonly Tally[]>()
for (const detector of detectors) {
  const page = openPage()
  const tallies: Tally[] = []
  for (const { group, traces: groupTraces } of traces) {
    const logTrace =
      explain && detector === wedge
        ? (trace: Trace, reports: readonly string[], value: string) =>
            console.log(
              group.name,
              JSON.stringify({ sent: trace.codes, reports, typed: trace.typed, value, focus: trace.focus }),
            )
        : undefined
    tallies.push(await measure(detector, groupTraces, page, clock, logTrace))
  }
  results.set(detector.name, tallies)
}
const explainTrace: Explain = (name, trace, counts) => {
  if (explain)
    console.log(
      name,
      JSON.stringify({
        ...counts,
        sent: trace.codes,
        typed: trace.typed,
        focus: trace.focus,
        events: trace.events
          .filter(({ key }) => key !== 'Shift')
          .map(
            (event) =>
              `${event.type} ${event.key} ${event.at.toFixed(1)}${event.deliveredAt === undefined ? '' : ` (${event.deliveredAt.toFixed(0)} ${event.timers})`}${event.by === 'person' ? ' p' : ''}`,
          ),
      }),
    )
}
const devices = runDeviceGroups(perGroup, seed, openPage(), clock, explainTrace, [
  ...deviceGroups,
  ...stationGroups,
])
uninstall()

const total = (name: string): Tally => (results.get(name) ?? []).reduce(addTally, emptyTally)
const share = (part: number, whole: number): string => (whole === 0 ? '-' : ((100 * part) / whole).toFixed(1))
const costOf = (name: string): number => total(name).nanoseconds / total(name).events
const ours = costOf(wedge.name)

const rows: string[][] = [
  [
    'reads exact, %',
    ...groups.filter(({ name }) => name !== 'only typing').map(({ name }) => name),
    'missed',
    'corrupted',
    'typed keys without a scan',
    'false per 1000 typed keys',
    'left in fields, %',
    'clicks by a scan',
    "person's keys lost",
    'µs per key event',
    'time, ours = 1',
  ],
  ...detectors.map(({ name }) => {
    const tallies = results.get(name) ?? []
    const sum = total(name)
    return [
      name,
      ...tallies.flatMap((tally, index) =>
        groups[index]?.name === 'only typing' ? [] : [share(tally.exact, tally.codes)],
      ),
      String(sum.missed),
      String(sum.corrupted),
      String(sum.typedKeys),
      ((1000 * sum.falseScans) / sum.typedKeys).toFixed(2),
      share(sum.leaked, sum.sentToFields),
      String(sum.clicks),
      String(sum.personKeysLost),
      (costOf(name) / 1000).toFixed(1),
      (costOf(name) / ours).toFixed(2),
    ]
  }),
]
printColumns(rows)

const ourTallies = results.get(wedge.name) ?? []
const sum = total(wedge.name)
const failures = [
  ...ourTallies.flatMap((tally, index) => {
    const group = groups[index]
    if (group === undefined || group.irreducible !== undefined || tally.codes === 0) return []
    return [
      ...(tally.exact / tally.codes < 0.995
        ? [`${group.name}: ${share(tally.exact, tally.codes)} % exact, goal 99.5`]
        : []),
      ...(tally.corrupted > 0 ? [`${group.name}: ${tally.corrupted} corrupted scans accepted, goal 0`] : []),
    ]
  }),
  ...((1000 * sum.falseScans) / sum.typedKeys > 0.05
    ? ['more than 0.05 false scans per 1000 typed keys']
    : []),
  ...(sum.personKeysLost > 0 ? [`${sum.personKeysLost} keys of a person lost, goal 0`] : []),
  ...missedGoals(devices),
  ...(sum.leaked > 0 ? [`${sum.leaked} characters left in fields, goal 0`] : []),
]
console.log('')
printColumns([
  ['device traces', ...devices.map(({ name }) => name)],
  ['exact, %', ...devices.map(({ exact, codes }) => share(exact, codes))],
  ['refused', ...devices.map(({ refused }) => String(refused))],
  ['silent', ...devices.map(({ silent }) => String(silent))],
  ['wrong', ...devices.map(({ wrong }) => String(wrong))],
  ['left', ...devices.map(({ left }) => String(left))],
  ['reached', ...devices.map(({ reached }) => String(reached))],
  ['false', ...devices.map(({ falseScans }) => String(falseScans))],
  ['typed', ...devices.map(({ personKeys }) => String(personKeys))],
  ['lost', ...devices.map(({ personKeysLost }) => String(personKeysLost))],
])
console.log(`\n${perGroup} traces in each of ${groups.length} groups, seed ${seed}.`)
for (const { name, irreducible } of groups)
  if (irreducible !== undefined) console.log(`${name}: not to be read in full by anyone, ${irreducible}.`)
if (failures.length > 0) {
  for (const failure of failures) console.error(`Goal missed: ${failure}`)
  process.exitCode = 1
} else console.log('All goals met.')

// Prints the table with a column for each detector.
function printColumns(table: readonly (readonly string[])[]): void {
  const width = (column: readonly string[]): number => Math.max(...column.map((cell) => cell.length))
  const widths = table.map(width)
  const [first = []] = table
  first.forEach((_, line) => {
    const cells = table.map((column, index) => {
      const cell = column[line] ?? ''
      return index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)
    })
    console.log(cells.join('  '))
  })
}
