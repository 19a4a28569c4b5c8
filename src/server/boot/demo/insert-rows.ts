import type { InferInsertModel } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { insertJson } from '#server/store/insert-json.ts'
import type { Transaction } from '#server/store/transaction.ts'

// Rows per statement: a few hundred kilobytes, so that the embedded database can do other work in between.
const rowsPerStatement = 1_000

/** Inserts rows in order, in batches, with `insertJson`. */
export async function insertRows<Table extends PgTable>(
  transaction: Transaction,
  table: Table,
  rows: readonly JsonRow<Table>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement)
    await insertJson(transaction, table, rows.slice(start, start + rowsPerStatement))
}

/** A row as JSON. Times are ISO 8601 strings. */
export type JsonRow<Table extends PgTable> = {
  readonly [Field in keyof InferInsertModel<Table>]: Date extends InferInsertModel<Table>[Field]
    ? Exclude<InferInsertModel<Table>[Field], Date> | string
    : InferInsertModel<Table>[Field]
}
