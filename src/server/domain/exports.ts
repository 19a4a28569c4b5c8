// Stock and movements as rows for a file, of the locations where a person may work.
import type { Problem } from '#contract/problem.ts'
import { refuse } from '#contract/refusals.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import { SECURITY_KEYS } from '#contract/security-keys.ts'
import type { Person } from './people.ts'
import { problemFor } from './refusals.ts'

/** A row of a file: text and whole numbers by column. */
export type ExportRow = Readonly<Record<string, string | number>>

/** A part of an export, and where the next one begins; null: it was the last. */
export interface ExportPart<After> {
  readonly rows: readonly ExportRow[]
  readonly next: After | null
}

export interface AfterStock {
  readonly barcode: string
  readonly kind: string
  readonly owner: string
  readonly place: string
}

export interface ExportsPort {
  /** Stock on hand, in the order of its barcodes. Each part is read at its own moment. */
  readonly stock: (of: {
    readonly locations: readonly string[]
    readonly withGrowerStorage: boolean
    readonly after: AfterStock | null
  }) => Promise<ExportPart<AfterStock>>
  /** The number of the latest movement: an export ends there, whatever is booked meanwhile. */
  readonly latestMovement: () => Promise<number>
  /** Movements from or to these locations, the oldest first, up to number `until`. */
  readonly movements: (of: {
    readonly locations: readonly string[]
    readonly after: number
    readonly until: number
  }) => Promise<ExportPart<number>>
}

/** May this person export at all? Whoever holds a key sees stock, and so may take it along. */
export function mayExport(person: Person): Result<true, Problem> {
  return person.keys.size > 0
    ? succeed(true)
    : fail(problemFor(refuse('keyMissing', { key: SECURITY_KEYS.join(' / ') })))
}

/** All stock of the person's locations; what is kept for growers with the keys of grower storage. */
export async function* exportStock(port: ExportsPort, person: Person): AsyncGenerator<ExportRow> {
  const of = {
    locations: [...person.locations],
    withGrowerStorage: [...person.keys].some((key) => key.startsWith('GROWERSTORAGE')),
  }
  for (let after: AfterStock | null = null; ; ) {
    const part: ExportPart<AfterStock> = await port.stock({ ...of, after })
    yield* part.rows
    if (!part.next) return
    after = part.next
  }
}

/** All movements at the person's locations up to now. */
export async function* exportMovements(port: ExportsPort, person: Person): AsyncGenerator<ExportRow> {
  const until = await port.latestMovement()
  for (let after = 0; ; ) {
    const part = await port.movements({ locations: [...person.locations], after, until })
    yield* part.rows
    if (part.next === null) return
    after = part.next
  }
}
