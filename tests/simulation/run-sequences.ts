import { drizzle } from 'drizzle-orm/node-postgres'
import fc from 'fast-check'
import type { PoolClient, QueryConfig } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { growerStorageAccount } from '#core/kinds/accounts.ts'
import type { AllPorts } from '#server/boot/ports.ts'
import { createAllPorts } from '#server/boot/ports.ts'
import type { Database } from '#server/database/database.ts'
import { openTestDatabase, testDatabaseUrl } from '#tests/support/database.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { barcodeOf, fillWarehouse, moreLots } from '#tests/support/warehouse.ts'
import { simulationSeed } from './seed.ts'
import { startWork, step } from './sequences.ts'

// Generous: a run takes about a minute, and the machine may run other work at the same time.
const timeoutMs = 900_000
const stepsEach = 50
const barcodesEach = 3
const first = 1_001
const plantsEach = 120
const keptEach = 40

// `.ci/run` runs about a thousand on both engines together. Steps and statements are the same on both.
const defaultSequences = testDatabaseUrl === undefined ? 600 : 400

/** The sequences of each of the two test files: half of SEQUENCES, if that is set. */
export const sequencesOfHalf = Math.ceil(Number(process.env['SEQUENCES'] ?? defaultSequences) / 2)

/**
 * Runs sequences of 50 random steps on the real tables and checks the ledger's invariants after every step.
 * Two test files call it with half of the sequences each, so that both halves run in parallel.
 */
export function testSequences(sequences: number): void {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
    const stock = moreLots(first, barcodesEach, plantsEach)
    const account = growerStorageAccount('WAT', 'G1')
    const growerStock = moreLots(first, barcodesEach, keptEach).map((lot) => ({ ...lot, account }))
    await fillWarehouse(database, [...stock, ...growerStock])
  })
  afterAll(() => database.close())

  test(`${sequences} sequences of ${stepsEach} steps keep the ledger's invariants after every step`, {
    timeout: timeoutMs,
  }, async () => {
    const counts = await runSequences(database, sequences)
    // The run is meaningful only if every step was done many times, and refused too.
    const acts = [
      'order',
      'reorder',
      'pick',
      'delete',
      'ship',
      'receive',
      'unreceive',
      'complete',
      'cancel',
      'adjust',
      'dump',
      'dumpAll',
      'post',
      'count',
      'recount',
      'close',
    ]
    for (const act of [...acts, 'accept', 'reject']) {
      expect(counts[`${act} done`] ?? 0, `${act} done`).toBeGreaterThan(sequences / 20)
      expect(counts[`${act} refused`] ?? 0, `${act} refused`).toBeGreaterThan(0)
    }
  })
}

async function runSequences(database: Database, sequences: number): Promise<Record<string, number>> {
  const seed = simulationSeed()
  const counts: Record<string, number> = {}
  const barcodes = Array.from({ length: barcodesEach }, (_, index) => barcodeOf(first + index))
  const connection = await database.pool.connect()
  try {
    // Plans each statement once: the same few statements run thousands of times.
    await connection.query('set plan_cache_mode = force_generic_plan')
    const client = withStatementNames(connection)
    const references = cacheReads(createAllPorts(drizzle({ client })).references)
    for (let sequence = 0; sequence < sequences; sequence += 1) {
      const done: string[] = []
      await client.query('begin')
      const work = startWork({ ...createAllPorts(drizzle({ client })), references }, barcodes)
      for (const next of drawSteps(seed + sequence)) {
        const outcome = await work(next)
        if (outcome === 'nothing') continue
        const act = next.act === 'decide' ? (next.accepts ? 'accept' : 'reject') : next.act
        done.push(`${act} ${outcome}`)
        counts[`${act} ${outcome}`] = (counts[`${act} ${outcome}`] ?? 0) + 1
        const broken = await findBrokenInvariants(client, barcodes)
        if (broken.length > 0) {
          throw new Error(
            `SIMULATION_SEED=${seed}, sequence ${sequence}: ${broken.join('; ')} after ${done.join(', ')}`,
          )
        }
        if (done.length === stepsEach) break
      }
      expect(done, `SIMULATION_SEED=${seed}, sequence ${sequence}`).toHaveLength(stepsEach)
      expect(await findBrokenInvariants(client)).toEqual([])
      // Each sequence begins with the same few rows: growing tables would slow down the last sequences.
      await client.query('rollback')
      if (sequence % 20 === 19) await client.query('vacuum')
    }
  } finally {
    connection.release()
  }
  return counts
}

// A step without a suitable document does not count. So this draws more steps than needed.
function* drawSteps(seed: number) {
  for (let batch = 0; batch < 10; batch += 1) {
    yield* fc.sample(step, { seed: seed + batch * 2 ** 20, numRuns: stepsEach * 10 })
  }
}

// Gives every statement with values a name, so that the database reuses its plan.
function withStatementNames(client: PoolClient): PoolClient {
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    const name = names.get(text) ?? `statement-${names.size}`
    names.set(text, name)
    return name
  }
  const query = (asked: string | QueryConfig, values?: unknown[]) =>
    client.query(typeof asked === 'string' ? asked : { ...asked, name: nameOf(asked.text) }, values)
  return new Proxy(client, {
    get: (target, name) => (name === 'query' ? query : Reflect.get(target, name, target)),
  })
}

// Caches reads of master data, which does not change here.
function cacheReads(references: AllPorts['references']): AllPorts['references'] {
  const answers = new Map<string, Promise<unknown>>()
  return new Proxy(references, {
    get: (target, name, receiver) => {
      const read: unknown = Reflect.get(target, name, receiver)
      if (typeof read !== 'function') return read
      return (...asked: unknown[]) => {
        const key = JSON.stringify([name, asked])
        const known = answers.get(key) ?? (Reflect.apply(read, target, asked) as Promise<unknown>)
        answers.set(key, known)
        return known
      }
    },
  })
}
