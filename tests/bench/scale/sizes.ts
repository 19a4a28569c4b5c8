// Reads the size of the database, and measures a vacuum.
import pg from 'pg'

/** Bytes of the database and of the tables that grow with the movements, including their indexes. */
export interface Sizes {
  readonly all: number
  readonly movement: number
  readonly movementIndexes: number
  readonly lines: number
  readonly documents: number
  readonly balances: number
  /** Bytes of one stored answer, and of one live change; NaN if there is none. */
  readonly answer: number
  readonly change: number
}

/** Reads the sizes of a database. */
export async function readSizes(pool: Pick<pg.Pool, 'query'>): Promise<Sizes> {
  const { rows } = await pool.query<Record<keyof Sizes, string>>(`
    select pg_database_size(current_database()) as all, pg_table_size('movement') as movement,
      pg_indexes_size('movement') as "movementIndexes",
      pg_total_relation_size('document_line') as lines,
      pg_total_relation_size('document') + pg_total_relation_size('issuance') as documents,
      pg_total_relation_size('balance') + pg_total_relation_size('barcode') + pg_total_relation_size('movement_chain') as balances,
      pg_total_relation_size('idempotency_key')::float8 / nullif((select count(*) from idempotency_key), 0) as answer,
      pg_total_relation_size('change')::float8 / nullif((select count(*) from change), 0) as change`)
  const [read] = rows
  if (!read) throw new Error('The database has no size')
  return {
    all: Number(read.all),
    movement: Number(read.movement),
    movementIndexes: Number(read.movementIndexes),
    lines: Number(read.lines),
    documents: Number(read.documents),
    balances: Number(read.balances),
    answer: Number(read.answer),
    change: Number(read.change),
  }
}

/** Seconds for a vacuum of all tables. */
export async function vacuumSeconds(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const began = performance.now()
    await client.query('vacuum analyze')
    return (performance.now() - began) / 1000
  } finally {
    await client.end()
  }
}
