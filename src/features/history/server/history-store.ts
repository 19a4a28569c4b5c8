// Reads history: ledger movements, and the creation and last change of documents and lines.
import { type SQL, sql } from 'drizzle-orm'
import { HISTORY_EVENTS, type HistoryEntry } from '#features/history/common/history.ts'
import type { HistoryPort } from '#features/history/server/history.ts'
import { memberOf } from '#server/database/document-rows.ts'
import { outsideGrowerStorage } from '#server/database/ledger-store.ts'
import { document, documentLine, documentOwner, transfer } from '#server/database/schema/documents.ts'
import { movement } from '#server/database/schema/ledger.ts'
import { reasonCode } from '#server/database/schema/reference.ts'
import { barcode as barcodes } from '#server/database/schema/stock.ts'
import { storageLocationOf } from '#server/database/stock-search.ts'
import type { Queries, Transaction } from '#server/database/transaction.ts'
import { type PageRequest, type RecordPage, totalLimitOf } from '#server/domain/paging.ts'

interface Row extends Record<string, unknown> {
  id: string
  event: string
  at: string
  claimed_at: string | null
  by: string
  barcode: string
  qty: string | null
  wanted: number | null
  from_kind: string | null
  from_owner: string | null
  from_place: string | null
  to_kind: string | null
  to_owner: string | null
  to_place: string | null
  document_kind: string | null
  document_number: string | null
  status: string | null
  reason: string
  description: string | null
  total: string
  micros: string
  rank: number
}

export function createHistoryStore(queries: Queries | Transaction): HistoryPort {
  const read = async (events: SQL, page: PageRequest): Promise<RecordPage<HistoryEntry>> => {
    const { offset, limit, after } = page
    const [, at, rank, id] = /^(\d+) (\d) (.+)$/.exec(after ?? '') ?? []
    const afterCursor =
      id === undefined
        ? sql``
        : sql`where (micros, rank, length(id), id) < (${at}::bigint, ${Number(rank)}, ${id.length}, ${id})`
    const [size, skip] = after === undefined ? [limit, offset] : [limit + 1, 0]
    const { rows } = await queries.execute<Row>(sql`
      with events as (
        select *, (extract(epoch from at) * 1000000)::bigint as micros from (${events}) as found)
      select events.*, events.at::text as at, events.claimed_at::text as claimed_at, ${countOf(sql`events`, page)} as total,
        (select description from ${reasonCode} where code = events.reason order by active desc, type limit 1)
          as description
      from events ${afterCursor} order by micros desc, rank desc, length(id) desc, id desc limit ${size} offset ${skip}`)
    const last = rows.length > limit ? rows[limit - 1] : undefined
    return {
      records: rows.slice(0, limit).map(readEntry),
      // A page past the last row has no row that carries the count.
      total: Number(rows[0]?.total ?? (await count(sql`(${events}) as events`, page))),
      ...(after !== undefined && { next: last ? `${last.micros} ${last.rank} ${last.id}` : null }),
    }
  }
  const countOf = (events: SQL, page: PageRequest): SQL => {
    const countLimit = totalLimitOf(page)
    return sql`(select count(*) from (select from ${events} ${countLimit === undefined ? sql`` : sql`limit ${countLimit}`}) as counted)`
  }
  const count = async (events: SQL, page: PageRequest): Promise<string> => {
    const { rows } = await queries.execute<{ total: string }>(sql`select ${countOf(events, page)} as total`)
    return rows[0]?.total ?? '0'
  }
  return {
    hasBarcode: async (code) => {
      const { rows } = await queries.execute(sql`select from ${barcodes} where ${barcodes.barcode} = ${code}`)
      return rows.length > 0
    },
    ofBarcode: (code, { locations, withGrowerStorage }, page) => {
      const locationFilter = sql`any (${sql.param(locations)}::text[])`
      return read(
        sql`
          ${movements(sql`movement.barcode = ${code} and (
            (movement.from_kind not in ('transit', 'issued') and movement.from_owner = ${locationFilter})
            or (movement.to_kind not in ('transit', 'issued') and movement.to_owner = ${locationFilter}))
            and ${withGrowerStorage ? sql`true` : outsideGrowerStorage}`)}
          union all
          ${lines(sql`document_line.barcode = ${code} and exists (
            select from ${document} left join ${transfer} on ${transfer.number} = ${document.number}
            where ${document.number} = document_line.number
              and (${document.location} = ${locationFilter} or ${transfer.DestinationLocationID} = ${locationFilter}))
            and ${withGrowerStorage ? sql`true` : sql`${document.storageType} <> 'GROWERSTORAGE'`}`)}`,
        page,
      )
    },
    ofDocument: (number, page) => {
      const one = Number(number)
      return read(
        sql`
          ${movements(sql`movement.document_number = ${one}`)}
          union all
          ${lines(sql`document_line.number = ${one}`)}
          union all
          ${headers(one)}
          union all
          ${owners(one)}`,
        page,
      )
    },
  }
}

const movements = (where: SQL): SQL => sql`
  select 'm' || movement.id as id, 'MOVED' as event, movement.at, movement.by, movement.barcode,
    movement.qty::text as qty, movement.from_kind, movement.from_owner, movement.from_place,
    movement.to_kind, movement.to_owner, movement.to_place,
    movement.document_kind, movement.document_number::text as document_number, null::text as status,
    coalesce(nullif(movement.reason, ''), short.reason, '') as reason, 3 as rank, movement.claimed_at, short.wanted
  from ${movement} ${shortLineOf(sql`movement.line_id`, sql`movement.qty`, sql`movement.from_kind = 'transit'`)} where ${where}`

// Joins the line of a short event: its wanted quantity and the shortage reason.
// An arrival compares with the shipped quantity.
const shortLineOf = (id: SQL, qty: SQL, isArrival: SQL): SQL => sql`left join lateral (
    select case when ${isArrival} then '' else line.reason end as reason, wanted.qty as wanted
    from document_line as line join ${document} as at on at.number = line.number
      cross join lateral (select case when ${isArrival} then line.picked else line.ordered end as qty) as wanted
    where line.id = ${id} and at.kind in ('issuance', 'transfer') and line.picked is not null
      and ${qty} < wanted.qty) as short on true`

// The last change of each line, unless a movement shows it.
const lines = (where: SQL): SQL => sql`
  select 'l' || document_line.id, 'LINE', document_line.changed_at, document_line.changed_by, document_line.barcode,
    coalesce(document_line.received, document_line.picked, document_line.ordered)::text,
    null, null, null, null, null, null,
    ${document.kind}, ${document.number}::text, document_line.status, document_line.reason, 2,
    document_line.claimed_at, short.wanted
  from ${documentLine} join ${document} on ${document.number} = document_line.number
    ${shortLineOf(
      sql`document_line.id`,
      sql`coalesce(document_line.received, document_line.picked)`,
      sql`document_line.received is not null`,
    )}
  where ${where} and not exists (
    select from ${movement} where movement.line_id = document_line.id and movement.at = document_line.changed_at)`

// The creation and last change of a document.
const headers = (number: number): SQL => sql`
  select 'c' || ${document.number}, 'CREATED', ${document.createdAt}, ${document.createdBy}, '', null,
    null, null, null, null, null, null, ${document.kind}, ${document.number}::text, null, '', 0, null::timestamptz, null::integer
  from ${document} where ${document.number} = ${number}
  union all
  select 'd' || ${document.number}, 'CHANGED', ${document.changedAt}, ${document.changedBy}, '', null,
    null, null, null, null, null, null, ${document.kind}, ${document.number}::text, ${document.status}, '', 1, ${document.claimedAt}, null::integer
  from ${document} where ${document.number} = ${number} and ${document.changedAt} > ${document.createdAt}`

// The owner changes of a document.
const owners = (number: number): SQL => sql`
  select 'o' || ${documentOwner.id}, 'OWNED', ${documentOwner.at}, ${documentOwner.owner}, '', null,
    case when ${documentOwner.previous} <> '' then 'person' end, ${documentOwner.previous}, '',
    null, null, null, ${document.kind}, ${document.number}::text, null, '', 2, null::timestamptz, null::integer
  from ${documentOwner} join ${document} on ${document.number} = ${documentOwner.number}
  where ${document.number} = ${number}`

const accountOf = (kind: string | null, owner: string | null, place: string | null) =>
  kind === null
    ? null
    : {
        Kind: kind,
        Owner: owner ?? '',
        Place: storageLocationOf(kind, place ?? ''),
      }

const readEntry = (row: Row): HistoryEntry => ({
  ID: row.id,
  Event: memberOf(HISTORY_EVENTS, row.event),
  At: new Date(row.at).toISOString(),
  ClaimedAt: row.claimed_at === null ? '' : new Date(row.claimed_at).toISOString(),
  By: row.by,
  BarcodeID: row.barcode,
  Qty: row.qty === null ? null : Number(row.qty),
  WantedQty: row.wanted,
  From: accountOf(row.from_kind, row.from_owner, row.from_place),
  To: accountOf(row.to_kind, row.to_owner, row.to_place),
  DocumentKind: row.document_kind ?? '',
  DocumentNbr: row.document_number,
  Status: row.status ?? '',
  ReasonCode: row.reason,
  ReasonDescript: row.description ?? '',
})
