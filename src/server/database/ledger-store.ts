import { type SQL, sql } from 'drizzle-orm'
import type { Account } from '#core/kinds/accounts.ts'
import type { AccountOf, Balance, LedgerPort, Movement } from '#server/domain/ledger.ts'
import { batchedWrite } from './batched-write.ts'
import { keyIsClaimed } from './document-rows.ts'
import { insertJson } from './insert-json.ts'
import { preparedStatement, runDeferred, runPrepared } from './prepared.ts'
import { movement } from './schema/ledger.ts'
import type { Queries, Transaction } from './transaction.ts'

// Movements per statement: some hundred kilobytes.
const movementsPerInsert = 1_000

interface Row extends Record<string, unknown> {
  barcode: string
  kind: Account['kind']
  owner: string
  place: string
  qty: string
  reserved: string
}

/** SQL condition: the movement does not touch grower storage. */
export const outsideGrowerStorage: SQL = sql`'grower-storage' not in (${movement.fromKind}, ${movement.toKind})`

const text = (values: readonly string[]) => sql`${sql.param(values)}::text[]`
const numbers = (values: readonly number[]) => sql`${sql.param(values)}::bigint[]`
const keys = (of: readonly AccountOf[]) =>
  sql`${text(of.map((each) => each.barcode))}, ${text(of.map((each) => each.account.kind))}, ${text(of.map((each) => each.account.owner))}, ${text(of.map((each) => each.account.place))}`

const readBalance = ({ barcode, kind, owner, place, qty, reserved }: Row): Balance => ({
  barcode,
  account: { kind, owner, place },
  qty: Number(qty),
  reserved: Number(reserved),
})

const lockSourceAccounts = preparedStatement(
  'lock-sources',
  () => sql`select barcode, kind, owner, place, qty, reserved from balance
    where (barcode, kind, owner, place) in (select barcode, source_kind, source_owner, source_place from document_line
        where number = ${sql.placeholder('number')} and id = any (${sql.placeholder('ids')}::bigint[]))
      and ${keyIsClaimed}
    order by barcode, kind, owner, place
    for update`,
)

// Locks one account. Without a list the planner expects one row and uses the key.
const lockSourceAccount = preparedStatement(
  'lock-source',
  () => sql`select balance.barcode, kind, owner, place, qty, reserved from document_line join balance
      on balance.barcode = document_line.barcode and (kind, owner, place) = (source_kind, source_owner, source_place)
    where document_line.number = ${sql.placeholder('number')} and document_line.id = ${sql.placeholder('id')} and ${keyIsClaimed}
    for update of balance`,
)

/** Locks the lines' source accounts in the order of `LedgerPort.lock`. Call with the document locked. */
export async function lockSources(
  queries: Queries | Transaction,
  number: string,
  ids: readonly string[],
): Promise<readonly Balance[]> {
  const rows = await runPrepared<Row>(
    queries,
    ids.length === 1
      ? lockSourceAccount({ number: Number(number), id: ids[0] })
      : lockSourceAccounts({ number: Number(number), ids: [...ids] }),
  )
  return rows.map(readBalance)
}

/** Stores balances and movements. Use only inside a transaction, which holds the locks. */
export function createLedgerStore(queries: Queries | Transaction): LedgerPort {
  return {
    lock: async (giving, receiving) => {
      if (receiving.length > 0) {
        const rows = sql`
          insert into balance (barcode, kind, owner, place)
          select distinct barcode, kind, owner, place
          from unnest(${keys(receiving)}) as asked (barcode, kind, owner, place)
          order by barcode, kind, owner, place
          on conflict do nothing`
        await runDeferred(queries, rows)
      }
      const { rows } = await queries.execute<Row>(sql`
        select balance.barcode, balance.kind, balance.owner, balance.place, balance.qty, balance.reserved
        from balance
        where (barcode, kind, owner, place) in (select * from unnest(${keys([...giving, ...receiving])}))
        order by barcode, kind, owner, place
        for update of balance`)
      return rows.map(readBalance)
    },
    netInflows: async (watched) => {
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
      const [first] = balances
      if (first && balances.length === 1 && movements.length === 0) {
        const { barcode, account, qty, reserved } = first
        await runDeferred(queries, writeBalance({ barcode, ...account, qty, reserved }))
        return
      }
      const written = {
        n: balances.length,
        chains: movements.map(({ barcode }) => barcode),
        rows: JSON.stringify(
          balances.map(({ barcode, account, qty, reserved }) => ({ barcode, ...account, qty, reserved })),
        ),
      }
      await runDeferred(queries, writeBalances(written))
      for (let start = 0; start < movements.length; start += movementsPerInsert) {
        await insertJson(
          queries,
          movement,
          movements.slice(start, start + movementsPerInsert).map(movementRow),
        )
      }
    },
  }
}

// Writes all balances in one statement, and locks the chains of the movements in barcode order.
// The chaining trigger would lock them in any order, which can deadlock.
// Rows are one JSON value, because arrays of varying length would be planned each time.
// An account without a row would lose plants, so the division by 0 then fails the transaction.
const writeBalances = batchedWrite('balances', () => ({
  tables: sql`
    chains as materialized (
      select barcode from movement_chain where barcode = any (${sql.placeholder('chains')}::text[])
      order by barcode for update),
    balanced as (update balance set qty = changed.qty, reserved = changed.reserved
      from json_to_recordset(${sql.placeholder('rows')}::json)
        as changed (barcode text, kind text, owner text, place text, qty bigint, reserved bigint)
      where balance.barcode = changed.barcode and balance.kind = changed.kind
        and balance.owner = changed.owner and balance.place = changed.place
        and (select count(*) from chains) >= 0
      returning true)`,
  answer: sql`select 1 / (count(*) = ${sql.placeholder('n')})::int as "every account has its row" from balanced`,
}))

// Writes one balance by its key, without movements.
const writeBalance = batchedWrite('balance', () => ({
  tables: sql`
    balanced as (update balance set qty = ${sql.placeholder('qty')}, reserved = ${sql.placeholder('reserved')}
      where barcode = ${sql.placeholder('barcode')} and kind = ${sql.placeholder('kind')}
        and owner = ${sql.placeholder('owner')} and place = ${sql.placeholder('place')}
      returning true)`,
  answer: sql`select 1 / count(*) as "the account has its row" from balanced`,
}))

/** A row of `movement`, without its time. */
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
