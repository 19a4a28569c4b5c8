// `npm run kills -- --kills N [--engine pglite|postgres] [--seed S] [--record]`: kills the server under load,
// on one engine or on both. `--record` stores the result every ten kills (docs/reliability.md).
import { parseArgs } from 'node:util'
import { prepare } from '#server/boot/prepare.mjs'
import { findPostgres, startPostgres } from '#tests/support/postgres.mjs'
import { commitNow, lastResult, storeResult } from '#tests/support/reliability/results.ts'
import { spawnBuiltServer } from '#tests/support/server-process.ts'
import { simulationSeed } from '../seed.ts'
import { type KillEngine, openPgliteEngine, openPostgresEngine } from './engines.ts'
import { type KillCounts, runKills } from './run-kills.ts'

const { values } = parseArgs({
  options: {
    /** Kills on each engine. */
    kills: { type: 'string', default: '30' },
    engine: { type: 'string' },
    seed: { type: 'string', default: String(simulationSeed()) },
    record: { type: 'boolean', default: false },
  },
})
const names = values.engine === undefined ? ['pglite', 'postgres'] : [values.engine]
// One of so many kills hits a server that is still starting.
const startEach = 8
const commit = commitNow()
const columns = [
  'engine',
  'kills',
  'of them while starting',
  'changes answered',
  'lost',
  'doubled',
  'half applied',
  'unanswered, sent again',
  'of them already applied',
  'broken invariants',
  'longest restart',
  'commit',
] as const

if (prepare({ development: true })) await killOnAll()
else process.exitCode = 1

async function killOnAll() {
  let kills = 0
  let findings = 0
  for (const name of names) {
    await withEngine(name, async (engine) => {
      const counts = await runKills({
        engine,
        kills: Number(values.kills),
        seed: Number(values.seed),
        spawn: spawnBuiltServer,
        startEach,
        report: (now) => {
          if (now.kills % 10 > 0) return
          console.log(`${engine.name}: ${JSON.stringify({ ...now, findings: undefined })}`)
          if (values.record) storeRow(rowOf(engine.name, now))
        },
      })
      const row = rowOf(engine.name, counts)
      console.log(columns.map((column, at) => `${column}: ${row[at]}`).join(', '))
      for (const finding of counts.findings) console.log(`  ${finding}`)
      if (values.record) storeRow(row)
      kills += counts.kills
      findings += counts.findings.length
    })
  }
  console.log(`\nSeed ${values.seed}\n${kills} passed, ${findings} failed`)
  if (findings > 0) process.exitCode = 1
}

// Replaces the row of this engine and commit and keeps the others, so that a long run can be done in parts.
function storeRow(row: readonly string[]) {
  const last = lastResult('kills')
  const others =
    last?.columns.join() === columns.join()
      ? last.rows.filter((each) => each[0] !== row[0] || each.at(-1) !== row.at(-1))
      : []
  const rows = [...others, row].toSorted(([left = ''], [right = '']) => left.localeCompare(right))
  const sum = (...of: readonly (typeof columns)[number][]) =>
    rows
      .flatMap((each) => of.map((column) => Number(each[columns.indexOf(column)]?.replaceAll(',', ''))))
      .reduce((total, one) => total + one, 0)
  const kills = sum('kills')
  storeResult('kills', {
    command: `npm run kills -- --kills ${values.kills}${values.engine === undefined ? '' : ` --engine ${values.engine}`} --seed ${values.seed} --record`,
    summary: `${kills.toLocaleString('en')} kills while six clients send requests of six kinds; ${sum('changes answered').toLocaleString('en')} changes acknowledged before them. Lost, doubled or half applied: ${sum('lost', 'doubled', 'half applied')}.`,
    columns,
    rows,
    passed: kills,
    failed: sum('lost', 'doubled', 'half applied', 'broken invariants'),
  })
}

function rowOf(engine: string, counts: KillCounts): readonly string[] {
  const { kills, inStart, answered, lost, doubled, half, resent, hadBeenApplied, broken } = counts
  const numbers = [kills, inStart, answered, lost, doubled, half, resent, hadBeenApplied, broken]
  return [
    engine,
    ...numbers.map((number) => number.toLocaleString('en')),
    `${counts.longestRestart.toFixed(1)} s`,
    commit,
  ]
}

async function withEngine<Value>(name: string, work: (engine: KillEngine) => Promise<Value>): Promise<Value> {
  if (name === 'pglite') return closing(openPgliteEngine(), work)
  if (name !== 'postgres') throw new Error(`There is no engine ${name}: pglite or postgres.`)
  const given = process.env.TEST_DATABASE_URL
  if (given) return closing(await openPostgresEngine(given), work)
  const programs = findPostgres()
  if (!programs) throw new Error('PostgreSQL 15 or later is needed: install it, or set TEST_DATABASE_URL.')
  const postgres = await startPostgres(programs)
  try {
    return await closing(await openPostgresEngine(postgres.url), work)
  } finally {
    await postgres.stop()
  }
}

async function closing<Value>(
  engine: KillEngine,
  work: (engine: KillEngine) => Promise<Value>,
): Promise<Value> {
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}
