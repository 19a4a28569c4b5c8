// The faults of the simulation, and which states of operations they have met.
import { PACKING } from '#core/outbox/index.ts'
import type { Device } from './device.ts'

/** Faults of one call. */
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

/** Faults of a browser or of the server. */
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

/** The states of an operation when a fault occurs. `unanswered`: sent, and no request in flight. */
export const OPERATION_STATES = ['here', 'packing', 'sent', 'unanswered', 'refused', 'held'] as const
export type OperationState = (typeof OPERATION_STATES)[number]

/** Counts how often each fault has met each state. */
export class Coverage {
  readonly counts = new Map<Fault, Map<OperationState, number>>()
  faults = 0

  /** Counts a fault of this browser with the current states of its operations. */
  countFault(fault: Fault, device: Device): void {
    this.faults += 1
    const row = this.counts.get(fault) ?? new Map<OperationState, number>()
    this.counts.set(fault, row)
    for (const state of statesOf(device)) row.set(state, (row.get(state) ?? 0) + 1)
  }

  /** Adds the counts of another run. */
  add(other: Coverage): void {
    this.faults += other.faults
    for (const [fault, row] of other.counts) {
      const mine = this.counts.get(fault) ?? new Map<OperationState, number>()
      this.counts.set(fault, mine)
      for (const [state, n] of row) mine.set(state, (mine.get(state) ?? 0) + n)
    }
  }

  /** Each pair of a fault and a state that has not occurred. */
  missing(): readonly string[] {
    return [...CALL_FAULTS, ...OTHER_FAULTS].flatMap((fault) =>
      OPERATION_STATES.filter((state) => !this.counts.get(fault)?.get(state)).map(
        (state) => `${fault} × ${state}`,
      ),
    )
  }

  /** The counts as a text table. */
  table(): string {
    const width = Math.max(...[...CALL_FAULTS, ...OTHER_FAULTS].map(({ length }) => length))
    const cells = (texts: readonly string[]) => texts.map((text) => text.padStart(11)).join('')
    const rows = [...CALL_FAULTS, ...OTHER_FAULTS].map(
      (fault) =>
        fault.padEnd(width) +
        cells(OPERATION_STATES.map((state) => String(this.counts.get(fault)?.get(state) ?? 0))),
    )
    return [`${'fault met'.padEnd(width)}${cells(OPERATION_STATES)}`, ...rows].join('\n')
  }
}

/** The states of a browser's operations. */
export function statesOf({ disk, tabs }: Device): ReadonlySet<OperationState> {
  const inFlight = new Map<string, string>()
  for (const { app } of tabs)
    for (const [lane, key] of Object.entries(app.box.state().inFlight)) inFlight.set(lane, key)
  const states = new Set<OperationState>()
  for (const { state, lane } of disk.durable.operations.values()) {
    if (state === 'here') states.add(inFlight.get(lane) === PACKING ? 'packing' : 'here')
    else if (state === 'sent') states.add(inFlight.has(lane) ? 'sent' : 'unanswered')
    else states.add(state)
  }
  return states
}
