// Group commit on the embedded database, whose one session all requests share.
// Transactions commit without fsync while others queue. Each is acknowledged after one shared fsync.
// A crash loses only commits that were not acknowledged.
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { type Queries, sqlState } from './transaction.ts'

// The flush starts when no transaction waits, after this many commits, or this many ms after the first.
const maxCommits = 16
const maxDelayMs = 5
// A failed transaction cannot flush the log, so the flush is retried.
const inFailedTransaction = '25P02'
const retryDelayMs = 1

interface Group {
  commits: number
  readonly timer: NodeJS.Timeout
  readonly onDisk: Promise<void>
  readonly end: (flushed: Promise<void>) => void
}

export class GroupCommit {
  readonly #pool: pg.Pool
  readonly #flush: () => Promise<void>
  /** Queries outside a transaction. They return after the data they read is on disk. */
  readonly queries: Queries
  /** Commits that no flush covers yet. */
  #group: Group | undefined
  /** The newest flush while it runs; otherwise resolved. */
  #lastFlush: Promise<void> = Promise.resolve()
  /** The newest flush failed: it must run again. */
  #hasFailed = false

  /** `flush` brings all commits to disk. It runs in the session's queue order. */
  constructor(pool: pg.Pool, flush: () => Promise<void>) {
    this.#pool = pool
    this.#flush = flush
    const client = {
      query: async (input: pg.QueryConfig, values?: unknown[]) => {
        const result = await pool.query(input, values)
        await this.onDisk()
        return result
      },
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- drizzle calls nothing but `query`
    this.queries = drizzle({ client: client as unknown as pg.Pool })
    pool.on('release', () => {
      if (this.#group && (pool.waitingCount === 0 || this.#group.commits >= maxCommits)) this.#flushGroup()
    })
  }

  /** Whether the current transaction may commit without its own fsync. Then call `committed` after it. */
  get isShared(): boolean {
    return this.#group !== undefined || this.#pool.waitingCount > 0
  }

  /** Records a commit without fsync. */
  committed(): void {
    this.#group ??= this.#openGroup()
    this.#group.commits += 1
  }

  /**
   * Resolves when all current commits are on disk; rejects if the disk fails.
   * Await this before each response: a power cut could otherwise undo what the response reports.
   */
  onDisk(): Promise<void> {
    if (this.#hasFailed) {
      this.#group ??= this.#openGroup()
      this.#flushGroup()
    }
    return this.#group?.onDisk ?? this.#lastFlush
  }

  #openGroup(): Group {
    let end: Group['end'] = () => {}
    const onDisk = new Promise<void>((resolve) => {
      end = resolve
    })
    // Each waiting caller handles the rejection.
    onDisk.catch(() => undefined)
    return { commits: 0, timer: setTimeout(() => this.#flushGroup(), maxDelayMs), onDisk, end }
  }

  #flushGroup(): void {
    const group = this.#group
    if (!group) return
    this.#group = undefined
    this.#hasFailed = false
    clearTimeout(group.timer)
    const flushed = this.#flushWithRetry()
    group.end(flushed)
    this.#lastFlush = flushed
    flushed.then(
      () => {
        if (this.#lastFlush === flushed) this.#lastFlush = Promise.resolve()
      },
      () => {
        this.#hasFailed = true
      },
    )
  }

  async #flushWithRetry(): Promise<void> {
    for (;;) {
      try {
        return await this.#flush()
      } catch (error) {
        if (sqlState(error) !== inFailedTransaction) throw error
        await sleep(retryDelayMs)
      }
    }
  }
}
