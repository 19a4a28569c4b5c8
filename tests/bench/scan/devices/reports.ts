/**
 * The HID reports that a keyboard device sends. The models in this folder describe devices, radios, hosts and
 * people, and use no constant of the detector.
 */
import { readPosition } from '#core/scan/layouts.ts'
import type { Random } from '../random.ts'
import type { TraceEvent } from '../traces.ts'

/** One HID report that changes one key. The device waits `pause` milliseconds before it makes the report. */
export interface Report {
  readonly type: 'down' | 'up'
  readonly key: string
  readonly code: string
  readonly shift: boolean
  readonly pause: number
}

export type End = 'Enter' | 'Tab' | 'CRLF' | 'none'

interface Position {
  readonly code: string
  readonly shift: boolean
}

const codes = [
  ...[...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `Key${letter}`),
  ...[...'0123456789'].map((digit) => `Digit${digit}`),
  ...['Period', 'Minus', 'Slash', 'Space'],
]
const positions = new Map<string, Position>(
  codes.flatMap((code) =>
    [false, true].map((shift) => [readPosition(code, shift, 'us') ?? '', { code, shift }] as const),
  ),
)

/** The key and its Shift on a US keyboard. */
export function positionOf(character: string): Position {
  return positions.get(character) ?? { code: '', shift: false }
}

export interface Firmware {
  /** Milliseconds from one key to the next, as the device makes its reports. */
  readonly pace: (random: Random) => number
  /** Share of the pace for which a key is down. */
  readonly down: number
  readonly end: End
}

/** The reports of one code. */
export function reportsOf(random: Random, code: string, { pace, down, end }: Firmware): readonly Report[] {
  const reports: Report[] = []
  let pauseBefore = 0
  const press = (key: string, { code: position, shift }: Position): void => {
    const period = pace(random)
    const hold = period * down
    reports.push({ type: 'down', key, code: position, shift, pause: pauseBefore })
    reports.push({ type: 'up', key, code: position, shift, pause: hold })
    pauseBefore = period - hold
  }
  for (const character of code) press(character, positionOf(character))
  if (end === 'Tab') press('Tab', { code: 'Tab', shift: false })
  if (end === 'Enter' || end === 'CRLF') press('Enter', { code: 'Enter', shift: false })
  if (end === 'CRLF') press('j', { code: 'KeyJ', shift: false })
  return reports
}

/** The browser's key events for reports at their arrival, with each modifier as its own key. */
export function toEvents(reports: readonly (Report & { readonly at: number })[]): readonly TraceEvent[] {
  return reports.flatMap(({ type, key, code, shift, at }): readonly TraceEvent[] => {
    const isLineFeed = key === 'j'
    const event = { key, code, shift, at, repeat: false, by: 'scanner' as const, ctrl: isLineFeed }
    if (!shift && !isLineFeed) return [{ ...event, type }]
    const modifier = shift ? { key: 'Shift', code: 'ShiftLeft' } : { key: 'Control', code: 'ControlLeft' }
    return type === 'down'
      ? [
          { ...event, ...modifier, type },
          { ...event, type },
        ]
      : [
          { ...event, type },
          { ...event, ...modifier, type, shift: false, ctrl: false },
        ]
  })
}
