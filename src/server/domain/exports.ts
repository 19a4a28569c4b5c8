// Stock and movements as rows of a file, for the locations of a person.
import type { Problem } from '#core/wire/problem.ts'
import { refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { SECURITY_KEYS } from '#core/wire/security-keys.ts'
import type { Person } from './people.ts'
import { problemFor } from './refusals.ts'
import { seesGrowerStorage } from './stock-access.ts'

/** A row of a file: text and whole numbers by column. */
export type ExportRow = Readonly<Record<string, string | number>>

/** A part of an export, and where the next one starts; null: this was the last. */
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
  /** Stock on hand by barcode. Each part is a separate read. */
  readonly stock: (of: {
    readonly locations: readonly string[]
    readonly withGrowerStorage: boolean
    readonly after: AfterStock | null
  }) => Promise<ExportPart<AfterStock>>
  /**
   * Between which numbers the movements of this time are: an export stops there, even if more are booked
   * meanwhile.
   */
  readonly movementNumbers: (of: MovementTime) => Promise<{ readonly after: number; readonly until: number }>
  /** Movements of this time from or to these locations, the oldest first, up to number `until`. */
  readonly movements: (of: {
    readonly locations: readonly string[]
    readonly withGrowerStorage: boolean
    /** Only this one. */
    readonly barcode?: string | undefined
    readonly time?: MovementTime
    readonly after: number
    readonly until: number
  }) => Promise<ExportPart<number>>
}

/**
 * From the moment `since` on, and earlier than `before`, ISO 8601; without them from the first, or to the
 * last.
 */
export interface MovementTime {
  readonly since?: string | undefined
  readonly before?: string | undefined
}

/** May this person export? Anyone with a key may: they see stock on screen too. */
export function mayExport(person: Person): Result<true, Problem> {
  return person.keys.size > 0
    ? succeed(true)
    : fail(problemFor(refuse('keyMissing', { key: SECURITY_KEYS.join(' / ') })))
}

/** All stock at the person's locations; grower storage only with a grower storage key. */
export async function* exportStock(port: ExportsPort, person: Person): AsyncGenerator<ExportRow> {
  const of = {
    locations: [...person.locations],
    withGrowerStorage: seesGrowerStorage(person),
  }
  for (let after: AfterStock | null = null; ; ) {
    const part: ExportPart<AfterStock> = await port.stock({ ...of, after })
    yield* part.rows
    if (!part.next) return
    after = part.next
  }
}

/**
 * All movements at the person's locations up to now, or those of one barcode and of some time; those of
 * grower storage only with a key for it.
 */
export async function* exportMovements(
  port: ExportsPort,
  person: Person,
  { barcode, ...time }: MovementTime & { readonly barcode?: string | undefined } = {},
): AsyncGenerator<ExportRow> {
  const numbers = await port.movementNumbers(time)
  const of = {
    locations: [...person.locations],
    withGrowerStorage: seesGrowerStorage(person),
    barcode,
    time,
    until: numbers.until,
  }
  for (let { after } = numbers; ; ) {
    const part = await port.movements({ ...of, after })
    yield* part.rows
    if (part.next === null) return
    after = part.next
  }
}
