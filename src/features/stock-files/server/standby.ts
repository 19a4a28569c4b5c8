// Runs exports on a standby that has every change acknowledged before the export began
// (docs/decisions.md: exports may read a standby).
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { ExportsPort } from '#features/stock-files/server/exports.ts'
import type { Database } from '#server/database/database.ts'
import { openPool } from '#server/database/postgres-pool.ts'
import { identityState } from '#server/database/schema/identity.ts'
import { classifyDatabaseError, type Queries } from '#server/database/transaction.ts'
import { createExportsStore } from './exports-store.ts'

/** The standby for exports, open until `close`. */
export interface Standby {
  /** Where to run an export that begins now: the standby if it has caught up, else the primary. */
  readonly exports: () => Promise<ExportsPort>
  readonly close: () => Promise<void>
}

const catchUpTimeoutMs = 1_000
const pollIntervalMs = 20
const retryAfterFailureMs = 30_000
// Connections to the standby: the number of simultaneous exports.
const maxConnections = 4
const markModel = 'trimline:mark'

/** Opens the standby at `url`; connects at the first export. `onFailure` gets why the primary is used. */
export function openStandby(
  url: string,
  { queries }: Pick<Database, 'queries'>,
  onFailure: (error: unknown) => void,
): Standby {
  const pool = openPool({ url, maxConnections, name: 'trimline reading' })
  pool.on('error', onFailure)
  const standby = drizzle({ client: pool })
  const primary = createExportsStore(queries)
  let retryAt = Number.NEGATIVE_INFINITY
  return {
    exports: async () => {
      if (performance.now() < retryAt) return primary
      // A read-only primary can still run exports.
      const id = await setMark(queries).catch(onFailure)
      if (!id) return primary
      try {
        if (await hasMark(standby, id)) return withFallback(createExportsStore(standby), primary)
        onFailure(new Error('The standby is behind'))
      } catch (error) {
        retryAt = performance.now() + retryAfterFailureMs
        onFailure(error)
      }
      return primary
    },
    close: () => pool.end(),
  }
}

// Inserts a row. Once the standby has it, it has all earlier commits.
async function setMark(queries: Queries): Promise<string> {
  const id = randomUUID()
  await queries
    .insert(identityState)
    .values({ model: markModel, id, payload: {}, expiresAt: sql`now() + interval '5 minutes'` })
  return id
}

async function hasMark(standby: Queries, id: string): Promise<boolean> {
  const deadline = performance.now() + catchUpTimeoutMs
  do {
    const found = await standby.execute(
      sql`select from ${identityState} where ${identityState.model} = ${markModel} and ${identityState.id} = ${id}`,
    )
    if (found.rowCount === 1) return true
    await sleep(pollIntervalMs)
  } while (performance.now() < deadline)
  return false
}

// Falls back to the primary if the standby disconnects or cancels a read that blocks replay.
// The primary has the same rows, or newer ones.
function withFallback(standby: ExportsPort, primary: ExportsPort): ExportsPort {
  const readOr = async <Value>(read: Promise<Value>, instead: () => Promise<Value>): Promise<Value> => {
    try {
      return await read
    } catch (error) {
      if (!classifyDatabaseError(error)) throw error
      return instead()
    }
  }
  return {
    stock: (of) => readOr(standby.stock(of), () => primary.stock(of)),
    movementNumbers: (of) => readOr(standby.movementNumbers(of), () => primary.movementNumbers(of)),
    movements: (of) => readOr(standby.movements(of), () => primary.movements(of)),
  }
}
