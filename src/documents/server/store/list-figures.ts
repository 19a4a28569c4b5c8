// Computes the line figures of a document list: lines, done lines and plants.
import { and, eq, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { DocumentKind, Status } from '#core/wire/constants.ts'
import type { ListFilter } from '#documents/server/documents-port.ts'
import { count, document, documentLine as line } from '#server/database/schema/documents.ts'

/** Lines, done lines, plants (null if hidden), short done lines, and the plants they lack. */
export type FiguresRow = readonly [
  lines: number,
  done: number,
  plants: number | null,
  short: number,
  missing: number,
]

const notWorked: readonly Status[] = ['OPEN', 'RESERVED', 'RECOUNT', 'CANCELLED']

// The condition of a done line, as the screens count it (core/kinds/progress.ts).
function isDone(kind: DocumentKind, { at }: Pick<ListFilter, 'at'>): SQL | undefined {
  // The destination works on the shipped lines.
  if (kind === 'transfer' && 'DestinationLocationID' in at) return eq(line.status, 'RECEIVED')
  const isWorked = notInArray(line.status, [...notWorked])
  return kind === 'return'
    ? or(isWorked, and(eq(line.status, 'OPEN'), sql`${line.ordered} > 0`, ne(line.reason, '')))
    : isWorked
}

const quantity = sql`coalesce(${line.received}, ${line.picked}, ${line.ordered})`
const plants = sql`coalesce(sum(${quantity}), 0)`

// Missing plants of a line. Only issuances and transfers have a wanted quantity.
function missing(kind: DocumentKind, { at }: Pick<ListFilter, 'at'>): SQL {
  if (kind !== 'issuance' && kind !== 'transfer') return sql`0`
  const shipped = sql`coalesce(${line.picked}, ${line.ordered})`
  const wanted = 'DestinationLocationID' in at ? shipped : sql`${line.ordered}`
  return sql`greatest(0, ${wanted} - ${quantity})`
}

// A blind count hides quantities until it is closed, so that the second count is independent.
const visiblePlants: Partial<Readonly<Record<DocumentKind, SQL>>> = {
  count: sql`case when ${document.status} = 'CLOSED' or ${count.Blind} = 'NO' then ${plants} end`,
}

/**
 * The figures of a document, as a column of the list query.
 * A subquery instead of a join, so that it runs only for the rows of the page, by index.
 */
export function figuresOf(kind: DocumentKind, wanted: Pick<ListFilter, 'at'>) {
  const [done, missingPlants] = [isDone(kind, wanted), missing(kind, wanted)]
  return sql<FiguresRow>`(
    select json_build_array(count(*), count(*) filter (where ${done}), ${visiblePlants[kind] ?? plants},
      count(*) filter (where ${done} and ${missingPlants} > 0), coalesce(sum(${missingPlants}) filter (where ${done}), 0))
    from ${line} where ${line.number} = ${document.number})`
}

/** Maps the figures to wire names (`totalFields`). */
export function wireFigures([lines, done, plantQty, short, shortQty]: FiguresRow) {
  return {
    LineCount: lines,
    DoneLineCount: done,
    PlantQty: plantQty,
    ShortLineCount: short,
    ShortQty: shortQty,
  }
}
