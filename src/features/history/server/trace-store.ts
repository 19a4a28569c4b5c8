// Reads everything about a lot in one statement, so that movements and balances are consistent.
// Movements are found by the index `movement_barcode`, balances by primary key.
import { sql } from 'drizzle-orm'
import type { Trace, TraceAccount } from '#features/history/common/trace.ts'
import type { FoundTrace, TracePort } from '#features/history/server/trace.ts'
import { storageLocationOf } from '#server/database/stock-search.ts'
import type { Queries, Transaction } from '#server/database/transaction.ts'

interface StepRow {
  readonly id: number
  readonly from_kind: string
  readonly from_owner: string
  readonly from_place: string
  readonly from_name: string
  readonly to_kind: string
  readonly to_owner: string
  readonly to_place: string
  readonly to_name: string
  readonly document_kind: string | null
  readonly document_number: number | null
  readonly reason: string
  readonly description: string | null
  readonly qty: number
  readonly first: string
  readonly last: string
  readonly by: string
}

interface BalanceRow {
  readonly kind: string
  readonly owner: string
  readonly place: string
  readonly name: string
  readonly qty: number
  readonly seen: number
  readonly reserved: number
}

interface Row extends Record<string, unknown> {
  readonly plant: Omit<Trace, 'Steps' | 'TotalStepCount' | 'Places' | 'Sums' | 'Difference'>
  readonly total: string
  readonly steps: readonly StepRow[]
  readonly flows: FoundTrace['flows']
  readonly balances: readonly BalanceRow[]
}

// The name of the account's grower or nursery; '' for a place.
const nameOf = (prefix: string) => {
  const [kind, owner, place] = ['kind', 'owner', 'place'].map((name) => sql.raw(prefix + name))
  return sql`coalesce(case
    when ${kind} = 'grower-storage' or (${kind} = 'issued' and ${owner} = 'Grower')
      then (select grower.name from grower where grower.id = ${place})
    when ${kind} = 'issued' then (select nursery.name from nursery where nursery.id = ${place})
    end, '')`
}

/** Reads the trace of a lot. Movements are visible as in the history of its barcode. */
export function createTraceStore(queries: Queries | Transaction): TracePort {
  return {
    ofBarcode: async (barcode, { locations, withGrowerStorage }, { offset, limit }) => {
      const locationFilter = sql`any (${sql.param(locations)}::text[])`
      const { rows } = await queries.execute<Row>(sql`
        with moved as materialized (
          select movement.*, (
              (from_kind not in ('transit', 'issued') and from_owner = ${locationFilter})
              or (to_kind not in ('transit', 'issued') and to_owner = ${locationFilter}))
            and (${withGrowerStorage} or 'grower-storage' not in (from_kind, to_kind)) as seen
          from movement where barcode = ${barcode}),
        steps as (
          select min(id) as id, from_kind, from_owner, from_place, to_kind, to_owner, to_place, document_kind,
            document_number, reason, sum(qty) as qty, min(at) as first, max(at) as last,
            string_agg(distinct by, ', ') as by
          from moved where seen
          group by from_kind, from_owner, from_place, to_kind, to_owner, to_place, document_kind, document_number, reason),
        held as (
          select kind, owner, place, qty, reserved, case
            when kind = 'transit' then case when exists (
              select from document left join transfer on transfer.number = document.number
              where document.number = held.owner::integer
                and (document.location = ${locationFilter} or transfer.destination_location_id = ${locationFilter})) then qty else 0 end
            when kind = 'issued' then (
              select least(greatest(coalesce(sum(case when moved.to_kind = 'issued' then moved.qty else -moved.qty end), 0), 0), held.qty)
              from moved where moved.seen and (
                (to_kind, to_owner, to_place) = (held.kind, held.owner, held.place)
                or (from_kind, from_owner, from_place) = (held.kind, held.owner, held.place)))
            when owner = ${locationFilter} and (${withGrowerStorage} or kind <> 'grower-storage') then qty
            else 0 end as seen
          from balance as held where barcode = ${barcode} and qty <> 0)
        select
          (select json_build_object('BarcodeID', barcode.barcode, 'Commodity', barcode.commodity,
              'VarietyCode', barcode.variety_code, 'Variety', variety.description, 'TrimType', barcode.trim_type,
              'StockType', barcode.stock_type, 'TrimSeason', coalesce(trim_season.name, ''))
            from barcode join variety on variety.code = barcode.variety_code
              left join trim_season on trim_season.id = barcode.season_id
            where barcode.barcode = ${barcode}) as plant,
          (select count(*) from steps) as total,
          (select coalesce(json_agg(page order by page.id), '[]') from (
            select steps.*, ${nameOf('from_')} as from_name, ${nameOf('to_')} as to_name,
              (select description from reason_code where code = steps.reason order by active desc, type limit 1) as description
            from steps order by id limit ${limit} offset ${offset}) as page) as steps,
          (select coalesce(json_agg(flow), '[]') from (
            select from_kind as "from", to_kind as "to", seen, sum(qty) as qty from moved group by 1, 2, 3) as flow) as flows,
          (select coalesce(json_agg(holder order by kind, owner, place), '[]') from (
            select held.*, ${nameOf('')} as name from held) as holder) as balances`)
      const [row] = rows
      if (!row?.plant) return null
      return {
        plant: row.plant,
        steps: row.steps.map(stepOf),
        total: Number(row.total),
        flows: row.flows,
        balances: row.balances.map(({ kind, owner, place, name, qty, seen, reserved }) => ({
          account: accountOf(kind, owner, place, name),
          qty,
          seen,
          reserved,
        })),
      }
    },
  }
}

const accountOf = (kind: string, owner: string, place: string, name: string): TraceAccount => ({
  Kind: kind,
  Owner: owner,
  Place: storageLocationOf(kind, place),
  Name: name,
})

const stepOf = (row: StepRow) => ({
  ID: String(row.id),
  From: accountOf(row.from_kind, row.from_owner, row.from_place, row.from_name),
  To: accountOf(row.to_kind, row.to_owner, row.to_place, row.to_name),
  Qty: row.qty,
  First: new Date(row.first).toISOString(),
  Last: new Date(row.last).toISOString(),
  By: row.by,
  DocumentKind: row.document_kind ?? '',
  DocumentNbr: row.document_number === null ? null : String(row.document_number),
  ReasonCode: row.reason,
  ReasonDescript: row.description ?? '',
})
