// `npm run races -- [--operations N] [--seed S] [--record]`: many clerks change the same few lots and
// documents through two servers on one PostgreSQL, then the database is compared with every answer.
// `--record` stores the result (docs/reliability.md).
import { parseArgs } from 'node:util'
import { prepare } from '#server/boot/prepare.mjs'
import { type Database, openDatabase } from '#server/database/database.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { findPostgres, startPostgres } from '#tests/support/postgres.mjs'
import { storeResult } from '#tests/support/reliability/results.ts'
import { spawnBuiltServer } from '#tests/support/server-process.ts'
import { fillWarehouse, moreLots } from '#tests/support/warehouse.ts'
import { openClerks } from '../kills/warehouse.ts'
import { Random } from '../outbox/random.ts'
import { simulationSeed } from '../seed.ts'
import { judgeRace } from './judge.ts'
import { HOT_LOTS, PLANTS_EACH, type Race, type Raced, type Racer, raceOnDocument } from './race.ts'

const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(simulationSeed()) },
    record: { type: 'boolean', default: false },
  },
})
const operations = Number(values.operations)
const pairs = 8
// Checks the invariants after this number of operations.
const checkInterval = 1_000

const programs = findPostgres()
if (!programs) {
  console.error('This needs PostgreSQL 15 or later.')
  process.exitCode = 1
} else if (prepare({ development: true })) {
  const cluster = await startPostgres(programs)
  try {
    await raceOn(cluster.url)
  } finally {
    await cluster.stop()
  }
}

async function raceOn(url: string) {
  const opened = await openDatabase({ kind: 'postgres', url })
  if (!opened.ok) throw new Error(`The database did not open: ${opened.error.code}`)
  const database = opened.value
  await fillWarehouse(database, moreLots(201, 3, PLANTS_EACH))
  const settings = {
    DATABASE_URL: url,
    SEED_DEMO: 'no',
    LOG_LEVEL: 'error',
    REQUESTS_PER_MINUTE: '1000000',
    ACCESS_TOKEN_SECONDS: '86400',
  }
  const servers = [spawnBuiltServer(settings), spawnBuiltServer(settings)] as const
  try {
    const [first, second] = await Promise.all(servers.map(({ ready }) => ready))
    const clerks = [openClerks(() => first ?? ''), openClerks(() => second ?? '')] as const
    await clerks[0].signIn()
    await clerks[1].signIn()
    const racer = (client: number): Racer => {
      const both: Racer = [clerks[0].clerkOf(client), clerks[1].clerkOf(client)]
      return client % 2 === 0 ? both : [both[1], both[0]]
    }
    const race: Race = { raced: [], twins: 0, unequal: [] }
    const broken: string[] = []
    await Promise.all([
      ...Array.from({ length: pairs }, async (_, pair) => {
        const random = new Random(Number(values.seed) + pair)
        while (race.raced.length < operations)
          await raceOnDocument([racer(2 * pair), racer(2 * pair + 1)], race, random)
      }),
      checkMeanwhile(database, race, broken),
    ])
    const wrong = [...broken, ...(await judgeRace(database.pool, race))]
    await reportResult(database, race, wrong)
  } finally {
    await Promise.all(servers.map((server) => server.end()))
    await database.close()
  }
}

async function checkMeanwhile({ pool }: Pick<Database, 'pool'>, { raced }: Race, broken: string[]) {
  for (let next = checkInterval; raced.length < operations; ) {
    await new Promise((settle) => setTimeout(settle, 50))
    if (raced.length < next) continue
    next += checkInterval
    broken.push(...(await findBrokenInvariants(pool)))
    console.log(`${raced.length} operations, ${broken.length} findings`)
  }
}

async function reportResult(
  { pool }: Pick<Database, 'pool'>,
  { raced, twins }: Race,
  wrong: readonly string[],
) {
  const steps: readonly Raced['step'][] = ['create', 'order', 'pick', 'delete', 'ship', 'cancel']
  const columns = ['step', 'sent', 'done', 'refused, in whole or in part'] as const
  const rows = steps.map((step) => {
    const sent = raced.filter((each) => each.step === step)
    const done = sent.filter(({ isDone }) => isDone).length
    return [step, sent.length, done, sent.length - done].map((each) => each.toLocaleString('en'))
  })
  const { rows: left } = await pool.query<{ n: string; waited: string }>(
    `select sum(qty) as n, (select deadlocks from pg_stat_database where datname = current_database()) as waited
     from balance where kind = 'stock' and barcode = any ($1)`,
    [HOT_LOTS],
  )
  const summary =
    `${raced.length.toLocaleString('en')} changes of ${2 * pairs} people at two servers on one PostgreSQL, for three lots of ` +
    `${PLANTS_EACH.toLocaleString('en')} plants; ${Number(left[0]?.n).toLocaleString('en')} plants remain. ${twins.toLocaleString('en')} changes ` +
    `went to both servers at the same time with one key. Deadlocks: ${left[0]?.waited}; the server retries each one.`
  console.log(summary)
  for (const row of rows) console.log(row.join(' | '))
  for (const text of wrong.slice(0, 50)) console.log(`  ${text}`)
  console.log(`\nSeed ${values.seed}\n${raced.length} passed, ${wrong.length} failed`)
  if (wrong.length > 0) process.exitCode = 1
  if (!values.record) return
  storeResult('races', {
    command: `npm run races -- --operations ${values.operations} --seed ${values.seed}`,
    summary,
    columns,
    rows,
    passed: raced.length,
    failed: wrong.length,
  })
}
