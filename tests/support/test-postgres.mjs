/**
 * `npm run test:postgres`: runs the integration tests on PostgreSQL, power cuts, and browsers at two servers
 * on one database. Uses TEST_DATABASE_URL, else a temporary cluster. Power cuts need a C compiler and use
 * their own clusters.
 */

import { nodeFits } from '#server/boot/node-version.mjs'

/**
 * These tests do not depend on the database. Paper, rights and sign-in need only simple queries. The import
 * command brings its own database. The outbox simulation is about the device. Excluded abuse tests end before
 * the database.
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
    // Processes of the tests run the new build.
    const env = { ...process.env, TEST_DATABASE_URL: url, TESTS_HAVE_BUILD: 'yes' }
    const counts = [await runIntegration(env)]
    if (process.argv.length > 2) return counts
    const browser = await provideChromium()
    if (!browser) return [...counts, failed]
    counts.push(await runPlaywright('postgres.config.ts', { ...env, CHROMIUM_PATH: browser }))
    // These tests run on the embedded database.
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
  // An interrupt also ends the test runner; the cluster then stops as after any other run.
  const wait = () => console.log('Stopping PostgreSQL …')
  process.on('SIGINT', wait).on('SIGTERM', wait)
  try {
    closeWith(await onUrl(postgres.url))
  } finally {
    await postgres.stop()
  }
}
