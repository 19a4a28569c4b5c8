// Gives drizzle one connection in a transaction and batches statements to save round trips.
// Statements of one event-loop turn go out together.
// Deferred ones (`defer`) go with the next batch, at the latest with the commit.
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { Batch, type SettleCallback, type Statement } from './batch.ts'
import { joinWrites, type Write } from './batched-write.ts'
import { CopyIn } from './copy-in.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Queries, Transaction } from './transaction.ts'

interface QueuedStatement {
  readonly statement: Statement
  /** Merged with adjacent writes when it is sent. */
  readonly write?: Write
  readonly settle: SettleCallback
}

const nothing: pg.QueryResult = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] }
const ignoreResult: SettleCallback = () => {}
const begin: Statement = { text: 'begin' }
const asyncCommit: Statement = { text: 'set local synchronous_commit to off' }

/** A connection in one transaction. An error rejects the statement that failed or the next awaited one. */
export class TransactionClient {
  readonly #client: pg.PoolClient
  // Statements not sent yet, in order.
  #queue: QueuedStatement[] = []
  #isBegun = false
  #isScheduled = false
  #transaction: Transaction | undefined
  /** Identity of the current transaction. */
  transactionId: object = {}

  constructor(client: pg.PoolClient) {
    this.#client = client
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- drizzle calls nothing but `query`
    this.queries = drizzle({ client: this as unknown as pg.PoolClient })
    clients.set(this.queries, this)
  }

  /** Drizzle on this connection, in its current transaction. */
  readonly queries: Queries

  /** Begins a transaction. BEGIN is sent with the first statement. */
  async start(): Promise<Transaction> {
    this.#transaction ??= await this.#makeTransaction()
    this.#queue = [{ statement: begin, settle: ignoreResult }]
    this.#isBegun = false
    this.transactionId = {}
    return this.#transaction
  }

  // Reuses one drizzle transaction object, because creating one costs as much as a statement.
  async #makeTransaction(): Promise<Transaction> {
    this.#queue = []
    this.#isBegun = false
    return this.queries.transaction(async (transaction) => {
      clients.set(transaction, this)
      return transaction
    })
  }

  /** Called by drizzle. BEGIN and savepoints are queued; a savepoint with nothing to undo is never sent. */
  query(input: string | Statement, values?: unknown[]): Promise<pg.QueryResult> {
    const text = typeof input === 'string' ? input : input.text
    const statement =
      typeof input === 'string' ? { text, values } : { ...input, values: values ?? input.values }
    if (/^(?:begin|savepoint )/.test(text)) return this.#enqueue(statement)
    if (text.startsWith('release '))
      return this.#isQueued(savepointIn(text)) ? this.#removeSavepoint(text) : this.#enqueue(statement)
    if (text.startsWith('rollback to '))
      return this.#isQueued(savepointIn(text)) ? this.#discardFrom(text) : this.#enqueue(statement)
    if (text === 'rollback') {
      this.#queue = []
      if (!this.#isBegun) return Promise.resolve(nothing)
    }
    if (text === 'commit' && !this.hasStatements) return Promise.resolve(nothing)
    return new Promise((settle, fail) => {
      this.#queue.push({
        statement,
        settle: (error, result) =>
          error || !result ? fail(error ?? new Error('No answer')) : settle(result),
      })
      if (this.#isScheduled) return
      this.#isScheduled = true
      process.nextTick(() => this.#send())
    })
  }

  /** Whether any statement was issued in this transaction. */
  get hasStatements(): boolean {
    return this.#isBegun || this.#queue.length > 1
  }

  /** Queues a statement to be sent with the next awaited one. */
  defer(statement: Statement): void {
    this.#queue.push({ statement, settle: ignoreResult })
  }

  /** Runs COPY … FROM STDIN with these bytes, after all queued statements. */
  copyIn(text: string, bytes: Buffer): Promise<void> {
    if (this.#queue.length > 0) this.#send()
    return new Promise((settle, fail) => {
      const copying = new CopyIn(text, bytes, (error) => (error ? fail(error) : settle()))
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver's types lack it
      this.#client.query(copying as never)
    })
  }

  /** Queues a write that may be merged with others. */
  deferWrite(write: Write): void {
    this.#queue.push({ statement: { text: '' }, write, settle: ignoreResult })
  }

  #send(): void {
    this.#isScheduled = false
    const queue = this.#queue
    if (queue.length === 0) return
    this.#queue = []
    this.#isBegun = true
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver's types lack it
    this.#client.query(new Batch(mergeWrites(queue)) as never)
  }

  #enqueue(statement: Statement): Promise<pg.QueryResult> {
    this.#queue.push({ statement, settle: ignoreResult })
    return Promise.resolve(nothing)
  }

  #isQueued(savepoint: string): boolean {
    return this.#queue.some(({ statement: { text } }) => text === savepoint)
  }

  // Removes a savepoint that was never sent, instead of releasing it.
  #removeSavepoint(text: string): Promise<pg.QueryResult> {
    this.#queue = this.#queue.filter(({ statement }) => statement.text !== savepointIn(text))
    return Promise.resolve(nothing)
  }

  // Discards all statements since a savepoint that was never sent.
  #discardFrom(text: string): Promise<pg.QueryResult> {
    this.#queue = this.#queue.slice(
      0,
      this.#queue.findIndex(({ statement }) => statement.text === savepointIn(text)),
    )
    return Promise.resolve(nothing)
  }
}

// Merges adjacent writes into one statement. A repeated name starts a new statement.
function mergeWrites(queue: readonly QueuedStatement[]): readonly QueuedStatement[] {
  const all: QueuedStatement[] = []
  let writes: Write[] = []
  const end = () => {
    if (writes.length > 0) all.push({ statement: joinWrites(writes), settle: ignoreResult })
    writes = []
  }
  for (const each of queue) {
    const { write } = each
    if (!write || writes.some(({ name }) => name === write.name)) end()
    if (write) writes.push(write)
    else all.push(each)
  }
  end()
  return all
}

const savepointIn = (text: string): string => text.replace(/^(?:release|rollback to) /, '')

const clients = new WeakMap<object, TransactionClient>()
const clientsOfPool = new WeakMap<pg.PoolClient, TransactionClient>()

/**
 * Runs `work` in one transaction and commits it; rolls back on an exception.
 * With `group`, the commit may not be on disk yet when this returns.
 */
export async function runOnConnection<Result>(
  connection: pg.PoolClient,
  work: (transaction: Transaction) => Promise<Result>,
  group?: GroupCommit,
): Promise<Result> {
  const client = clientsOfPool.get(connection) ?? new TransactionClient(connection)
  clientsOfPool.set(connection, client)
  const transaction = await client.start()
  try {
    const result = await work(transaction)
    if (group?.isShared && client.hasStatements) {
      client.defer(asyncCommit)
      await commit(client)
      group.committed()
    } else await commit(client)
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

// PostgreSQL answers COMMIT in a failed transaction with ROLLBACK, without an error.
async function commit(client: TransactionClient): Promise<void> {
  const { hasStatements } = client
  const { command } = await client.query('commit')
  if (hasStatements && command !== 'COMMIT') throw new Error(`The commit was answered with ${command}`)
}

/** The connection of a transaction; undefined outside of one. */
export function clientOf(queries: Queries | Transaction): TransactionClient | undefined {
  return clients.get(queries)
}

/** Runs `work` in a savepoint. An exception rolls back only its part and is rethrown. Do not nest. */
export async function inSavepoint<Result>(
  transaction: Transaction,
  work: (savepoint: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = clients.get(transaction)
  if (!client) return transaction.transaction(work)
  await client.query('savepoint change')
  try {
    const result = await work(transaction)
    await client.query('release savepoint change')
    return result
  } catch (error) {
    await client.query('rollback to savepoint change')
    throw error
  }
}
