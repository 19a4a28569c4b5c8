// What a list says of each document's lines: how many, how many are done, and how many plants.
import { and, eq, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { DocumentKind, Status } from '#core/wire/constants.ts'
import type { ListWanted } from '#server/domain/documents-port.ts'
import { count, document, documentLine as line } from './schema/documents.ts'

/**
 * Lines, done lines and plants, null if they are not told; done lines with too few plants, and how many are
 * missing.
 */
export type FiguresRow = readonly [
  lines: number,
  done: number,
  plants: number | null,
  short: number,
  missing: number,
]

const waiting: readonly Status[] = ['OPEN', 'RESERVED', 'RECOUNT', 'CANCELLED']

// When a line is done, as the screens count it (core/kinds/progress.ts).
function isDone(kind: DocumentKind, { at }: Pick<ListWanted, 'at'>): SQL | undefined {
  // The destination works on what was shipped.
  if (kind === 'transfer' && 'DestinationLocationID' in at) return eq(line.status, 'RECEIVED')
  const worked = notInArray(line.status, [...waiting])
  return kind === 'return'
    ? or(worked, and(eq(line.status, 'OPEN'), sql`${line.ordered} > 0`, ne(line.reason, '')))
    : worked
}

const quantity = sql`coalesce(${line.received}, ${line.picked}, ${line.ordered})`
const plants = sql`coalesce(sum(${quantity}), 0)`

// The plants that a line lacks of those that it was to have; only of what is picked or shipped it is known
// how many.
function missing(kind: DocumentKind, { at }: Pick<ListWanted, 'at'>): SQL {
  if (kind !== 'issuance' && kind !== 'transfer') return sql`0`
  const shipped = sql`coalesce(${line.picked}, ${line.ordered})`
  const wanted = 'DestinationLocationID' in at ? shipped : sql`${line.ordered}`
  return sql`greatest(0, ${wanted} - ${quantity})`
}

// A blind count tells no quantities before it is closed: the second person must not be led by the first.
const told: Partial<Readonly<Record<DocumentKind, SQL>>> = {
  count: sql`case when ${document.status} = 'CLOSED' or ${count.Blind} = 'NO' then ${plants} end`,
}

/**
 * The figures of a listed document, in the list's own query. A subquery and not a join: it is asked for the
 * rows of the page only, by the lines' index on the document's number.
 */
export function figuresOf(kind: DocumentKind, wanted: Pick<ListWanted, 'at'>) {
  const [done, lacks] = [isDone(kind, wanted), missing(kind, wanted)]
  return sql<FiguresRow>`(
    select json_build_array(count(*), count(*) filter (where ${done}), ${told[kind] ?? plants},
      count(*) filter (where ${done} and ${lacks} > 0), coalesce(sum(${lacks}) filter (where ${done}), 0))
    from ${line} where ${line.number} = ${document.number})`
}

/** The same by their wire names (`figureFields`). */
export function wireFigures([lines, done, plantQty, short, shortQty]: FiguresRow) {
  return {
    LineCount: lines,
    DoneLineCount: done,
    PlantQty: plantQty,
    ShortLineCount: short,
    ShortQty: shortQty,
  }
}
