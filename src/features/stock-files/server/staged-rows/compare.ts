// Compares staged rows with earlier rows and with the stock, many in one statement.
import { sql } from 'drizzle-orm'
import type { ComparisonResult, RowConflict } from '#features/stock-files/server/stock-import/staged-rows.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { differs, factsAsJson, TABLE } from './columns.ts'

interface Row extends Record<string, unknown> {
  readonly opened: string
  readonly adjusted: string
  readonly unchanged: string
  readonly doubts: readonly RowConflict[]
}

/** The JSON of a doubtful row. `compared` joins a staged row and the data found for it. */
export const CONFLICT_JSON = `json_build_object('line', line, 'barcode', compared.barcode, 'given', ${factsAsJson('compared', false)},
  'change', change, 'twice', twice, 'first', first, 'known', stored, 'reserved', beyond)`

/** Parses the counts and doubtful rows of a result. */
export function readCompared({ opened, adjusted, unchanged, doubts }: Row): ComparisonResult {
  return {
    opened: Number(opened),
    adjusted: Number(adjusted),
    unchanged: Number(unchanged),
    doubts,
  }
}

// A row is a duplicate if an earlier row has the same account, unless the facts of that row are refused.
// Lateral queries force one index lookup per row. The temporary table has no statistics, and a full scan per
// row would be quadratic.
const compareStatement = (from: number, to: number) =>
  sql.raw(`
  with compared as (
    select row.*,
      case when balance.barcode is null then 'opened' when balance.qty = row.qty then 'unchanged' else 'adjusted' end as change,
      twice.line as twice,
      case when ${differs('row', 'first', 'staged')}
        then json_build_object('line', first.line, 'facts', ${factsAsJson('first', true)}) end as first,
      case when stored.barcode is not null and ${differs('row', 'stored', 'stored')} then ${factsAsJson('stored', false)} end as stored,
      case when balance.reserved > row.qty then balance.reserved end as beyond
    from ${TABLE} as row
    cross join lateral (select * from ${TABLE} as other where other.barcode = row.barcode order by line limit 1) as first
    left join lateral (
      select other.line from ${TABLE} as other
      where other.barcode = row.barcode and other.place = row.place and other.line < row.line
        and (other.kind, other.owner) = (row.kind, row.owner) and not ${differs('other', 'first', 'staged')}
      order by other.line limit 1) as twice on true
    left join lateral (select * from barcode where barcode.barcode = row.barcode offset 0) as stored on true
    left join lateral (
      select * from balance where (balance.barcode, balance.kind, balance.owner, balance.place) = (row.barcode, row.kind, row.owner, row.place)
      offset 0) as balance on true
    where row.line between ${from} and ${to}
  )
  select count(*) filter (where change = 'opened') as opened, count(*) filter (where change = 'adjusted') as adjusted,
    count(*) filter (where change = 'unchanged') as unchanged,
    coalesce(json_agg(${CONFLICT_JSON} order by line)
      filter (where twice is not null or first is not null or stored is not null or beyond is not null), '[]') as doubts
  from compared`)

/** Compares the staged rows from one line to another. */
export async function compareRows(
  transaction: Transaction,
  from: number,
  to: number,
): Promise<ComparisonResult> {
  const { rows } = await transaction.execute<Row>(compareStatement(from, to))
  const [row] = rows
  return row ? readCompared(row) : { opened: 0, adjusted: 0, unchanged: 0, doubts: [] }
}
