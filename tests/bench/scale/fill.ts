// Fills a database with a large valid ledger, by SQL statements: balances, documents, lines and hash chains.
// One movement opens each lot, and nine documents take plants from it. All are spread over 50 locations and a
// year.
import pg from 'pg'

/** Movements of each lot. */
export const movementsOfLot = 10
// Locations of the site, including `WAT`.
const locations = 50
const linesOfDocument = 20
const plantsOfLot = 1_000_000

/** The barcode of a lot, by its number from 0. */
export function lotBarcode(lot: number): string {
  return `S${String(lot).padStart(9, '0')}`
}

/** The location of a lot, by its number from 0. */
export function lotLocation(lot: number, lots: number): string {
  const at = Math.min(locations - 1, Math.floor(lot / Math.floor(lots / locations)))
  return at === 0 ? 'WAT' : `L${String(at).padStart(2, '0')}`
}

// Set statements replace triggers and secondary indexes, which are too slow for so many rows. Both are
// restored before measuring.
const secondaryIndexes = `select indexname as name, indexdef as made from pg_indexes
  where tablename in ('movement', 'document_line', 'balance', 'barcode', 'document') and indexdef not like 'CREATE UNIQUE%'`

/**
 * Adds `movements` movements to a database that has only the test warehouse.
 *
 * @param movements at least 100,000, a multiple of 10,000
 * @param report receives the name of each step
 */
export async function fillLedger(
  url: string,
  movements: number,
  report: (step: string) => void,
): Promise<void> {
  const lots = movements / movementsOfLot
  // Not a connection of the server's pool: a statement here takes minutes.
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const run = async (step: string, text: string) => {
    report(step)
    await client.query(text)
  }
  try {
    await client.query('set session_replication_role = replica')
    await client.query("set maintenance_work_mem = '512MB'")
    await client.query("set work_mem = '256MB'")
    const { rows: indexes } = await client.query<{ name: string; made: string }>(secondaryIndexes)
    await client.query(`drop index ${indexes.map(({ name }) => name).join(', ')}`)
    await run(
      'locations',
      `insert into location (code, description, time_zone)
        select 'L' || lpad(n::text, 2, '0'), 'Location ' || n, 'America/Los_Angeles' from generate_series(1, ${locations - 1}) as n;
      insert into person_location (username, location)
        select 'sam.super', code from location where code like 'L%'`,
    )
    await run(
      'lots',
      `create temporary table lot as
        select n as lot, 'S' || lpad(n::text, 9, '0') as barcode, case when at = 0 then 'WAT' else 'L' || lpad(at::text, 2, '0') end as location,
          'R-' || (n / 20 % 2000) as place, ''::bytea as hash
        from generate_series(0, ${lots - 1}) as n, lateral (select least(n / ${Math.floor(lots / locations)}, ${locations - 1}) as at) as whose;
      insert into barcode (barcode, commodity, season_id, variety_code, trim_type, stock_type)
        select barcode, 'STRAW', 'S1', case lot % 3 when 0 then 'MON' else 'ALB' end, 'Trimmed', 'COMMERCIAL' from lot`,
    )
    for (let level = 1; level <= movementsOfLot; level += 1) {
      await run(`movements ${(level - 1) * lots + 1} to ${level * lots}`, movementsAt(level, lots))
    }
    await run(
      'balances',
      `insert into movement_chain (barcode, movements, hash) select barcode, ${movementsOfLot}, hash from lot;
      insert into balance (barcode, kind, owner, place, qty)
        select barcode, 'stock', location, place, ${plantsOfLot} - gone from lot, lateral (${takenPlants}) as taken
        union all select barcode, 'opening', location, '', -${plantsOfLot} from lot
        union all select barcode, 'issued', 'Grower', 'G1', gone from lot, lateral (${takenPlants}) as taken`,
    )
    await run(
      'documents',
      `insert into document (number, kind, storage_type, status, location, season_id, created_by, created_at, changed_by, changed_at)
        select 10000001 + n, 'issuance', 'INVENTORY', 'SHIPPED', location, 'S1', 'sam.super', shipped - interval '1 day', 'sam.super', shipped
        from generate_series(0, ${documents(lots) - 1}) as n cross join lateral (select n::bigint * ${linesOfDocument} as line) as first
          cross join lateral (select ${timeOf(`${lots} + line`, lots)} as shipped) as times join lot on lot.lot = line % ${lots};
      insert into issuance (number, issue_to_type, issue_to_nbr) select number, 'Grower', 'G1' from document where number > 10000000`,
    )
    for (let level = 2; level <= movementsOfLot; level += 1) {
      await run(
        `lines ${(level - 2) * lots + 1} to ${(level - 1) * lots}`,
        `insert into document_line (id, number, barcode, status, ordered, picked, source_kind, source_owner, source_place, changed_by, changed_at)
          overriding system value
          select ${lineOf(level, lots)}, ${documentOf(level, lots)}, barcode, 'SHIPPED', ${plantsAt(level)}, ${plantsAt(level)}, 'stock', location, place,
            'sam.super', ${timeOf(`${(level - 1) * lots} + lot`, lots)} from lot order by lot`,
      )
    }
    for (const { name, made } of indexes) await run(name, made)
    await run(
      'sequences',
      `select setval('movement_id_seq', (select max(id) from movement)), setval('document_line_id_seq', ${lots * (movementsOfLot - 1)}),
        setval('issuance_number', 10000001 + ${documents(lots)})`,
    )
    await client.query('drop table lot')
    await client.query('set session_replication_role = origin')
    report('vacuum')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

const documents = (lots: number) => Math.ceil((lots * (movementsOfLot - 1)) / linesOfDocument)
const lineOf = (level: number, lots: number) => `${(level - 2) * lots} + lot + 1`
const documentOf = (level: number, lots: number) =>
  `10000001 + (${(level - 2) * lots} + lot) / ${linesOfDocument}`
const plantsAt = (level: number) => `1 + (lot * 7 + ${level}) % 50`
// The plants that all documents take from a lot.
const takenPlants = `select sum(1 + (lot * 7 + level) % 50) as gone from generate_series(2, ${movementsOfLot}) as level`

// Spreads the times of all movements over a year, in their order.
const timeOf = (at: string, lots: number) =>
  `timestamptz '2025-11-01' + interval '1 year' * ((${at})::float8 / ${lots * movementsOfLot})`

// Inserts one movement of each lot, in the order of the lots. Keeps its hash for the next level.
function movementsAt(level: number, lots: number): string {
  const values =
    level === 1
      ? `'opening', location, '', 'stock', location, place, ${plantsOfLot}, null, null, null, 'OPENING'`
      : `'stock', location, place, 'issued', 'Grower', 'G1', ${plantsAt(level)}, 'issuance', ${documentOf(level, lots)}, ${lineOf(level, lots)}, ''`
  // Ids continue after the movements of the test warehouse.
  const id = `1000 + ${(level - 1) * lots} + lot`
  return `
    create temporary table next_lot as
      select lot.lot, lot.barcode, lot.location, lot.place, made.of, movement_hash(made.of, ${level}, lot.hash) as hash
      from lot, lateral (select row(${id}, ${timeOf(`${(level - 1) * lots} + lot`, lots)}, 'sam.super', barcode, ${values}, null, 0, ''::bytea)::movement as of) as made;
    insert into movement (id, at, by, barcode, from_kind, from_owner, from_place, to_kind, to_owner, to_place, qty,
        document_kind, document_number, line_id, reason, position, hash)
      overriding system value
      select (of).id, (of).at, (of).by, (of).barcode, (of).from_kind, (of).from_owner, (of).from_place, (of).to_kind, (of).to_owner, (of).to_place,
        (of).qty, (of).document_kind, (of).document_number, (of).line_id, (of).reason, ${level}, hash
      from next_lot order by lot;
    drop table lot;
    create temporary table lot as select lot, barcode, location, place, hash from next_lot;
    drop table next_lot`
}
