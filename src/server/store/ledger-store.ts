import { sql } from 'drizzle-orm'
import type { Account } from '#kinds/accounts.ts'
import type { AccountOf, Balance, LedgerPort, Movement } from '#server/domain/ledger.ts'
import { insertJson } from './insert-json.ts'
import { movement } from './schema/ledger.ts'
import type { Queries, Transaction } from './transaction.ts'

// Movements per statement: some hundred kilobytes.
const batch = 1_000

interface Row extends Record<string, unknown> {
  barcode: string
  kind: Account['kind']
  owner: string
  place: string
  qty: string
  reserved: string
}

const text = (values: readonly string[]) => sql`${sql.param(values)}::text[]`
const numbers = (values: readonly number[]) => sql`${sql.param(values)}::bigint[]`
const keys = (of: readonly AccountOf[]) =>
  sql`${text(of.map((each) => each.barcode))}, ${text(of.map((each) => each.account.kind))}, ${text(of.map((each) => each.account.owner))}, ${text(of.map((each) => each.account.place))}`

/** Balances and movements. Only inside a transaction: its locks prevent conflicts. */
export function createLedgerStore(queries: Queries | Transaction): LedgerPort {
  return {
    lock: async (giving, receiving) => {
      if (receiving.length > 0) {
        await queries.execute(sql`
          insert into balance (barcode, kind, owner, place)
          select distinct barcode, kind, owner, place
          from unnest(${keys(receiving)}) as asked (barcode, kind, owner, place)
          order by barcode, kind, owner, place
          on conflict do nothing`)
      }
      const { rows } = await queries.execute<Row>(sql`
        select balance.barcode, balance.kind, balance.owner, balance.place, balance.qty, balance.reserved
        from balance
        where (barcode, kind, owner, place) in (select * from unnest(${keys([...giving, ...receiving])}))
        order by barcode, kind, owner, place
        for update of balance`)
      return rows.map(({ barcode, kind, owner, place, qty, reserved }) => ({
        barcode,
        account: { kind, owner, place },
        qty: Number(qty),
        reserved: Number(reserved),
      }))
    },
    watch: async (watched) => {
      const { rows } = await queries.execute<Row & { since: string; latest: string }>(sql`
        with watched as (select * from unnest(${keys(watched)}, ${numbers(watched.map(({ since }) => since))})
          as asked (barcode, kind, owner, place, since)),
        latest as (select coalesce(max(id), 0) as latest from movement)
        select watched.*, latest, coalesce(gone.qty, 0) as qty, 0 as reserved
        from latest left join watched on true left join lateral (
          select sum(case when (to_kind, to_owner, to_place) = (kind, owner, place) then qty else -qty end) as qty
          from movement where movement.barcode = watched.barcode and movement.id > watched.since
            and case when (to_kind, to_owner, to_place) = (kind, owner, place)
                then not (from_kind in ('opening', 'adjusted') and from_place = '')
              when (from_kind, from_owner, from_place) = (kind, owner, place)
                then not (to_kind in ('opening', 'adjusted') and to_place = '') else false end
            and document_kind is distinct from 'request') as gone on true`)
      const went = watched.length === 0 ? [] : rows
      return {
        latest: Number(rows[0]?.latest ?? 0),
        went: went.map(({ barcode, kind, owner, place, since, qty }) => ({
          barcode,
          account: { kind, owner, place },
          since: Number(since),
          qty: Number(qty),
        })),
      }
    },
    write: async (balances, movements) => {
      const { rowCount } = await queries.execute(writeBalances(balances, movements))
      // An account without a row would silently lose plants.
      if (rowCount !== balances.length) {
        throw new Error(`Wrote ${rowCount} of ${balances.length} balances: an account has no row`)
      }
      for (let start = 0; start < movements.length; start += batch) {
        await insertJson(queries, movement, movements.slice(start, start + batch).map(movementRow))
      }
    },
  }
}

// Also locks the chains of the movements, in the order of their barcodes: the trigger that chains movements takes them in any order.
const writeBalances = (balances: readonly Balance[], movements: readonly Movement[]) => sql`
  with chains as materialized (
    select barcode from movement_chain where barcode = any (${text(movements.map(({ barcode }) => barcode))})
    order by barcode for update)
  update balance set qty = changed.qty, reserved = changed.reserved
  from unnest(${keys(balances)}, ${numbers(balances.map((each) => each.qty))}, ${numbers(balances.map((each) => each.reserved))})
    as changed (barcode, kind, owner, place, qty, reserved)
  where balance.barcode = changed.barcode and balance.kind = changed.kind
    and balance.owner = changed.owner and balance.place = changed.place
    and (select count(*) from chains) >= 0`

/** A movement's row, without its time. */
export function movementRow({ by, barcode, from, to, qty, cause, claimedAt }: Movement) {
  const document = 'document' in cause ? cause.document : undefined
  return {
    by,
    barcode,
    fromKind: from.kind,
    fromOwner: from.owner,
    fromPlace: from.place,
    toKind: to.kind,
    toOwner: to.owner,
    toPlace: to.place,
    qty,
    reason: cause.reason ?? '',
    claimedAt: claimedAt === null ? null : new Date(claimedAt).toISOString(),
    documentKind: document?.kind ?? null,
    documentNumber: document ? Number(document.number) : null,
    lineId: document ? Number(document.lineId) : null,
  }
}
