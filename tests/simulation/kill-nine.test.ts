import { afterAll, expect, test } from 'vitest'
import { testDatabaseUrl } from '#tests/support/database.ts'
import { spawnServer } from '#tests/support/server-process.ts'
import { type KillEngine, openPgliteEngine, openPostgresEngine } from './kills/engines.ts'
import { runKills } from './kills/run-kills.ts'
import { simulationSeed } from './seed.ts'

// Runs a few of the kills of `npm run kills`.

let engine: KillEngine | undefined
afterAll(() => engine?.close())

test('kill -9 in the middle of work loses no answered request and half-applies none', {
  // Generous: the machine may run other work at the same time.
  timeout: 600_000,
}, async () => {
  const seed = simulationSeed()
  engine = testDatabaseUrl ? await openPostgresEngine(testDatabaseUrl) : openPgliteEngine()
  const counts = await runKills({ engine, kills: 2, seed, spawn: spawnServer, startEach: 0 })
  expect(counts.findings, `SIMULATION_SEED=${seed}`).toEqual([])
  expect(counts.kills).toBe(2)
  expect(counts.answered).toBeGreaterThan(0)
  expect(counts.resent).toBeGreaterThan(0)
})
