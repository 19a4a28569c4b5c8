// Exports stock and movements at a user's locations as file rows.
import type { Problem } from '#core/wire/problem.ts'
import { refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { SECURITY_KEYS } from '#core/wire/security-keys.ts'
import type { Person } from '#server/domain/people.ts'
import { problemFor } from '#server/domain/refusals.ts'
import { canSeeGrowerStorage } from '#server/domain/stock-access.ts'

/** A row of a file: text and whole numbers by column. */
export type ExportRow = Readonly<Record<string, string | number>>

/** A part of an export, and the start of the next one; null after the last. */
export interface ExportPart<After> {
  readonly rows: readonly ExportRow[]
  readonly next: After | null
}

export interface StockCursor {
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
    readonly after: StockCursor | null
  }) => Promise<ExportPart<StockCursor>>
  /** The id range of the movements in this time. Later movements do not extend a running export. */
  readonly movementNumbers: (of: MovementTime) => Promise<{ readonly after: number; readonly until: number }>
  /** Movements in this time from or to these locations, oldest first, up to id `until`. */
  readonly movements: (of: {
    readonly locations: readonly string[]
    readonly withGrowerStorage: boolean
    /** Only movements of this barcode. */
    readonly barcode?: string | undefined
    readonly time?: MovementTime
    readonly after: number
    readonly until: number
  }) => Promise<ExportPart<number>>
}

/** `since` inclusive, `before` exclusive, ISO 8601; unlimited if omitted. */
export interface MovementTime {
  readonly since?: string | undefined
  readonly before?: string | undefined
}

/** Whether the user may export: any key suffices, as for stock on screen. */
export function mayExport(person: Person): Result<true, Problem> {
  return person.keys.size > 0
    ? succeed(true)
    : fail(problemFor(refuse('keyMissing', { key: SECURITY_KEYS.join(' / ') })))
}

/** Exports all stock at the user's locations. Grower storage requires its key. */
export async function* exportStock(port: ExportsPort, person: Person): AsyncGenerator<ExportRow> {
  const of = {
    locations: [...person.locations],
    withGrowerStorage: canSeeGrowerStorage(person),
  }
  for (let after: StockCursor | null = null; ; ) {
    const part: ExportPart<StockCursor> = await port.stock({ ...of, after })
    yield* part.rows
    if (!part.next) return
    after = part.next
  }
}

/** Exports movements at the user's locations, by barcode or time if given. Grower storage needs its key. */
export async function* exportMovements(
  port: ExportsPort,
  person: Person,
  { barcode, ...time }: MovementTime & { readonly barcode?: string | undefined } = {},
): AsyncGenerator<ExportRow> {
  const numbers = await port.movementNumbers(time)
  const of = {
    locations: [...person.locations],
    withGrowerStorage: canSeeGrowerStorage(person),
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
