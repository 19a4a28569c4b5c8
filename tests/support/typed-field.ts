/** Sends keys to a detector and a text field like a browser, and returns the results. */

import type { CaptureEvent, FieldText, Keystroke, UnclearScan } from '#core/scan/capture.ts'
import { defaultProfile } from '#core/scan/default-profile.ts'
import { reduceDetector } from '#core/scan/detect/detect.ts'
import { type DetectorEffect, type DetectorState, idleDetector } from '#core/scan/detect/state.ts'
import { typeInto } from '#core/scan/field-text.ts'
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import type { TraceEvent } from '#tests/bench/scan/traces.ts'

/** A key that is pressed and released. Defaults: held for 4 ms, with the code of a US keyboard. */
export interface Press {
  readonly key: string
  readonly at: number
  readonly hold?: number
  readonly code?: string
  readonly shift?: boolean
  readonly alt?: boolean
}

/** Returns the code of a key on a US keyboard. */
export function codeOf(key: string): string {
  if (key.length > 1) return key
  if (key === '%') return 'Digit5'
  return /[0-9]/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`
}

/** Returns the down and up events in order of time. */
export function pressKeys(presses: readonly Press[]): readonly TraceEvent[] {
  return presses
    .flatMap(({ key, at, hold = 4, code = codeOf(key), shift = false, alt = false }): TraceEvent[] => {
      const event = { key, code, shift, alt, repeat: false, by: 'scanner' as const }
      return [
        { ...event, type: 'down', at },
        { ...event, type: 'up', at: at + hold },
      ]
    })
    .map((event, index) => ({ event, index }))
    .sort((a, b) => a.event.at - b.event.at || a.index - b.index)
    .map(({ event }) => event)
}

export interface PlayedKeys {
  readonly scans: readonly string[]
  /** The scans, with the flag whether they are parts of codes. */
  readonly readScans: readonly {
    readonly text: string
    readonly cut: boolean
    readonly unclear?: UnclearScan
  }[]
  /** The final value of the field. */
  readonly value: string
  /** A person's keys that reached the shortcuts. */
  readonly personKeys: readonly Keystroke[]
  /** Keys other than characters that reached the page. */
  readonly namedKeys: readonly string[]
}

/** The field starts with the text `start` and the caret behind it. */
export function playKeys(
  events: readonly TraceEvent[],
  { profile = defaultProfile, start = '' }: { profile?: ScannerProfile; start?: string } = {},
): PlayedKeys {
  let state: DetectorState = idleDetector
  let field: FieldText = { value: start, start: start.length, end: start.length }
  const read: { text: string; cut: boolean; unclear?: UnclearScan }[] = []
  const told: Keystroke[] = []
  const named: string[] = []
  const apply = (effect: DetectorEffect): boolean => {
    if (effect.type === 'scan') {
      const { text, cut, unclear } = effect.scan
      read.push({ text, cut: cut === true, ...(unclear && { unclear }) })
    }
    if (effect.type === 'person') told.push(effect.stroke)
    if (effect.type === 'write') {
      const changed = effect.found !== undefined && effect.found !== field.value
      field = changed ? typeInto(field, effect.keys ?? []) : effect.field
    }
    if (effect.type === 'type') field = typeInto(field, effect.keys)
    return effect.type === 'swallow'
  }
  const send = (event: CaptureEvent): boolean => {
    const [next, effects] = reduceDetector(state, event, profile)
    state = next
    return effects.map(apply).includes(true)
  }
  const tickUntil = (time: number): void => {
    for (let count = 0; count < 400; count += 1) {
      if (state.wakeAt === undefined || state.wakeAt > time) return
      send({ type: 'tick', at: state.wakeAt })
    }
    throw new Error('The detector asks to be woken without end.')
  }
  for (const { type, key, code, at, shift, repeat, alt = false, ctrl = false, mute } of events) {
    tickUntil(at)
    const target = { id: 1, field }
    if (type === 'up') send({ type, key, code, at })
    else if (type === 'down') {
      const none = { ctrl, meta: false, altGraph: false }
      if (send({ type, key, code, at, repeat, shift, alt, ...none, target })) continue
      if ([...key].length > 1) named.push(key)
      else if (mute !== true) field = typeInto(field, [key])
    } else if (!send({ type: 'text', text: key, at, target, whole: type === 'text', entered: false }))
      field = typeInto(field, [...key])
  }
  tickUntil(Number.POSITIVE_INFINITY)
  return {
    scans: read.map(({ text }) => text),
    readScans: read,
    value: field.value,
    personKeys: told,
    namedKeys: named,
  }
}
