import type { InferInsertModel } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { insertJson } from '#server/store/insert-json.ts'
import type { Transaction } from '#server/store/transaction.ts'

// So many rows go into one statement: a few hundred kilobytes, so that the embedded database yields in between.
const batch = 1_000

/** Inserts rows in order, in batches, as `insertJson` does. */
export async function insertRows<Table extends PgTable>(
  transaction: Transaction,
  table: Table,
  rows: readonly JsonRow<Table>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += batch)
    await insertJson(transaction, table, rows.slice(start, start + batch))
}

/** A row as JSON says it: moments are ISO 8601 texts. */
export type JsonRow<Table extends PgTable> = {
  readonly [Field in keyof InferInsertModel<Table>]: Date extends InferInsertModel<Table>[Field]
    ? Exclude<InferInsertModel<Table>[Field], Date> | string
    : InferInsertModel<Table>[Field]
}
