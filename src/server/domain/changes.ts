// What people are told of each other's changes (docs/live.md): only of what they could open.
import type { ModeId } from '#contract/constants.ts'
import { adjustmentRequests, trimAdjustment } from '#kinds/adjustment/rules.ts'
import { type Access, mayOpen } from '#kinds/engine.ts'
import { kinds } from '#kinds/index.ts'
import type { Kind } from '#kinds/kind.ts'
import type { Person } from './people.ts'

/** What something is about, as far as it decides who may hear of it. */
export interface Concern {
  /** A kind of documents, or `stock`. */
  readonly kind: string
  readonly mode: ModeId
  readonly locations: readonly string[]
}

/** A change that has been committed. */
export interface ToldChange extends Concern {
  /** The document, or the barcode of corrected stock. */
  readonly number: string
  readonly step: string
  readonly by: string
  /** The server's time, ISO 8601. */
  readonly at: string
  /** The key that it came with; '' for none. */
  readonly key: string
}

/** Changes in the order in which they have become visible; a position stands for all that was visible at a moment. */
export interface ChangesPort {
  readonly position: () => Promise<string>
  /** What has become visible since, and the position afterwards; `unknown` where nobody can say any more. */
  readonly since: (
    position: string,
  ) => Promise<{ readonly changes: readonly ToldChange[]; readonly position: string } | 'unknown'>
}

const accessTo = ({ kind, mode }: Concern): Access | undefined => {
  if (kind === 'request') return adjustmentRequests.access
  if (kind === 'stock') return trimAdjustment.modes[mode].access
  const ofKind: Readonly<Record<string, Kind>> = kinds
  return ofKind[kind]?.modes[mode]?.access
}

/** May this person be told? As who could open it, at one of its locations. */
export function mayHear(person: Person, concern: Concern): boolean {
  const access = accessTo(concern)
  return (
    access !== undefined &&
    mayOpen(access, person) === true &&
    concern.locations.some((location) => person.locations.has(location))
  )
}
