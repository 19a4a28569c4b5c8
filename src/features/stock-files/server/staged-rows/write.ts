// Writes staged rows to the ledger in slices.
// New barcodes come first, because no user can be working on them yet.
// Stored barcodes come last, to hold their balance locks briefly. Rows are locked in barcode, account order.
import { sql } from 'drizzle-orm'
import { IMPORT_REASON } from '#features/stock-files/common/stock-import.ts'
import { IMPORTED_TYPE } from '#features/stock-files/server/stock-import/row-facts.ts'
import type { WritePosition, Written } from '#features/stock-files/server/stock-import/staged-rows.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { BEFORE_COLUMN, differs, FACT_COLUMNS, factsAsJson, LATER_COLUMN, TABLE } from './columns.ts'
import { CONFLICT_JSON, readCompared } from './compare.ts'

// Barcodes per slice.
const barcodesPerSlice = 1_000

interface Row extends Record<string, unknown> {
  readonly rows: string
  readonly opened: string
  readonly adjusted: string
  readonly unchanged: string
  readonly doubts: Parameters<typeof readCompared>[0]['doubts']
}

/** Marks the rows whose barcodes are already stored. Call before the first slice. */
export async function markKnown(transaction: Transaction): Promise<void> {
  await transaction.execute(
    sql.raw(
      `update ${TABLE} as row set known = true where exists (select from barcode where barcode.barcode = row.barcode)`,
    ),
  )
}

/** Writes the slice that follows `after`; null means the first slice. */
export async function writeSlice(
  transaction: Transaction,
  by: string,
  after: WritePosition | null,
): Promise<Written> {
  const { known, barcode } = after ?? { known: false, barcode: '' }
  const { rows: ends } = await transaction.execute<{ barcode: string; n: string }>(sql`
    select max(barcode) as barcode, count(*) as n from (
      select distinct barcode from ${table} where barcode > ${barcode} and known = ${known} and not refused order by barcode limit ${barcodesPerSlice}) as next`)
  const last = ends[0]?.barcode ?? null
  const next =
    Number(ends[0]?.n ?? 0) === barcodesPerSlice && last !== null
      ? { known, barcode: last }
      : known
        ? null
        : { known: true, barcode: '' }
  if (last === null) return { ...nothing, next }
  const between = sql`row.barcode > ${barcode} and row.barcode <= ${last} and row.known = ${known} and not row.refused`
  const written = known
    ? await correctStored(transaction, by, between)
    : await openNew(transaction, by, between)
  return { ...written, next }
}

const nothing = { rows: 0, opened: 0, adjusted: 0, unchanged: 0, doubts: [] }
const table = sql.raw(`${TABLE} as row`)
const columns = sql.raw(FACT_COLUMNS.map(({ column }) => column).join(', '))
const newFacts = sql.raw(
  FACT_COLUMNS.map(({ column, otherwise }) =>
    otherwise === null ? column : `coalesce(${column}, '${otherwise}')`,
  ).join(', '),
)
type Between = ReturnType<typeof sql>

// Opens new barcodes. A barcode that another transaction stored meanwhile moves to the second round.
// A barcode's first movement starts its chain, so the chain is written here.
// The trigger ignores movements that already have a position.
async function openNew(
  transaction: Transaction,
  by: string,
  between: Between,
): Promise<Omit<Written, 'next'>> {
  const { rows } = await transaction.execute<Row>(sql`
    with slice as materialized (select * from ${table} where ${between}),
    made as (
      insert into barcode (barcode, inventory_type, ${columns})
        select distinct on (barcode) barcode, ${IMPORTED_TYPE}, ${newFacts} from slice order by barcode, line
        on conflict (barcode) do nothing returning barcode),
    mine as materialized (select slice.* from slice join made using (barcode)),
    later as (
      update ${table} set known = true from slice
        where row.line = slice.line and not exists (select from made where made.barcode = slice.barcode)),
    standing as (
      insert into balance (barcode, kind, owner, place, qty)
        select barcode, kind, owner, place, qty from mine
        union all select barcode, 'opening', owner, '', -sum(qty) from mine where qty > 0 group by barcode, owner),
    numbered as materialized (
      select nextval('movement_id_seq') as id, count(*) over (partition by barcode) as places, moving.*
      from (select * from mine where qty > 0 order by barcode, line) as moving),
    first as materialized (
      select *, movement_hash(row(id, now(), ${by}::text, barcode, 'opening', owner, '', kind, owner, place, qty, null, null, null,
        ${IMPORT_REASON}::text, null, 1, ''::bytea)::movement, 1, ''::bytea) as hash
      from numbered where places = 1),
    chained as (insert into movement_chain (barcode, movements, hash) select barcode, 1, hash from first),
    moved as (
      insert into movement (id, by, barcode, from_kind, from_owner, from_place, to_kind, to_owner, to_place, qty, reason, position, hash)
        overriding system value
        select id, ${by}::text, barcode, 'opening', owner, '', kind, owner, place, qty, ${IMPORT_REASON}::text, 1, hash from first),
    chaining as (
      insert into movement (id, by, barcode, from_kind, from_owner, from_place, to_kind, to_owner, to_place, qty, reason)
        overriding system value
        select id, ${by}::text, barcode, 'opening', owner, '', kind, owner, place, qty, ${IMPORT_REASON}::text
        from numbered where places > 1 order by id)
    select count(*) as rows, count(*) as opened, 0 as adjusted, 0 as unchanged, '[]'::json as doubts from mine`)
  return readWritten(rows)
}

// Corrects stored barcodes. First marks the rows that differ, then creates and locks their accounts.
// Written quantities are computed under the lock. A row that was equal before the lock stays unchanged.
async function correctStored(
  transaction: Transaction,
  by: string,
  between: Between,
): Promise<Omit<Written, 'next'>> {
  await transaction.execute(sql`
    with changing as materialized (
      select row.*, balance.barcode is null as absent from ${table}
      join barcode as stored on stored.barcode = row.barcode and not ${differsFromStored}
      left join balance on ${own}
      where ${between} and balance.qty is distinct from row.qty),
    noted as (update ${table} set corrects = true, opens = absent from changing where row.line = changing.line)
    insert into balance (barcode, kind, owner, place)
      select barcode, kind, owner, place from changing where absent
      union select barcode, case when absent then 'opening' else 'adjusted' end, owner, '' from changing
      order by 1, 2, 3, 4
      on conflict do nothing`)
  await transaction.execute(sql`
    select from balance
    where (barcode, kind, owner, place) in (
      select row.barcode, row.kind, row.owner, row.place from ${table} where ${between} and row.corrects
      union select row.barcode, case when row.opens then 'opening' else 'adjusted' end, row.owner, '' from ${table} where ${between} and row.corrects)
    order by barcode, kind, owner, place for update`)
  const { rows } = await transaction.execute<Row>(sql`
    with compared as materialized (
      select row.*, case when row.opens then 'opened' when row.corrects and balance.qty <> row.qty then 'adjusted' else 'unchanged' end as change,
        null::integer as twice, null::json as first,
        case when ${differsFromStored} then ${sql.raw(factsAsJson('stored', false))} end as stored,
        case when row.corrects and balance.reserved > row.qty then balance.reserved end as beyond,
        case when row.corrects then balance.qty else row.qty end as before, case when row.opens then 'opening' else 'adjusted' end as contra
      from ${table} join barcode as stored on stored.barcode = row.barcode left join balance on ${own}
      where ${between}),
    good as materialized (select * from compared where stored is null and beyond is null),
    filled as (
      update barcode set ${later} = good.${later} from good
        where barcode.barcode = good.barcode and good.${later} is not null and barcode.${later} in ('', good.${beforeLater})),
    standing as (
      update balance set qty = row.qty from good as row where ${own} and row.before <> row.qty),
    against as (
      update balance set qty = balance.qty - gone.qty
      from (select barcode, contra, owner, sum(qty - before) as qty from good where before <> qty group by barcode, contra, owner) as gone
      where (balance.barcode, balance.kind, balance.owner, balance.place) = (gone.barcode, gone.contra, gone.owner, '')),
    moved as (
      insert into movement (by, barcode, from_kind, from_owner, from_place, to_kind, to_owner, to_place, qty, reason)
        select ${by}::text, barcode,
          case when qty > before then contra else kind end, owner, case when qty > before then '' else place end,
          case when qty > before then kind else contra end, owner, case when qty > before then place else '' end,
          abs(qty - before), ${IMPORT_REASON}::text
        from good where before <> qty order by barcode, line)
    select (select count(*) from compared) as rows,
      count(*) filter (where change = 'opened') as opened, count(*) filter (where change = 'adjusted') as adjusted,
      count(*) filter (where change = 'unchanged') as unchanged,
      (select coalesce(json_agg(${sql.raw(CONFLICT_JSON)} order by line), '[]') from compared where stored is not null or beyond is not null) as doubts
    from good`)
  return readWritten(rows)
}

const later = sql.raw(LATER_COLUMN)
const beforeLater = sql.raw(BEFORE_COLUMN)
const differsFromStored = sql.raw(differs('row', 'stored', 'stored'))
const own = sql.raw(
  'balance.barcode = row.barcode and balance.kind = row.kind and balance.owner = row.owner and balance.place = row.place',
)

const readWritten = ([row]: readonly Row[]): Omit<Written, 'next'> =>
  row ? { ...readCompared(row), rows: Number(row.rows) } : nothing
