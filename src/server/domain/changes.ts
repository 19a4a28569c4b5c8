// Live updates of other users' changes (docs/live.md), for users who may open the document.

import { adjustmentRequests, trimAdjustment } from '#core/kinds/adjustment/rules.ts'
import { type Access, mayOpen } from '#core/kinds/engine.ts'
import { kinds } from '#core/kinds/index.ts'
import type { Kind } from '#core/kinds/kind.ts'
import type { ModeId } from '#core/wire/constants.ts'
import type { Person } from './people.ts'

/** The facts of a change that determine its recipients. */
export interface ChangeScope {
  /** A document kind, or `stock`. */
  readonly kind: string
  readonly mode: ModeId
  readonly locations: readonly string[]
}

/** A committed change. */
export interface CommittedChange extends ChangeScope {
  /** The document number, or the barcode of corrected stock. */
  readonly number: string
  readonly step: string
  readonly by: string
  /** Server time, ISO 8601. */
  readonly at: string
  /** The request's idempotency key; '' for none. */
  readonly key: string
}

/** Reads changes in commit-visibility order. A position identifies everything visible at one moment. */
export interface ChangesPort {
  readonly position: () => Promise<string>
  /** The changes since `position`, and the new position; `unknown` if the position is too old. */
  readonly since: (
    position: string,
  ) => Promise<{ readonly changes: readonly CommittedChange[]; readonly position: string } | 'unknown'>
}

/** The access rules of a change; undefined for a kind of another version. */
export function accessTo({ kind, mode }: ChangeScope): Access | undefined {
  if (kind === 'request') return adjustmentRequests.access
  if (kind === 'stock') return trimAdjustment.modes[mode].access
  const ofKind: Readonly<Record<string, Kind>> = kinds
  return ofKind[kind]?.modes[mode]?.access
}

/** Whether to notify the user: only if they may open the document at one of its locations. */
export function maySeeChange(person: Person, concern: ChangeScope): boolean {
  const access = accessTo(concern)
  return (
    access !== undefined &&
    mayOpen(access, person) === true &&
    concern.locations.some((location) => person.locations.has(location))
  )
}
