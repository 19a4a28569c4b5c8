/** The host: turns keyboard states into key events, with shared modifiers and its own key repeat. */
import { readPosition } from '#core/scan/layouts.ts'
import type { Random } from '../random.ts'
import type { TraceEvent } from '../traces.ts'
import type { Arrival } from './links.ts'

export interface Device {
  readonly by: TraceEvent['by']
  readonly arrivals: readonly Arrival[]
}

export interface HostSettings {
  /** Order of the events of one state; some bridges send presses first. Modifiers come before both. */
  readonly order: 'releases first' | 'presses first'
  readonly repeatAfterMs: number
  readonly repeatEveryMs: number
}

export function drawHost(random: Random): HostSettings {
  return {
    order: 'releases first',
    repeatAfterMs: random.pick([250, 500, 660]),
    repeatEveryMs: random.pick([25, 33, 40]),
  }
}

const isModifier = (code: string): boolean => /^(Shift|Control|Alt)/.test(code)

interface Change {
  readonly at: number
  readonly type: 'down' | 'up'
  readonly code: string
  readonly by: TraceEvent['by']
}

function changesOf({ by, arrivals }: Device, order: HostSettings['order']): readonly Change[] {
  let before: readonly string[] = []
  return arrivals.flatMap(({ at, down }) => {
    const ups = before
      .filter((code) => !down.includes(code))
      .map((code) => ({ at, type: 'up' as const, code, by }))
    const old = before
    const downs = down
      .filter((code) => !old.includes(code))
      .map((code) => ({ at, type: 'down' as const, code, by }))
    before = down
    const all = order === 'releases first' ? [...ups, ...downs] : [...downs, ...ups]
    return [...all.filter(({ code }) => isModifier(code)), ...all.filter(({ code }) => !isModifier(code))]
  })
}

function keyOf(code: string, shift: boolean): string {
  if (isModifier(code)) return code.replace(/(Left|Right)$/, '')
  if (/^Numpad[0-9]$/.test(code)) return code.slice(6)
  if (code === 'NumpadEnter') return 'Enter'
  return readPosition(code, shift, 'us') ?? code
}

/** Returns the key events in order. The last pressed key repeats while it is down. */
export function keyEvents(devices: readonly Device[], host: HostSettings): readonly TraceEvent[] {
  const changes = devices
    .flatMap((device) => changesOf(device, host.order))
    .map((change, index) => ({ change, index }))
    .sort((a, b) => a.change.at - b.change.at || a.index - b.index)
    .map(({ change }) => change)
  const modifiers = new Set<string>()
  const events: TraceEvent[] = []
  let held: (Change & { readonly repeatAt: number }) | undefined
  const emit = (change: Change, at: number, repeat: boolean): void => {
    const shift = [...modifiers].some((code) => code.includes('Shift'))
    const ctrl = [...modifiers].some((code) => code.includes('Control'))
    const { type, code, by } = change
    events.push({ at, type, key: keyOf(code, shift), code, shift, ctrl, repeat, by })
  }
  for (const change of changes) {
    if (held !== undefined) {
      const { repeatEveryMs } = host
      for (let at = held.repeatAt; at < change.at; at += repeatEveryMs) emit(held, at, true)
      const repeats = Math.max(0, Math.ceil((change.at - held.repeatAt) / repeatEveryMs))
      held = { ...held, repeatAt: held.repeatAt + repeats * repeatEveryMs }
    }
    const modifierKey = `${change.by} ${change.code}`
    if (isModifier(change.code)) {
      if (change.type === 'down') modifiers.add(modifierKey)
      else modifiers.delete(modifierKey)
    } else if (change.type === 'down') held = { ...change, repeatAt: change.at + host.repeatAfterMs }
    else if (held?.code === change.code) held = undefined
    emit(change, change.at, false)
  }
  return events
}

/** The characters that the key events of one source write into a field. */
export function writtenBy(events: readonly TraceEvent[], by: TraceEvent['by']): string {
  return events
    .filter(
      (event) => event.by === by && event.type === 'down' && event.key.length === 1 && event.ctrl !== true,
    )
    .map(({ key }) => key)
    .join('')
}
