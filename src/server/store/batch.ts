// Several statements in one round trip: sent together, with one Sync behind them. If one fails, the database
// skips those after it. It writes its own messages: a statement that a connection knows is not described
// again, which is half of what the driver's own queries cost.
import type pg from 'pg'
import { AnswerReader, type Column, type Shape } from './answer-reader.ts'
import { MessageWriter } from './message-writer.ts'

/** A statement as drizzle hands it over. */
export type Statement = Omit<pg.QueryConfig, 'values'> & {
  readonly rowMode?: 'array'
  readonly values?: unknown[] | undefined
}
/** What it came to, or why not. */
export type Settle = (error: Error | undefined, result: pg.QueryResult | undefined) => void

// The driver's connection as far as it is used here; its types leave this out.
interface DriverConnection {
  readonly stream: { readonly write: (bytes: Buffer) => unknown }
  readonly parsedStatements: Record<string, string>
  readonly submittedNamedStatements: Record<string, string>
}

// Statements that a connection keeps prepared; a further one is parsed each time.
const mostPrepared = 250
const names = new Map<string, string>()
// Texts that came once: what never comes again is not kept.
const once = new Set<string>()
// These come with every change.
const always = new Map([
  ['begin', 'trimline-begin'],
  ['commit', 'trimline-commit'],
])

// The name of a text that came before: the same on all connections. There is nothing to prepare in a
// savepoint and the like.
function nameOf({ text, values = [] }: Statement): string | undefined {
  if (values.length === 0) return always.get(text)
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

// What the answers of a connection's prepared statements look like, by name.
const shapesOf = new WeakMap<DriverConnection, Map<string, Shape>>()

interface Sent {
  readonly name: string
  readonly text: string
  readonly answer: AnswerReader
  readonly settle: Settle
}

/**
 * Statements to send in one go: `client.query(new Batch(…))`. Each is settled once; after a failure all later
 * ones with its error.
 */
export class Batch {
  readonly #statements: readonly { readonly statement: Statement; readonly settle: Settle }[]
  #sent: Sent[] = []
  #shapes = new Map<string, Shape>()
  // The statement whose answer is awaited.
  #at = 0

  constructor(statements: readonly { readonly statement: Statement; readonly settle: Settle }[]) {
    this.#statements = statements
  }

  // Read by the driver when the database has parsed a statement.
  get name(): string | undefined {
    return this.#sent[this.#at]?.name
  }
  get text(): string | undefined {
    return this.#sent[this.#at]?.text
  }
  // The driver sets one of its own where there is none.
  readonly callback = () => {}

  submit(connection: DriverConnection): Error | null {
    this.#shapes = shapesOf.get(connection) ?? new Map<string, Shape>()
    shapesOf.set(connection, this.#shapes)
    const writer = new MessageWriter()
    for (const { statement, settle } of this.#statements) {
      const name = statement.name ?? nameOf(statement) ?? ''
      const { text } = statement
      const answer = new AnswerReader(statement)
      const at = this.#sent.push({ name, text, answer, settle }) - 1
      try {
        this.#write(writer, connection, statement, this.#sent[at])
      } catch (error) {
        // A value that cannot be written: nothing is sent.
        this.#forget(connection)
        return error instanceof Error ? error : new Error(String(error))
      }
    }
    writer.sync()
    connection.stream.write(writer.take())
    return null
  }

  #write(
    writer: MessageWriter,
    { parsedStatements, submittedNamedStatements }: DriverConnection,
    { values = [] }: Statement,
    sent: Sent | undefined,
  ): void {
    if (!sent) return
    const { name, text, answer } = sent
    const known = name === '' ? undefined : (parsedStatements[name] ?? submittedNamedStatements[name])
    if (known !== undefined && known !== text) throw new Error(`${name} is the name of another statement`)
    if (known === undefined) {
      writer.parse(name, text)
      if (name !== '') submittedNamedStatements[name] = text
    }
    writer.bind(name, values)
    const shape = name === '' ? undefined : this.#shapes.get(name)
    if (shape) answer.expect(shape)
    else writer.describe()
    writer.execute()
  }

  handleRowDescription({ fields }: { readonly fields: readonly Column[] }): void {
    const sent = this.#sent[this.#at]
    if (!sent) return
    const shape = sent.answer.describe(fields)
    if (sent.name !== '') this.#shapes.set(sent.name, shape)
  }
  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#sent[this.#at]?.answer.addRow(fields)
  }
  handleCommandComplete({ text }: { readonly text: string }): void {
    const sent = this.#sent[this.#at]
    if (!sent) return
    sent.answer.complete(text)
    // One that answers no rows is described by nothing.
    if (sent.name !== '' && !this.#shapes.has(sent.name)) this.#shapes.set(sent.name, sent.answer.shape)
    this.#at += 1
  }
  handleEmptyQuery(): void {
    this.#at += 1
  }
  handleReadyForQuery(): void {
    this.#settleUpTo(this.#sent.length)
  }
  handleError(error: Error, connection: DriverConnection): void {
    this.#forget(connection)
    const from = this.#at
    this.#at = this.#statements.length
    this.#settleUpTo(from)
    for (const { settle } of this.#statements.slice(from)) settle(error, undefined)
  }

  #settleUpTo(end: number): void {
    const sent = this.#sent
    this.#sent = []
    for (const { answer, settle } of sent.slice(0, end)) {
      if (answer.error) settle(answer.error, undefined)
      else settle(undefined, answer.result)
    }
  }

  // What the database has skipped is not prepared.
  #forget({ submittedNamedStatements }: DriverConnection): void {
    for (const { name } of this.#sent.slice(this.#at)) delete submittedNamedStatements[name]
  }
}
