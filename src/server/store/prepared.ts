// Hot statements: their text is built once, not with each call, and the connection keeps them prepared.
import { fillPlaceholders, type SQLWrapper } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Statement } from './batch.ts'
import { joinWrites, type Write } from './hot-write.ts'
import type { Queries, Transaction } from './transaction.ts'
import { clientOf } from './transaction-client.ts'

const dialect = new PgDialect()

/** A statement with its values. */
export interface Filled {
  readonly statement: Statement
}

/** A statement that is built at its first use; `values` fill its `sql.placeholder`s by name. */
export function hotStatement(name: string, build: () => SQLWrapper) {
  let built: ReturnType<typeof dialect.sqlToQuery> | undefined
  return (values: Record<string, unknown>): Filled => {
    built ??= dialect.sqlToQuery(build().getSQL())
    return { statement: { name, text: built.sql, values: fillPlaceholders(built.params, values) } }
  }
}

/** Sends it, in a transaction with what was asked in the same turn; its rows as the driver reads them. */
export async function ask<Row extends pg.QueryResultRow>(
  queries: Queries | Transaction,
  { statement }: Filled,
): Promise<readonly Row[]> {
  const client = clientOf(queries)
  if (client) return (await client.query(statement)).rows
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- drizzle's types leave out its own client
  const { $client } = queries as Queries & { readonly $client: pg.Pool }
  return (await $client.query<Row>({ ...statement, values: statement.values ?? [] })).rows
}

/**
 * Carries out a statement whose answer nobody needs: in a transaction it goes out with the next one, at the
 * latest with the commit, which fails if it does. Outside of one, at once.
 */
export async function later(
  queries: Queries | Transaction,
  what: SQLWrapper | Filled | Write,
): Promise<void> {
  const client = clientOf(queries)
  if ('built' in what) {
    if (client) client.laterWrite(what)
    else await ask(queries, { statement: joinWrites([what]) })
    return
  }
  if (!client) {
    await ('statement' in what ? ask(queries, what) : queries.execute(what))
    return
  }
  if ('statement' in what) {
    client.later(what.statement)
    return
  }
  const { sql: text, params } = dialect.sqlToQuery(what.getSQL())
  client.later({ text, values: params })
}

const builtOn = new WeakMap<object, Map<string, unknown>>()

/** A query of drizzle that is built once a connection: `build` calls its `prepare(name)`. */
export function hotQuery<Query>(
  queries: Queries | Transaction,
  name: string,
  build: (queries: Queries | Transaction) => Query,
): Query {
  const on = clientOf(queries)?.queries ?? queries
  const known = builtOn.get(on) ?? new Map<string, unknown>()
  builtOn.set(on, known)
  if (!known.has(name)) known.set(name, build(on))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was built under this name
  return known.get(name) as Query
}
