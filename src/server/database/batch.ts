// Sends several statements and one Sync in one round trip. After a failure the database skips the rest.
// Writes its own messages to skip Describe for known statements, half of what the driver's queries cost.
import type pg from 'pg'
import { MessageWriter } from './message-writer.ts'
import { type Column, ResultReader, type Shape } from './result-reader.ts'

/** A statement in drizzle's form. */
export type Statement = Omit<pg.QueryConfig, 'values'> & {
  readonly rowMode?: 'array'
  readonly values?: unknown[] | undefined
}
/** Receives the result of a statement or its error. */
export type SettleCallback = (error: Error | undefined, result: pg.QueryResult | undefined) => void

// The parts of the driver's connection used here, which its types omit.
interface DriverConnection {
  readonly stream: { readonly write: (bytes: Buffer) => unknown }
  readonly parsedStatements: Record<string, string>
  readonly submittedNamedStatements: Record<string, string>
}

// Maximum prepared statements per connection. Further statements are parsed each time.
const maxPrepared = 250
const names = new Map<string, string>()
// Texts seen once. A statement is prepared only when it is seen again.
const seenOnce = new Set<string>()
// Statements of every change.
const fixedNames = new Map([
  ['begin', 'trimline-begin'],
  ['commit', 'trimline-commit'],
])

// The prepared name of a repeated text, the same on all connections.
// Statements without values, such as savepoints, are not prepared.
function nameOf({ text, values = [] }: Statement): string | undefined {
  if (values.length === 0) return fixedNames.get(text)
  const known = names.get(text)
  if (known !== undefined || names.size >= maxPrepared) return known
  if (!seenOnce.delete(text)) {
    if (seenOnce.size >= 4 * maxPrepared) seenOnce.clear()
    seenOnce.add(text)
    return undefined
  }
  const name = `trimline-${names.size + 1}`
  names.set(text, name)
  return name
}

// Result shapes of a connection's prepared statements, by name.
const shapesOf = new WeakMap<DriverConnection, Map<string, Shape>>()

interface SentStatement {
  readonly name: string
  readonly text: string
  readonly answer: ResultReader
  readonly settle: SettleCallback
}

/** Statements for one send: `client.query(new Batch(…))`. After a failure all later ones get its error. */
export class Batch {
  readonly #statements: readonly { readonly statement: Statement; readonly settle: SettleCallback }[]
  #sent: SentStatement[] = []
  #shapes = new Map<string, Shape>()
  // Index of the statement whose result is awaited.
  #at = 0

  constructor(statements: readonly { readonly statement: Statement; readonly settle: SettleCallback }[]) {
    this.#statements = statements
  }

  // The driver reads name and text when the database has parsed a statement.
  get name(): string | undefined {
    return this.#sent[this.#at]?.name
  }
  get text(): string | undefined {
    return this.#sent[this.#at]?.text
  }
  // Set here because the driver would otherwise assign its own callback.
  readonly callback = () => {}

  submit(connection: DriverConnection): Error | null {
    this.#shapes = shapesOf.get(connection) ?? new Map<string, Shape>()
    shapesOf.set(connection, this.#shapes)
    const writer = new MessageWriter()
    for (const { statement, settle } of this.#statements) {
      const name = statement.name ?? nameOf(statement) ?? ''
      const { text } = statement
      const answer = new ResultReader(statement)
      const at = this.#sent.push({ name, text, answer, settle }) - 1
      try {
        this.#write(writer, connection, statement, this.#sent[at])
      } catch (error) {
        // A value cannot be encoded: send nothing.
        this.#unprepareSkipped(connection)
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
    sent: SentStatement | undefined,
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
    // A statement without rows gets no row description, so store its shape here.
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
    this.#unprepareSkipped(connection)
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

  // Removes statements that the database skipped from the prepared ones.
  #unprepareSkipped({ submittedNamedStatements }: DriverConnection): void {
    for (const { name } of this.#sent.slice(this.#at)) delete submittedNamedStatements[name]
  }
}
