// Several statements in one round trip: sent together, with one Sync behind them. If one fails, the database skips those after it.
// The driver's own queries write and read their messages; this only joins what they write.
import pg from 'pg'

/** A statement as drizzle hands it over. */
export type Statement = Omit<pg.QueryConfig, 'values'> & {
  readonly rowMode?: 'array'
  readonly values?: unknown[] | undefined
}
/** What it came to, or why not. */
export type Settle = (error: Error | undefined, result: pg.QueryResult | undefined) => void

// The driver's query and connection as far as they are used here; its types leave this out.
interface DriverQuery {
  readonly name?: string
  readonly text: string
  prepare: (connection: object) => void
  handleRowDescription: (message: unknown) => void
  handleDataRow: (message: unknown) => void
  handleCommandComplete: (message: unknown, connection: DriverConnection) => void
  handleReadyForQuery: (connection: DriverConnection) => void
}
interface DriverConnection {
  readonly stream: { readonly write: (bytes: Buffer) => unknown }
  readonly submittedNamedStatements: Record<string, string>
  readonly sync: () => void
}

// Statements that a connection keeps prepared; a further one is parsed each time.
const mostPrepared = 250
const names = new Map<string, string>()
// Texts that came once: what never comes again is not kept.
const once = new Set<string>()

// The name of a text that came before: the same on all connections. There is nothing to prepare in `begin` and the like.
function nameOf({ text, values = [] }: Statement): string | undefined {
  if (values.length === 0) return undefined
  const known = names.get(text)
  if (known !== undefined || names.size >= mostPrepared) return known
  if (!once.delete(text)) {
    if (once.size >= 4 * mostPrepared) once.clear()
    once.add(text)
    return undefined
  }
  const name = `trimline-${names.size + 1}`
  names.set(text, name)
  return name
}

/** Statements to send in one go: `client.query(new Batch(…))`. Each is settled once; after a failure all later ones with its error. */
export class Batch {
  readonly #queries: readonly DriverQuery[]
  readonly #settle: readonly Settle[]
  // The statement whose answer is awaited.
  #at = 0
  #error: Error | undefined

  constructor(statements: readonly { readonly statement: Statement; readonly settle: Settle }[]) {
    this.#settle = statements.map(({ settle }) => settle)
    this.#queries = statements.map(({ statement }, index) => {
      const name = statement.name ?? nameOf(statement)
      const settled = (error: Error | undefined, result: pg.QueryResult) => this.#done(index, error, result)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver's types leave out what it calls itself
      return new pg.Query(
        { ...statement, values: statement.values ?? [], ...(name !== undefined && { name }) },
        settled,
      ) as unknown as DriverQuery
    })
  }

  // Read by the driver when the database has parsed a statement.
  get name(): string | undefined {
    return this.#queries[this.#at]?.name
  }
  get text(): string | undefined {
    return this.#queries[this.#at]?.text
  }
  // The driver sets one of its own where there is none.
  readonly callback = () => {}

  submit(connection: DriverConnection): Error | null {
    const parts: Buffer[] = []
    // Takes what the queries write, all but their own Sync.
    const collecting: object = Object.create(connection, {
      _send: { value: (bytes: Buffer) => void parts.push(bytes) },
      sync: { value: () => {} },
    })
    for (const query of this.#queries) {
      query.prepare(collecting)
      if (!this.#error) continue
      // A value that cannot be written: nothing is sent.
      this.#forget(connection)
      return this.#error
    }
    connection.sync.call(collecting)
    connection.stream.write(Buffer.concat(parts))
    return null
  }

  handleRowDescription(message: unknown): void {
    this.#queries[this.#at]?.handleRowDescription(message)
  }
  handleDataRow(message: unknown): void {
    this.#queries[this.#at]?.handleDataRow(message)
  }
  handleCommandComplete(message: unknown, connection: DriverConnection): void {
    this.#queries[this.#at]?.handleCommandComplete(message, connection)
    this.#at += 1
  }
  handleEmptyQuery(): void {
    this.#at += 1
  }
  handleReadyForQuery(connection: DriverConnection): void {
    // A row that could not be read fails its query here.
    for (const query of this.#queries) query.handleReadyForQuery(connection)
  }
  handleError(error: Error, connection: DriverConnection): void {
    this.#forget(connection)
    const from = this.#at
    this.#at = this.#queries.length
    this.#settle.forEach((settle, index) => {
      if (index >= from) settle(error, undefined)
      else this.#queries[index]?.handleReadyForQuery(connection)
    })
  }

  #done(index: number, error: Error | undefined, result: pg.QueryResult): void {
    this.#error ??= error
    if (error) this.#settle[index]?.(error, undefined)
    else this.#settle[index]?.(undefined, result)
  }

  // What the database has skipped is not prepared.
  #forget({ submittedNamedStatements }: DriverConnection): void {
    for (const { name } of this.#queries.slice(this.#at)) {
      if (name !== undefined) delete submittedNamedStatements[name]
    }
  }
}
