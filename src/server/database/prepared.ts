// Prepared statements: their text is built once, and each connection keeps them prepared.
import { fillPlaceholders, type SQLWrapper } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Statement } from './batch.ts'
import { joinWrites, type Write } from './batched-write.ts'
import type { Queries, Transaction } from './transaction.ts'
import { clientOf } from './transaction-client.ts'

const dialect = new PgDialect()

/** A statement with its values. */
export interface BoundStatement {
  readonly statement: Statement
}

/** Defines a statement that is built at first use. `values` fill its `sql.placeholder`s by name. */
export function preparedStatement(name: string, build: () => SQLWrapper) {
  let built: ReturnType<typeof dialect.sqlToQuery> | undefined
  return (values: Record<string, unknown>): BoundStatement => {
    built ??= dialect.sqlToQuery(build().getSQL())
    return { statement: { name, text: built.sql, values: fillPlaceholders(built.params, values) } }
  }
}

/** Runs a statement and returns its rows. In a transaction, statements of one event-loop turn are batched. */
export async function runPrepared<Row extends pg.QueryResultRow>(
  queries: Queries | Transaction,
  { statement }: BoundStatement,
): Promise<readonly Row[]> {
  const client = clientOf(queries)
  if (client) return (await client.query(statement)).rows
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- drizzle's types leave out its own client
  const { $client } = queries as Queries & { readonly $client: pg.Pool }
  return (await $client.query<Row>({ ...statement, values: statement.values ?? [] })).rows
}

/**
 * Runs a statement without a result. In a transaction it is sent with the next statement or the commit,
 * which fails if this statement fails. Otherwise it runs immediately.
 */
export async function runDeferred(
  queries: Queries | Transaction,
  input: SQLWrapper | BoundStatement | Write,
): Promise<void> {
  const client = clientOf(queries)
  if ('built' in input) {
    if (client) client.deferWrite(input)
    else await runPrepared(queries, { statement: joinWrites([input]) })
    return
  }
  if (!client) {
    await ('statement' in input ? runPrepared(queries, input) : queries.execute(input))
    return
  }
  if ('statement' in input) {
    client.defer(input.statement)
    return
  }
  const { sql: text, params } = dialect.sqlToQuery(input.getSQL())
  client.defer({ text, values: params })
}

const queriesByConnection = new WeakMap<object, Map<string, unknown>>()

/** Builds a drizzle query once per connection. `build` calls its `prepare(name)`. */
export function preparedQuery<Query>(
  queries: Queries | Transaction,
  name: string,
  build: (queries: Queries | Transaction) => Query,
): Query {
  const connection = clientOf(queries)?.queries ?? queries
  const known = queriesByConnection.get(connection) ?? new Map<string, unknown>()
  queriesByConnection.set(connection, known)
  if (!known.has(name)) known.set(name, build(connection))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was built under this name
  return known.get(name) as Query
}
