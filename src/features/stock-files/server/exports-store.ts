// Exports stock and movements by keyset pagination: all parts cost the same, and nothing is locked.
import { sql } from 'drizzle-orm'
import type { ExportsPort, MovementTime, StockCursor } from '#features/stock-files/server/exports.ts'
import { outsideGrowerStorage } from '#server/database/ledger-store.ts'
import { movement } from '#server/database/schema/ledger.ts'
import { location, trimSeason, variety } from '#server/database/schema/reference.ts'
import { balance, barcode } from '#server/database/schema/stock.ts'
import { storageLocationOf } from '#server/database/stock-search.ts'
import type { Queries, Transaction } from '#server/database/transaction.ts'

// Rows per part.
const rowsPerPart = 2_000

type StockRow = StockCursor & Readonly<Record<StockColumn, string>>
type StockColumn =
  | 'commodity'
  | 'season'
  | 'variety'
  | 'variety_name'
  | 'trim_type'
  | 'stock_type'
  | 'grade'
  | 'uom'
  | 'plant_code'
  | 'code_id'
  | 'rate'
  | 'attributes'
  | 'attributes_id'
  | 'origin'
  | 'qty'
  | 'reserved'
  | 'location_name'

type MovementRow = Readonly<Record<MovementColumn, string>>
type MovementColumn =
  | 'id'
  | 'at'
  | 'by'
  | 'barcode'
  | 'qty'
  | 'from_kind'
  | 'from_owner'
  | 'from_place'
  | 'to_kind'
  | 'to_owner'
  | 'to_place'
  | 'document_kind'
  | 'document_number'
  | 'reason'

export function createExportsStore(queries: Queries | Transaction): ExportsPort {
  return {
    stock: async ({ locations, withGrowerStorage, after }) => {
      const kinds = withGrowerStorage ? ['grower-storage', 'stock'] : ['stock']
      // Also skips earlier barcodes, because a merge join would read all their facts.
      const since = after
        ? sql`and (balance.barcode, balance.kind, balance.owner, balance.place)
            > (${after.barcode}, ${after.kind}, ${after.owner}, ${after.place})
            and barcode.barcode >= ${after.barcode}`
        : sql``
      const { rows } = await queries.execute<StockRow & Record<string, unknown>>(sql`
        select balance.barcode, balance.kind, balance.owner, balance.place, balance.qty, balance.reserved,
          ${location.description} as location_name, barcode.commodity, coalesce(${trimSeason.name}, '') as season,
          barcode.variety_code as variety, ${variety.description} as variety_name, barcode.trim_type,
          barcode.stock_type, barcode.grade, barcode.uom, barcode.plant_code, barcode.code_id, barcode.rate,
          barcode.attributes, barcode.attributes_id, barcode.origin
        from ${balance}
        join ${barcode} on barcode.barcode = balance.barcode
        join ${variety} on ${variety.code} = barcode.variety_code
        join ${location} on ${location.code} = balance.owner
        left join ${trimSeason} on ${trimSeason.id} = barcode.season_id
        where balance.kind = any (${sql.param(kinds)}::text[]) and balance.owner = any (${sql.param(locations)}::text[])
          and balance.qty > 0 ${since}
        order by balance.barcode, balance.kind, balance.owner, balance.place limit ${rowsPerPart}`)
      const last = rows.at(-1)
      return { rows: rows.map(stockRow), next: last && rows.length === rowsPerPart ? last : null }
    },
    movementNumbers: async (time) => {
      // `+ 0` disables the index on id: the planner would scan all earlier movements to find the first.
      const { rows } = await queries.execute<{ after: string; until: string }>(
        time.since === undefined && time.before === undefined
          ? sql`select 0 as after, coalesce(max(id), 0) as until from ${movement}`
          : sql`select coalesce(min(id + 0) - 1, 0) as after, coalesce(max(id + 0), 0) as until
              from ${movement} where ${isWithin(time)}`,
      )
      return { after: Number(rows[0]?.after ?? 0), until: Number(rows[0]?.until ?? 0) }
    },
    movements: async ({ locations, withGrowerStorage, barcode: code, time = {}, after, until }) => {
      const locationFilter = sql`any (${sql.param(locations)}::text[])`
      const { rows } = await queries.execute<MovementRow>(sql`
        select movement.*, to_char(movement.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
          coalesce(document_kind, '') as document_kind, coalesce(document_number::text, '') as document_number
        from ${movement}
        where id > ${after} and id <= ${until} ${code === undefined ? sql`` : sql`and movement.barcode = ${code}`}
          and ${isWithin(time)} and (
          (from_kind not in ('transit', 'issued') and from_owner = ${locationFilter})
          or (to_kind not in ('transit', 'issued') and to_owner = ${locationFilter}))
          and ${withGrowerStorage ? sql`true` : outsideGrowerStorage}
        order by id limit ${rowsPerPart}`)
      const last = rows.at(-1)
      return {
        rows: rows.map(movementRow),
        next: last && rows.length === rowsPerPart ? Number(last.id) : null,
      }
    },
  }
}

// Filters by time too, because ids do not follow the start times of transactions.
const isWithin = ({ since, before }: MovementTime) =>
  sql.join(
    [
      sql`true`,
      ...(since === undefined ? [] : [sql`movement.at >= ${since}::timestamptz`]),
      ...(before === undefined ? [] : [sql`movement.at < ${before}::timestamptz`]),
    ],
    sql` and `,
  )

// Uses the import's column names, so that an export can be edited and imported again.
const stockRow = (row: StockRow) => ({
  Barcode: row.barcode,
  Location: row.owner,
  LocationName: row.location_name,
  StorageLocation: storageLocationOf(row.kind, row.place),
  Quantity: Number(row.qty),
  Reserved: Number(row.reserved),
  Available: Number(row.qty) - Number(row.reserved),
  Variety: row.variety,
  VarietyName: row.variety_name,
  TrimType: row.trim_type,
  Season: row.season,
  StockType: row.stock_type,
  Commodity: row.commodity,
  Grade: row.grade,
  UOM: row.uom,
  PlantCode: row.plant_code,
  CodeID: row.code_id,
  Rate: row.rate,
  Attributes: row.attributes,
  AttributesID: row.attributes_id,
  Origin: row.origin,
})

const movementRow = (row: MovementRow) => ({
  Number: Number(row.id),
  Time: row.at,
  // Spreadsheets parse this form as date and time, but ISO 8601 as text.
  TimeUTC: row.at.replace('T', ' ').replace('Z', ''),
  User: row.by,
  Barcode: row.barcode,
  Quantity: Number(row.qty),
  From: row.from_kind,
  FromOwner: row.from_owner,
  FromPlace: storageLocationOf(row.from_kind, row.from_place),
  To: row.to_kind,
  ToOwner: row.to_owner,
  ToPlace: storageLocationOf(row.to_kind, row.to_place),
  Document: row.document_kind,
  DocumentNumber: row.document_number,
  Reason: row.reason,
})
