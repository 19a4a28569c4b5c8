// What befalls people at work, and in which states it has met their operations.
import { PACKING } from '#core/outbox/index.ts'
import type { Device } from './device.ts'

/** What befalls one call. */
export const CALL_FAULTS = [
  'lost on the way',
  'never arrives',
  'answer lost',
  'answer never comes',
  'sent twice at once',
  'sent again later',
  'late',
  'answer late',
  'captive portal',
  'foreign page',
  'server error',
  'error after commit',
  'busy',
  'too many',
  'token refused',
  'malformed answer',
] as const
export type CallFault = (typeof CALL_FAULTS)[number]

/** What befalls a browser or the server as a whole. */
export const OTHER_FAULTS = [
  'no network',
  'disk full',
  'database lost',
  'commit unheard',
  'slow disk',
  'tab killed',
  'another tab',
  'sign-in ended',
  'another person',
  'log-out',
  'weeks pass',
  'clock set',
  'server restarted',
  'new version',
  'rights taken',
  'backup restored',
] as const
export type OtherFault = (typeof OTHER_FAULTS)[number]

export type Fault = CallFault | OtherFault

/** The states of an operation that a fault can meet; `unanswered`: sent, and nothing under way. */
export const MET = ['here', 'packing', 'sent', 'unanswered', 'refused', 'held'] as const
export type Met = (typeof MET)[number]

/** How often each fault has met each state. */
export class Coverage {
  readonly counts = new Map<Fault, Map<Met, number>>()
  faults = 0

  /** A fault befalls this browser now. */
  meet(fault: Fault, device: Device): void {
    this.faults += 1
    const row = this.counts.get(fault) ?? new Map<Met, number>()
    this.counts.set(fault, row)
    for (const state of statesOf(device)) row.set(state, (row.get(state) ?? 0) + 1)
  }

  /** Takes over what another run has met. */
  add(other: Coverage): void {
    this.faults += other.faults
    for (const [fault, row] of other.counts) {
      const mine = this.counts.get(fault) ?? new Map<Met, number>()
      this.counts.set(fault, mine)
      for (const [state, n] of row) mine.set(state, (mine.get(state) ?? 0) + n)
    }
  }

  /** Each fault with a state that it has never met. */
  missing(): readonly string[] {
    return [...CALL_FAULTS, ...OTHER_FAULTS].flatMap((fault) =>
      MET.filter((state) => !this.counts.get(fault)?.get(state)).map((state) => `${fault} × ${state}`),
    )
  }

  /** The table, for people to read. */
  table(): string {
    const width = Math.max(...[...CALL_FAULTS, ...OTHER_FAULTS].map(({ length }) => length))
    const cells = (texts: readonly string[]) => texts.map((text) => text.padStart(11)).join('')
    const rows = [...CALL_FAULTS, ...OTHER_FAULTS].map(
      (fault) =>
        fault.padEnd(width) + cells(MET.map((state) => String(this.counts.get(fault)?.get(state) ?? 0))),
    )
    return [`${'fault met'.padEnd(width)}${cells(MET)}`, ...rows].join('\n')
  }
}

/** The states that a browser's operations are in. */
export function statesOf({ disk, tabs }: Device): ReadonlySet<Met> {
  const flying = new Map<string, string>()
  for (const { app } of tabs)
    for (const [lane, key] of Object.entries(app.box.state().flying)) flying.set(lane, key)
  const states = new Set<Met>()
  for (const { state, lane } of disk.durable.operations.values()) {
    if (state === 'here') states.add(flying.get(lane) === PACKING ? 'packing' : 'here')
    else if (state === 'sent') states.add(flying.has(lane) ? 'sent' : 'unanswered')
    else states.add(state)
  }
  return states
}
