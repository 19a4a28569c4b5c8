import { sql } from 'drizzle-orm'
import type { ImportRow } from '#features/stock-files/server/stock-import/read-row.ts'
import type { StagedRowsPort } from '#features/stock-files/server/stock-import/staged-rows.ts'
import { advisoryLocks } from '#server/database/advisory-locks.ts'
import type { Database } from '#server/database/database.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { COPY_COLUMNS, copyText, createTableStatements, FACT_COLUMNS, TABLE } from './columns.ts'
import { compareRows } from './compare.ts'
import { markKnown, writeSlice } from './write.ts'

/** Creates the table of an import's rows. A session can run one import at a time. */
export async function createStagedRowTable(
  transaction: Transaction,
  kept: 'transaction' | 'session',
): Promise<void> {
  for (const statement of createTableStatements(kept)) await transaction.execute(sql.raw(statement))
}

/** Drops the table. */
export async function dropStagedRows(transaction: Transaction): Promise<void> {
  await transaction.execute(sql.raw(`drop table if exists ${TABLE}`))
}

/** Stores the rows of an import, in one transaction. */
export function createStagedRows(
  transaction: Transaction,
  { copyIn }: Pick<Database, 'copyIn'>,
): StagedRowsPort {
  return {
    add: async (rows) => {
      const [from, to] = [rows[0]?.line ?? 0, rows.at(-1)?.line ?? 0]
      if (rows.length > 0)
        await copyIn(transaction, `${TABLE} (${COPY_COLUMNS.join(', ')})`, copyText(rows.map(valuesOf)))
      return compareRows(transaction, from, to)
    },
    leaveOut: async ({ dropped, refused }) => {
      if (dropped.length > 0)
        await transaction.execute(sql`delete from ${staged} where line = any (${sql.param(dropped)}::int[])`)
      if (refused.length > 0)
        await transaction.execute(
          sql`update ${staged} set refused = true where line = any (${sql.param(refused)}::int[])`,
        )
    },
    begin: async () => {
      const { rows } = await transaction.execute<{ mine: boolean }>(
        sql`select pg_try_advisory_xact_lock(${advisoryLocks.stockImport}) as mine`,
      )
      if (rows[0]?.mine !== true) return false
      await markKnown(transaction)
      return true
    },
    write: (by, after) => writeSlice(transaction, by, after),
  }
}

const staged = sql.raw(TABLE)

function valuesOf({
  line,
  plant,
  given,
  originBefore,
  account,
  quantity,
}: ImportRow): (string | number | null)[] {
  const facts = FACT_COLUMNS.map(({ fact }) => (given.includes(fact) ? plant[fact] : null))
  return [line, plant.barcode, account.kind, account.owner, account.place, quantity, ...facts, originBefore]
}
