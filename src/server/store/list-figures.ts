// What a list says of each document's lines: how many, how many are done, and how many plants.
import { and, eq, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { DocumentKind, Status } from '#contract/constants.ts'
import type { ListWanted } from '#server/domain/documents-port.ts'
import { count, document, documentLine as line } from './schema/documents.ts'

/** Lines, done lines and plants; the plants are null if they are not told. */
export type FiguresRow = readonly [lines: number, done: number, plants: number | null]

const waiting: readonly Status[] = ['OPEN', 'RESERVED', 'RECOUNT', 'CANCELLED']

// When a line is done, as the screens count it (kinds/progress.ts).
function isDone(kind: DocumentKind, { at }: Pick<ListWanted, 'at'>): SQL | undefined {
  // The destination works on what was shipped.
  if (kind === 'transfer' && 'DestinationLocationID' in at) return eq(line.status, 'RECEIVED')
  const worked = notInArray(line.status, [...waiting])
  return kind === 'return'
    ? or(worked, and(eq(line.status, 'OPEN'), sql`${line.ordered} > 0`, ne(line.reason, '')))
    : worked
}

const plants = sql`coalesce(sum(coalesce(${line.received}, ${line.picked}, ${line.ordered})), 0)`

// A blind count tells no quantities before it is closed: the second person must not be led by the first.
const told: Partial<Readonly<Record<DocumentKind, SQL>>> = {
  count: sql`case when ${document.status} = 'CLOSED' or ${count.Blind} = 'NO' then ${plants} end`,
}

/**
 * The figures of a listed document, in the list's own query. A subquery and not a join: it is asked for the rows of the
 * page only, by the lines' index on the document's number.
 */
export function figuresOf(kind: DocumentKind, wanted: Pick<ListWanted, 'at'>) {
  return sql<FiguresRow>`(
    select json_build_array(count(*), count(*) filter (where ${isDone(kind, wanted)}), ${told[kind] ?? plants})
    from ${line} where ${line.number} = ${document.number})`
}

/** The same by their wire names (`figureFields`). */
export function wireFigures([lines, done, plantQty]: FiguresRow) {
  return { LineCount: lines, DoneLineCount: done, PlantQty: plantQty }
}
