// One wait for the disk for several commits on the embedded database, whose one session all people share. A
// transaction that others wait behind commits by itself, but without its own wait; who asked for it hears of
// it once the log is on the disk, which is asked for by the last of them. A crash before takes back only what
// nobody has been told.
import { setTimeout as pause } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { type Queries, sqlState } from './transaction.ts'

// With so many commits, or so many milliseconds after the first, the disk is waited for, whoever else waits.
const MOST = 16
const LONGEST = 5
// The log cannot be asked for inside of a transaction that has failed; it is over soon.
const inFailedTransaction = '25P02'
const AGAIN = 1

interface Group {
  commits: number
  readonly timer: NodeJS.Timeout
  readonly onDisk: Promise<void>
  readonly end: (flushed: Promise<void>) => void
}

export class GroupCommit {
  readonly #pool: pg.Pool
  readonly #flush: () => Promise<void>
  /** Queries outside of a transaction: what they have read is on the disk. */
  readonly queries: Queries
  /** Commits that no wait for the disk covers yet. */
  #group: Group | undefined
  /** The last wait that has begun. */
  #waiting: Promise<void> = Promise.resolve()

  /**
   * `flush` brings all that is committed to the disk; on a session of its own order, after what it was asked
   * before.
   */
  constructor(pool: pg.Pool, flush: () => Promise<void>) {
    this.#pool = pool
    this.#flush = flush
    const client = {
      query: async (asked: pg.QueryConfig, values?: unknown[]) => {
        const result = await pool.query(asked, values)
        await this.onDisk()
        return result
      },
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- drizzle calls nothing but `query`
    this.queries = drizzle({ client: client as unknown as pg.Pool })
    pool.on('release', () => {
      if (this.#group && (pool.waitingCount === 0 || this.#group.commits >= MOST)) this.#waitForDisk()
    })
  }

  /** May the transaction under way commit without its own wait? Then call `committed` after it. */
  get isShared(): boolean {
    return this.#group !== undefined || this.#pool.waitingCount > 0
  }

  /** A transaction has committed without its own wait. */
  committed(): void {
    this.#group ??= this.#begin()
    this.#group.commits += 1
  }

  /**
   * Resolves once all that is committed now is on the disk. Whoever has read or written answers after that
   * only: what was seen of others may be gone with a power cut until then. Rejects if the disk refuses.
   */
  onDisk(): Promise<void> {
    return this.#group?.onDisk ?? this.#waiting
  }

  #begin(): Group {
    let end: Group['end'] = () => {}
    const onDisk = new Promise<void>((resolve) => {
      end = resolve
    })
    // Told to whoever waits for it.
    onDisk.catch(() => undefined)
    return { commits: 0, timer: setTimeout(() => this.#waitForDisk(), LONGEST), onDisk, end }
  }

  #waitForDisk(): void {
    const group = this.#group
    if (!group) return
    this.#group = undefined
    clearTimeout(group.timer)
    const flushed = this.#flushNow()
    group.end(flushed)
    // Whoever comes after a failure is told by the database itself.
    const over = () => {
      if (this.#waiting === flushed) this.#waiting = Promise.resolve()
    }
    this.#waiting = flushed
    flushed.then(over, over)
  }

  async #flushNow(): Promise<void> {
    for (;;) {
      try {
        return await this.#flush()
      } catch (error) {
        if (sqlState(error) !== inFailedTransaction) throw error
        await pause(AGAIN)
      }
    }
  }
}
