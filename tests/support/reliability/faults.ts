// `npm run reliability -- faults`: runs all tests whose title names a fault ('Fault 09: …') and stores the
// results.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepare, root } from '#server/boot/prepare.mjs'
import { provideChromium } from '#tests/support/chromium.mjs'
import { findPostgres, startPostgres } from '#tests/support/postgres.mjs'
import { closeWith, runPlaywright, runVitest } from '#tests/support/runners.mjs'
import { storeResult } from './results.ts'

// In the order of their numbers, from 1.
const FAULTS = [
  'the network goes in mid-save',
  'an answer is lost after the commit',
  'the same call many times at once',
  'a key with another body',
  'the same barcode twice',
  'the tab is killed',
  'the sign-in ends',
  'the server is killed',
  'the power is lost',
  'a second server on one data folder',
  'two handhelds on one line',
  'a deadlock',
  'clocks that are wrong',
  'the device has no room',
  'a new version in mid-shift',
  'app and server of different releases',
  'the print agent goes in mid-job',
  'a malformed answer',
  'a change that always fails, before others',
  'a captive portal',
  'hostile input',
]
const TITLE = /Fault (\d\d): /
// The environment of a fault, by the folder of its test.
const PLACES = [
  ['tests/e2e', 'browser'],
  ['tests/integration', 'server'],
  ['tests/power', 'disk of the database'],
] as const

type Count = Awaited<ReturnType<typeof runVitest>>
type RunTest = NonNullable<Count['tests']>[number]

/**
 * Runs the tests in browsers, on PGlite and on PostgreSQL. Prints them, sets the exit code and stores the
 * result.
 */
export async function runFaults(): Promise<void> {
  if (!prepare({ development: true })) return closeWith([{ passed: 0, failed: 1, skipped: 0 }])
  const files = ['tests/integration', 'tests/power'].flatMap((folder) => namesOf(folder, '.test.ts'))
  const counts: readonly Count[] = [
    await runVitest(['-t', TITLE.source, ...files]),
    await onPostgres(files.filter((file) => file.startsWith('tests/integration/faults'))),
    await inBrowsers('playwright.config.ts', namesOf('tests/e2e', '.spec.ts')),
    await inBrowsers('power.config.ts', namesOf('tests/e2e', '.power.ts')),
  ]
  const tests = counts.flatMap((count) => count.tests ?? [])
  const rows = FAULTS.map((fault, index) => rowOf(fault, index + 1, tests))
  const missing = rows.filter(({ isTried }) => !isTried).length
  const total = counts.reduce(
    (sum, count) => ({ passed: sum.passed + count.passed, failed: sum.failed + count.failed, skipped: 0 }),
    { passed: 0, failed: missing, skipped: 0 },
  )
  closeWith([{ ...total, failures: counts.flatMap(({ failures }) => failures ?? []) }])
  storeResult('faults', {
    command: 'npm run reliability -- faults',
    summary: `${FAULTS.length} faults. Each sentence comes from the screen or from the server's response.`,
    columns: ['', 'fault', 'where it is provoked', 'what the person reads', 'tests passed'],
    rows: rows.map(({ cells }) => cells),
    passed: total.passed,
    failed: total.failed,
  })
}

// Returns the files below a folder in which a title names a fault.
function namesOf(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .filter((file) => TITLE.test(readFileSync(join(root, file), 'utf8')))
    .toSorted()
}

async function onPostgres(files: readonly string[]): Promise<Count> {
  const programs = findPostgres()
  if (programs === undefined) return { passed: 0, failed: 1, skipped: 0, failures: ['- No PostgreSQL here'] }
  const cluster = await startPostgres(programs)
  try {
    return await runVitest(['-t', TITLE.source, ...files], {
      ...process.env,
      TEST_DATABASE_URL: cluster.url,
    })
  } finally {
    await cluster.stop()
  }
}

async function inBrowsers(config: string, specs: readonly string[]): Promise<Count> {
  const chromium = await provideChromium()
  if (chromium === undefined) return { passed: 0, failed: 1, skipped: 0, failures: ['- No Chromium here'] }
  const env = { ...process.env, CHROMIUM_PATH: chromium }
  // One worker only: whether a person can read a message in time must not depend on the number of cores.
  return runPlaywright(config, env, ['-g', TITLE.source, '--workers', '1', ...specs])
}

function rowOf(fault: string, number: number, tests: readonly RunTest[]) {
  const of = tests.filter(({ titles }) => titles.some((title) => Number(TITLE.exec(title)?.[1]) === number))
  const passed = of.filter((test) => test.passed).length
  const places = PLACES.filter(([folder]) => of.some(({ file }) => file.startsWith(folder)))
  const reads = [...new Set(of.flatMap((test) => test.reads))]
  return {
    isTried: of.length > 0,
    cells: [
      String(number).padStart(2, '0'),
      fault,
      places.map(([, place]) => place).join(', '),
      reads.map((sentence) => `'${sentence}'`).join(' '),
      `${passed} of ${of.length}`,
    ],
  }
}
