// The connection of one transaction, as drizzle uses it. It makes few round trips out of many statements:
// those of one turn of the event loop go out together, and those whose answers nobody waits for (`later`)
// wait for the next one, at the latest the commit.
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { Batch, type Settle, type Statement } from './batch.ts'
import { CopyIn } from './copy-in.ts'
import type { GroupCommit } from './group-commit.ts'
import { joinWrites, type Write } from './hot-write.ts'
import type { Queries, Transaction } from './transaction.ts'

interface Held {
  readonly statement: Statement
  /** Joined with those next to it when it is sent. */
  readonly write?: Write
  readonly settle: Settle
}

const nothing: pg.QueryResult = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] }
const unheard: Settle = () => {}
const begin: Statement = { text: 'begin' }
const withoutWait: Statement = { text: 'set local synchronous_commit to off' }

/** A connection in one transaction. What fails is told to whoever waits for that statement or a later one. */
export class TransactionClient {
  readonly #client: pg.PoolClient
  // What is to be sent, in order.
  #held: Held[] = []
  #isBegun = false
  #isScheduled = false
  #transaction: Transaction | undefined
  /** Stands for the transaction that is under way. */
  turn: object = {}

  constructor(client: pg.PoolClient) {
    this.#client = client
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- drizzle calls nothing but `query`
    this.queries = drizzle({ client: this as unknown as pg.PoolClient })
    clients.set(this.queries, this)
  }

  /** Drizzle on this connection, in whatever transaction is under way. */
  readonly queries: Queries

  /** Begins a transaction; it goes out with the first statement. */
  async start(): Promise<Transaction> {
    this.#transaction ??= await this.#makeTransaction()
    this.#held = [{ statement: begin, settle: unheard }]
    this.#isBegun = false
    this.turn = {}
    return this.#transaction
  }

  // Drizzle's own costs as much as a statement, and is the same each time: it is taken from one that nothing
  // is asked in.
  async #makeTransaction(): Promise<Transaction> {
    this.#held = []
    this.#isBegun = false
    return this.queries.transaction(async (transaction) => {
      clients.set(transaction, this)
      return transaction
    })
  }

  /**
   * What drizzle calls. `begin` and savepoints are held back: a savepoint with nothing to undo is never sent.
   */
  query(asked: string | Statement, values?: unknown[]): Promise<pg.QueryResult> {
    const text = typeof asked === 'string' ? asked : asked.text
    const statement =
      typeof asked === 'string' ? { text, values } : { ...asked, values: values ?? asked.values }
    if (/^(?:begin|savepoint )/.test(text)) return this.#hold(statement)
    if (text.startsWith('release '))
      return this.#isHeld(savepointIn(text)) ? this.#unhold(text) : this.#hold(statement)
    if (text.startsWith('rollback to '))
      return this.#isHeld(savepointIn(text)) ? this.#drop(text) : this.#hold(statement)
    if (text === 'rollback') {
      this.#held = []
      if (!this.#isBegun) return Promise.resolve(nothing)
    }
    if (text === 'commit' && !this.hasAsked) return Promise.resolve(nothing)
    return new Promise((settle, fail) => {
      this.#held.push({
        statement,
        settle: (error, result) =>
          error || !result ? fail(error ?? new Error('No answer')) : settle(result),
      })
      if (this.#isScheduled) return
      this.#isScheduled = true
      process.nextTick(() => this.#send())
    })
  }

  /** Has anything been asked in this transaction? */
  get hasAsked(): boolean {
    return this.#isBegun || this.#held.length > 1
  }

  /** Sends a statement with the next one that somebody waits for. */
  later(statement: Statement): void {
    this.#held.push({ statement, settle: unheard })
  }

  /** Carries out a COPY … FROM STDIN with these bytes, after all that was asked before. */
  copyIn(text: string, bytes: Buffer): Promise<void> {
    if (this.#held.length > 0) this.#send()
    return new Promise((settle, fail) => {
      const copying = new CopyIn(text, bytes, (error) => (error ? fail(error) : settle()))
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver's types know less of a connection than it has
      this.#client.query(copying as never)
    })
  }

  /** The same for a write that may be joined with others. */
  laterWrite(write: Write): void {
    this.#held.push({ statement: { text: '' }, write, settle: unheard })
  }

  #send(): void {
    this.#isScheduled = false
    const held = this.#held
    if (held.length === 0) return
    this.#held = []
    this.#isBegun = true
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver's types know less of a connection than it has
    this.#client.query(new Batch(joined(held)) as never)
  }

  #hold(statement: Statement): Promise<pg.QueryResult> {
    this.#held.push({ statement, settle: unheard })
    return Promise.resolve(nothing)
  }

  #isHeld(savepoint: string): boolean {
    return this.#held.some(({ statement: { text } }) => text === savepoint)
  }

  // The savepoint that this text releases was never needed.
  #unhold(text: string): Promise<pg.QueryResult> {
    this.#held = this.#held.filter(({ statement }) => statement.text !== savepointIn(text))
    return Promise.resolve(nothing)
  }

  // Nothing since the savepoint was sent.
  #drop(text: string): Promise<pg.QueryResult> {
    this.#held = this.#held.slice(
      0,
      this.#held.findIndex(({ statement }) => statement.text === savepointIn(text)),
    )
    return Promise.resolve(nothing)
  }
}

// Writes that follow each other become one statement, unless a name comes twice.
function joined(held: readonly Held[]): readonly Held[] {
  const all: Held[] = []
  let writes: Write[] = []
  const end = () => {
    if (writes.length > 0) all.push({ statement: joinWrites(writes), settle: unheard })
    writes = []
  }
  for (const each of held) {
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
 * Runs `work` in one transaction on this connection, and commits it; what it throws takes all back. With
 * `group`: the commit may not be on the disk yet when this ends.
 */
export async function transactionOn<Result>(
  connection: pg.PoolClient,
  work: (transaction: Transaction) => Promise<Result>,
  group?: GroupCommit,
): Promise<Result> {
  const client = clientsOfPool.get(connection) ?? new TransactionClient(connection)
  clientsOfPool.set(connection, client)
  const transaction = await client.start()
  try {
    const result = await work(transaction)
    if (group?.isShared && client.hasAsked) {
      client.later(withoutWait)
      await commit(client)
      group.committed()
    } else await commit(client)
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

// The database answers COMMIT in a failed transaction with ROLLBACK, and without an error.
async function commit(client: TransactionClient): Promise<void> {
  const { hasAsked } = client
  const { command } = await client.query('commit')
  if (hasAsked && command !== 'COMMIT') throw new Error(`The commit was answered with ${command}`)
}

/** The connection of a transaction; undefined outside of one. */
export function clientOf(queries: Queries | Transaction): TransactionClient | undefined {
  return clients.get(queries)
}

/**
 * Runs `work` in a savepoint: what it throws takes back its own part only, and comes out. Not in another one.
 */
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
