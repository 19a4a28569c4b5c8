// Exports from a standby, with the guarantee of the primary: an export has all that was answered before it
// began (docs/decisions.md: exports may read a standby).
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { ExportsPort } from '#server/domain/exports.ts'
import type { Database } from './database.ts'
import { createExportsStore } from './exports-store.ts'
import { openPool } from './postgres-pool.ts'
import { identityState } from './schema/identity.ts'
import { type Queries, troubleOf } from './transaction.ts'

/** A standby that exports read from, until `close`. */
export interface Reading {
  /**
   * Where the export reads that begins now: the standby once it has all that the primary had, else the
   * primary.
   */
  readonly exports: () => Promise<ExportsPort>
  readonly close: () => Promise<void>
}

// Milliseconds: that an export waits for a standby that is behind, between two looks, and that a standby is
// left alone that was away.
const patience = 1_000
const interval = 20
const restFor = 30_000
// Connections to the standby: people who export at the same time.
const most = 4
const marks = 'trimline:mark'

/**
 * Opens the standby at `url`; nothing is connected before the first export. `onFailure` gets why the primary
 * is read instead.
 */
export function openReading(
  url: string,
  { queries }: Pick<Database, 'queries'>,
  onFailure: (error: unknown) => void,
): Reading {
  const pool = openPool({ url, most, name: 'trimline reading' })
  pool.on('error', onFailure)
  const standby = drizzle({ client: pool })
  const primary = createExportsStore(queries)
  let restUntil = Number.NEGATIVE_INFINITY
  return {
    exports: async () => {
      if (performance.now() < restUntil) return primary
      // A primary that takes no changes can be read all the same.
      const id = await setMark(queries).catch(onFailure)
      if (!id) return primary
      try {
        if (await hasMark(standby, id)) return fallingBack(createExportsStore(standby), primary)
        onFailure(new Error('The standby is behind'))
      } catch (error) {
        restUntil = performance.now() + restFor
        onFailure(error)
      }
      return primary
    },
    close: () => pool.end(),
  }
}

// A row that the standby has once it has all that was committed before.
async function setMark(queries: Queries): Promise<string> {
  const id = randomUUID()
  await queries
    .insert(identityState)
    .values({ model: marks, id, payload: {}, expiresAt: sql`now() + interval '5 minutes'` })
  return id
}

async function hasMark(standby: Queries, id: string): Promise<boolean> {
  const until = performance.now() + patience
  do {
    const found = await standby.execute(
      sql`select from ${identityState} where ${identityState.model} = ${marks} and ${identityState.id} = ${id}`,
    )
    if (found.rowCount === 1) return true
    await pause(interval)
  } while (performance.now() < until)
  return false
}

// A standby may go away, or cancel a read that is in the way of its replay; the primary has the same rows, or
// newer ones.
function fallingBack(standby: ExportsPort, primary: ExportsPort): ExportsPort {
  const orElse = async <Value>(read: Promise<Value>, instead: () => Promise<Value>): Promise<Value> => {
    try {
      return await read
    } catch (error) {
      if (!troubleOf(error)) throw error
      return instead()
    }
  }
  return {
    stock: (of) => orElse(standby.stock(of), () => primary.stock(of)),
    movementNumbers: (of) => orElse(standby.movementNumbers(of), () => primary.movementNumbers(of)),
    movements: (of) => orElse(standby.movements(of), () => primary.movements(of)),
  }
}
