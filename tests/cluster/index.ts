// `npm run cluster -- [--kills N] [--seed S] [--latency] [--record]`: kills the primary of a PostgreSQL
// cluster of three nodes under load (docs/cluster.md).
// `--latency` measures the cost of the synchronous standby instead; `--record` stores the result.
import { parseArgs } from 'node:util'
import { prepare } from '#server/boot/prepare.mjs'
import { findPostgres } from '#tests/support/postgres.mjs'
import { storeResult } from '#tests/support/reliability/results.ts'
import { en } from '#text/en/index.ts'
import { type App, type Failover, openApp, runFailovers } from './failovers.ts'
import { measureLatency } from './latency.ts'
import { type Machines, startMachines } from './machines.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    latency: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
})
const kills = Number(values.kills)
const columns = [
  'node killed',
  'first answer after',
  'all six clients after',
  'answered before',
  'answered after',
  'sent again',
  'of them already applied',
  'lost',
  'doubled',
  'half applied',
  'what was read meanwhile',
]

const programs = findPostgres()
if (!programs) {
  console.error('This needs PostgreSQL 15 or later, patroni, etcd-server and haproxy.')
  process.exitCode = 1
} else if (prepare({ development: true })) {
  const machines = await startMachines(programs)
  try {
    const app = await openApp(machines, kills)
    try {
      await (values.latency ? showLatency(machines, app) : showFailovers(machines, app))
    } finally {
      await app.stop()
    }
  } finally {
    await machines.stop()
  }
}

async function showLatency(machines: Machines, app: App) {
  const { withoutStandby, withStandby } = await measureLatency(machines, app)
  console.log(`without a synchronous standby: p50 ${withoutStandby.p50} ms, p95 ${withoutStandby.p95} ms`)
  console.log(`with one: p50 ${withStandby.p50} ms, p95 ${withStandby.p95} ms`)
}

async function showFailovers(machines: Machines, app: App) {
  const failovers = await runFailovers(machines, app, kills, Number(values.seed), (one) => {
    console.log(rowOf(one).join(' | '))
    for (const finding of one.findings) console.log(`  ${finding}`)
  })
  const failed = failovers.reduce((sum, { findings }) => sum + findings.length, 0)
  const total = (count: (one: Failover) => number) => failovers.reduce((sum, one) => sum + count(one), 0)
  const longest = Math.max(...failovers.map(({ firstAnswer }) => firstAnswer))
  const summary = `${total((one) => one.before + one.after)} changes acknowledged, ${total((one) => one.resent)} of them sent again; at most ${longest.toFixed(1)} s from a kill to the next answer.`
  console.log(`\n${summary}\n${failovers.length} passed, ${failed} failed`)
  if (failed > 0) process.exitCode = 1
  if (!values.record) return
  storeResult('cluster', {
    command: `npm run cluster -- --kills ${values.kills} --seed ${values.seed}`,
    summary,
    columns,
    rows: failovers.map(rowOf),
    passed: failovers.length,
    failed,
  })
}

function rowOf(one: Failover): readonly string[] {
  const { before, after, resent, hadBeenApplied, lost, doubled, half } = one
  const read = [...one.read].map(([error, count]) => `${count} × ${error}${sentenceOf(error)}`)
  return [
    one.node,
    `${one.firstAnswer.toFixed(1)} s`,
    `${one.allAnswered.toFixed(1)} s`,
    ...[before, after, resent, hadBeenApplied, lost, doubled, half].map(String),
    read.join(', '),
  ]
}

// The app's sentence for an error such as '503 unavailable'.
function sentenceOf(error: string): string {
  const code = error === 'no connection' ? 'unreachable' : (error.split(' ')[1] ?? '')
  const sentence = (en as Readonly<Record<string, string>>)[code]
  return sentence ? `: '${sentence}'` : ''
}
