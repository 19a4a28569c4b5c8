/**
 * `npm run test:postgres`: the integration tests on PostgreSQL, power cuts, and browsers at two servers on one database; on
 * TEST_DATABASE_URL if that is set, else on a cluster that is started for them and thrown away. Power cuts
 * need a C compiler, and make clusters of their own.
 */

import { nodeFits } from '#server/boot/node-version.mjs'

/**
 * Paper, rights and sign-in ask their few questions alike of any database; the command of the import brings
 * its own; the simulation of the outbox is about the device. Abuse that ends before the database is the same
 * on any.
 */
const sameOnAny = [
  'tests/simulation/outbox/**',
  'tests/integration/{print-agent,printing,rights}/**',
  'tests/integration/import/command.test.ts',
  'tests/integration/demo/seed.test.ts',
  'tests/integration/platform/{other-provider,sign-in}.test.ts',
  'tests/abuse/{01,06,07,10,11,13,14,15,17,19,20,22,24,25}-*.test.ts',
]

if (nodeFits()) void test()

async function test() {
  const { prepare } = await import('#server/boot/prepare.mjs')
  const { closeWith, runPlaywright, runVitest } = await import('./runners.mjs')
  const { provideChromium } = await import('./chromium.mjs')
  const { findPostgres, startPostgres } = await import('./postgres.mjs')
  const failed = { passed: 0, failed: 1, skipped: 0 }
  const onUrl = async (/** @type {string} */ url) => {
    // What was just built is what processes of the tests run.
    const env = { ...process.env, TEST_DATABASE_URL: url, TESTS_HAVE_BUILD: 'yes' }
    const counts = [await runIntegration(env)]
    if (process.argv.length > 2) return counts
    const browser = await provideChromium()
    if (!browser) return [...counts, failed]
    counts.push(await runPlaywright('postgres.config.ts', { ...env, CHROMIUM_PATH: browser }))
    // On the embedded database.
    const { TEST_DATABASE_URL: _, ...embedded } = env
    counts.push(await runPlaywright('power.config.ts', { ...embedded, CHROMIUM_PATH: browser }))
    return counts
  }
  const runIntegration = (/** @type {NodeJS.ProcessEnv} */ env) =>
    runVitest(
      [
        '--project',
        'integration',
        '--project',
        'power',
        ...sameOnAny.flatMap((glob) => ['--exclude', glob]),
        ...process.argv.slice(2),
      ],
      env,
    )

  if (!prepare({ development: true })) return closeWith([failed])
  if (process.env.TEST_DATABASE_URL) return closeWith(await onUrl(process.env.TEST_DATABASE_URL))

  const programs = findPostgres()
  if (!programs) {
    console.error(
      'These tests need PostgreSQL 15 or later: install it (Debian: apt-get install postgresql), or set TEST_DATABASE_URL.',
    )
    return closeWith([failed])
  }
  const postgres = await startPostgres(programs)
  // An interrupt reaches the test runner too, which ends; the cluster is then stopped as after any other run.
  const wait = () => console.log('Stopping PostgreSQL …')
  process.on('SIGINT', wait).on('SIGTERM', wait)
  try {
    closeWith(await onUrl(postgres.url))
  } finally {
    await postgres.stop()
  }
}
