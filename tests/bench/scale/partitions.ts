// Compares the table of movements with a copy in twelve partitions by month.
import pg from 'pg'

/** Median milliseconds of queries and inserts: with one table, and with twelve partitions. */
export interface Partitions {
  readonly historyOne: number
  readonly historyTwelve: number
  readonly insertOne: number
  readonly insertTwelve: number
}

const rounds = 200

/**
 * Copies the movements into partitions by month, measures both, and drops the copies. Queries the database
 * directly, without the server.
 */
export async function comparePartitions(
  url: string,
  barcodeAt: (round: number) => string,
): Promise<Partitions> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const copies = ['one', 'twelve'] as const
    await client.query(`
      create table copied_one (like movement including defaults);
      alter table copied_one add primary key (id);
      create table copied_twelve (like movement including defaults) partition by range (at);
      alter table copied_twelve add primary key (id, at)`)
    for (let month = 0; month < 12; month += 1) {
      const start = `timestamptz '2025-11-01' + interval '${month} months'`
      const { rows } = await client.query<{ since: string; until: string }>(
        `select ${start} as since, ${start} + interval '1 month' as until`,
      )
      const [{ since, until } = { since: '', until: '' }] = rows
      await client.query(
        `create table copied_${month} partition of copied_twelve for values from ('${new Date(since).toISOString()}') to ('${new Date(until).toISOString()}')`,
      )
    }
    await client.query('create table copied_rest partition of copied_twelve default')
    for (const copy of copies) {
      await client.query(`insert into copied_${copy} select * from movement`)
      await client.query(`create index on copied_${copy} (barcode, id)`)
      await client.query(`analyze copied_${copy}`)
    }
    const times: Record<string, number[]> = {}
    for (let round = 0; round < rounds; round += 1) {
      for (const copy of copies) {
        const timed = async (what: string, name: string, text: string, values: readonly unknown[]) => {
          const began = performance.now()
          await client.query({ name: `${name} ${copy}`, text, values: [...values] })
          ;(times[`${what} ${copy}`] ??= []).push(performance.now() - began)
        }
        await timed(
          'history',
          'history',
          `select * from copied_${copy} where barcode = $1 order by id desc limit 50`,
          [barcodeAt(round)],
        )
        await timed(
          'insert',
          'insert',
          `insert into copied_${copy} select $1, now(), by, barcode, from_kind, from_owner, from_place, to_kind, to_owner, to_place, qty,
            document_kind, document_number, line_id, reason, claimed_at, position, hash from movement where barcode = $2 limit 1`,
          [1_000_000_000 + round, barcodeAt(round)],
        )
      }
    }
    await client.query('drop table copied_one, copied_twelve')
    const median = (what: string) => {
      const all = (times[what] ?? []).toSorted((one, other) => one - other)
      return all[all.length >> 1] ?? 0
    }
    return {
      historyOne: median('history one'),
      historyTwelve: median('history twelve'),
      insertOne: median('insert one'),
      insertTwelve: median('insert twelve'),
    }
  } finally {
    await client.end()
  }
}
