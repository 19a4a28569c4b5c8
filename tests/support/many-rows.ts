// Fills a warehouse of any size with SQL statements, to measure the cost of searches and lists. Its movements
// have no hash chains, and its balances have no opening account, so it cannot be used for work.
import type { Database } from '#server/database/database.ts'
import { fillWarehouse } from './warehouse.ts'

/** The barcodes of a site: of ten, seven are sold, one is reserved, two are available. */
export function manyBarcode(at: number): string {
  return `P${String(at).padStart(9, '0')}`
}

// Fixed for every size: open documents, and movements of the first barcode.
const OPEN_DOCUMENTS = 200
const MOVEMENTS_OF_ONE = 1_000
// Varieties are `V1` to `V50`; the last one has stock of every type.
const VARIETIES = 50
export const FIRST_DOCUMENT = 10_000_001

/**
 * Fills an empty database at WAT: the barcodes, and one issuance of three lines per ten barcodes. Each
 * barcode has an opening movement, and each shipped line has a movement.
 */
export async function fillManyRows(database: Database, barcodes: number): Promise<void> {
  await fillWarehouse(database)
  const documents = barcodes / 10
  const client = await database.pool.connect()
  try {
    // Disables triggers: hash chains of a million movements take minutes, and no search reads them.
    await client.query(`set session_replication_role = replica`)
    await client.query(`
      insert into variety (code, id, description, commodity)
      select 'V' || n, 100 + n, 'Variety ' || n, 'STRAW' from generate_series(1, ${VARIETIES}) n`)
    await client.query(`
      insert into barcode (barcode, commodity, season_id, variety_code, trim_type, stock_type)
      select 'P' || lpad(n::text, 9, '0'), 'STRAW', 'S1', 'V' || 1 + (n / 10) % ${VARIETIES}, 'Trimmed',
        case when n % 20 = 9 then 'FOUNDATION' else 'COMMERCIAL' end
      from generate_series(1, ${barcodes}) n`)
    await client.query(`
      insert into balance (barcode, kind, owner, place, qty, reserved)
      select 'P' || lpad(n::text, 9, '0'), 'stock', 'WAT', 'M-' || lpad((n / 20 % 500)::text, 3, '0'),
        case when n % 10 < 7 then 0 else 100 end, case when n % 10 = 7 then 100 else 0 end
      from generate_series(1, ${barcodes}) n`)
    await client.query(`
      insert into document (number, kind, storage_type, status, location, season_id, created_by, changed_by)
      select ${FIRST_DOCUMENT} - 1 + n, 'issuance', 'INVENTORY',
        case when n > ${documents} - ${OPEN_DOCUMENTS} / 2 then 'OPEN' when n > ${documents} - ${OPEN_DOCUMENTS} then 'RESERVED'
          when n % 20 = 0 then 'CANCELLED' else 'SHIPPED' end,
        'WAT', 'S1', 'pia.picker', 'pia.picker'
      from generate_series(1, ${documents}) n`)
    await client.query(`
      insert into issuance (number, issue_to_type, issue_to_nbr)
      select ${FIRST_DOCUMENT} - 1 + n, 'Grower', case when n between ${documents} - 300 and ${documents} - 281 then 'G1' else 'G2' end
      from generate_series(1, ${documents}) n`)
    await client.query(`
      insert into document_line (number, barcode, status, ordered, picked, held, source_kind, source_owner, source_place, changed_by)
      select document.number, 'P' || lpad((1 + (document.number * 3 + n) % ${barcodes})::text, 9, '0'), status, 10,
        case when status = 'SHIPPED' then 10 end, case when status = 'RESERVED' then 10 else 0 end, 'stock', 'WAT', 'M-001', 'pia.picker'
      from document, generate_series(1, 3) n`)
    await client.query(`
      insert into movement (by, barcode, from_kind, from_owner, from_place, to_kind, to_owner, to_place, qty, reason)
      select 'stocktaker', 'P' || lpad((case when n <= ${MOVEMENTS_OF_ONE} then 1 else n end)::text, 9, '0'), 'opening', 'WAT', '',
        'stock', 'WAT', 'M-001', 100, 'OPENING' from generate_series(1, ${barcodes}) n`)
    await client.query(`
      insert into movement (by, barcode, from_kind, from_owner, from_place, to_kind, to_owner, to_place, qty, document_kind, document_number, line_id)
      select 'pia.picker', barcode, 'stock', 'WAT', 'M-001', 'issued', 'Grower', (select issue_to_nbr from issuance where number = document_line.number), 10, 'issuance', number, id
      from document_line where status = 'SHIPPED' order by id`)
    await client.query('reset session_replication_role')
    await client.query('vacuum analyze')
  } finally {
    client.release()
  }
}
