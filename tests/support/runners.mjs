/**
 * Runs the test runners, prints their output, counts the tests, and closes with the failures and their
 * reasons.
 */

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '#server/boot/prepare.mjs'

/**
 * A test that ran: its file, its title with the titles around it, its figures, and the sentences that a
 * person read. Vitest has the last two in `task.meta.figures` and `task.meta.reads`, Playwright in
 * annotations of the types 'figure' and 'reads'.
 *
 * @typedef {{ readonly file: string, readonly titles: readonly string[], readonly passed: boolean,
 *   readonly figures: readonly string[], readonly reads: readonly string[] }} RunTest
 */

/**
 * The result of a run; `failures` has each failed test with its reason.
 *
 * @typedef {{ readonly passed: number, readonly failed: number, readonly skipped: number,
 *   readonly failures?: readonly string[], readonly tests?: readonly RunTest[] }} Count
 */

/** Lines of a reason in the closing lines. The full reason is in the output of its run. */
const reasonLines = 80

/**
 * Runs vitest.
 *
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Count>}
 */
export function runVitest(args, env = process.env) {
  const reporters = ['default', 'json', './tests/support/outside-reporter.mjs']
  const command = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...reporters.map((name) => `--reporter=${name}`),
    ...args,
  ]
  return runAndCount(
    (file) => run([...command, '--outputFile.json', file], { ...env, TESTS_OUTSIDE: errorsFileOf(file) }),
    countVitest,
  )
}

/**
 * Runs the end-to-end tests.
 *
 * @param {string} config the file in tests/e2e that says which
 * @param {NodeJS.ProcessEnv} [env]
 * @param {readonly string[]} [args] which of its tests; none: all
 * @returns {Promise<Count>}
 */
export function runPlaywright(config, env = process.env, args = []) {
  const command = ['node_modules/playwright/cli.js', 'test', '--config', `tests/e2e/${config}`, ...args]
  return runAndCount((file) => run(command, { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file }), countPlaywright)
}

/**
 * Prints the failures and the closing line over all runs, alone on its line. Sets the exit code.
 *
 * @param {readonly Count[]} counts
 */
export function closeWith(counts) {
  /** @param {'passed' | 'failed' | 'skipped'} key */
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0)
  const skipped = sum('skipped')
  const failures = counts.flatMap((count) => count.failures ?? [])
  if (failures.length > 0) console.log(`\nFailed tests:\n${failures.join('\n')}`)
  console.log(
    `\n${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  )
  if (sum('failed') > 0 || sum('passed') === 0) process.exitCode = 1
}

/**
 * @param {(file: string) => Promise<number>} start runs the tests with their report written to the file; the exit code
 * @param {(report: any) => Count} count
 * @returns {Promise<Count>}
 */
async function runAndCount(start, count) {
  const folder = mkdtempSync(join(tmpdir(), 'trimline-report-'))
  try {
    const file = join(folder, 'report.json')
    const code = await start(file)
    const result = readReport(file, count)
    const outside = existsSync(errorsFileOf(file)) ? readFileSync(errorsFileOf(file), 'utf8').split('\0') : []
    const failures = [
      ...(result.failures ?? []),
      ...outside.map((reason) => failure('outside of the tests', [reason])),
    ]
    // A run that fails without a failed test counts as a failure: a file does not load, or an error is
    // outside of a test.
    const failed = code !== 0 && result.failed === 0 ? 1 : result.failed
    return { ...result, failed, failures }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Path for errors outside of tests.
 *
 * @param {string} report
 */
const errorsFileOf = (report) => `${report}.outside`

/**
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
function run(args, env) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env })
    child.once('error', (reason) => {
      console.error(reason.message)
      resolve(1)
    })
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/**
 * @param {string} file
 * @param {(report: any) => Count} count
 * @returns {Count}
 */
function readReport(file, count) {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}

/**
 * @param {any} report
 * @returns {Count}
 */
function countVitest(report) {
  const broken = report.testResults.filter(
    (/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  const tests = report.testResults.flatMap((/** @type {any} */ { name, assertionResults }) =>
    assertionResults.map((/** @type {any} */ test) => ({ ...test, name })),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...broken.map((/** @type {any} */ { name, message }) => failure(name, [message])),
      ...tests
        .filter((/** @type {any} */ { status }) => status === 'failed')
        .map((/** @type {any} */ { name, fullName, failureMessages }) =>
          failure(`${name} ${fullName}`, failureMessages),
        ),
    ],
    tests: tests
      .filter((/** @type {any} */ { status }) => status === 'passed' || status === 'failed')
      .map((/** @type {any} */ { name, ancestorTitles, title, status, meta }) => ({
        file: name.replace(`${root}/`, ''),
        titles: [...ancestorTitles, title],
        passed: status === 'passed',
        figures: meta?.figures ?? [],
        reads: meta?.reads ?? [],
      })),
  }
}

/**
 * @param {any} report
 * @returns {Count}
 */
function countPlaywright({ stats, errors, suites }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + (stats.unexpected === 0 ? errors.length : 0),
    skipped: stats.skipped,
    failures: [
      ...errors.map((/** @type {any} */ { message }) => failure('outside of the tests', [message])),
      ...suites.flatMap(failedSpecs),
    ],
    tests: suites.flatMap((/** @type {any} */ suite) => ranSpecs(suite, [])),
  }
}

/**
 * @param {any} suite with the suites in it
 * @param {readonly string[]} around titles of the suites around it
 * @returns {RunTest[]}
 */
function ranSpecs({ title, specs, suites = [] }, around) {
  const within = [...around, title]
  /** @param {any} spec @param {string} wanted */
  const annotated = (spec, wanted) =>
    spec.tests
      .flatMap((/** @type {any} */ test) => test.annotations)
      .filter((/** @type {any} */ { type }) => type === wanted)
      .map((/** @type {any} */ { description }) => description)
  return [
    ...specs.map((/** @type {any} */ spec) => ({
      file: `tests/e2e/${spec.file}`,
      titles: [...within, spec.title],
      passed: spec.ok,
      figures: annotated(spec, 'figure'),
      reads: annotated(spec, 'reads'),
    })),
    ...suites.flatMap((/** @type {any} */ each) => ranSpecs(each, within)),
  ]
}

/**
 * @param {any} suite with the suites in it
 * @returns {string[]}
 */
function failedSpecs({ specs, suites = [] }) {
  const failed = specs.filter((/** @type {any} */ { ok }) => !ok)
  return [
    ...failed.map((/** @type {any} */ { file, line, title, tests }) => {
      const results = tests.flatMap((/** @type {any} */ test) => test.results)
      const reasons = results.flatMap((/** @type {any} */ result) => result.errors)
      const screens = tests
        .flatMap((/** @type {any} */ test) => test.annotations)
        .filter((/** @type {any} */ { type }) => type === 'screen')
        .map((/** @type {any} */ { description }) => `The screen: ${description}`)
      return failure(`${file}:${line} ${title}`, [
        ...reasons.map((/** @type {any} */ { message }) => message),
        ...screens,
      ])
    }),
    ...suites.flatMap(failedSpecs),
  ]
}

/**
 * @param {string} name
 * @param {readonly unknown[]} reasons as the runner gives them, with its colours
 * @returns {string}
 */
function failure(name, reasons) {
  const lines = stripVTControlCharacters(reasons.join('\n'))
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('/node_modules/'))
    .slice(0, reasonLines)
  return [`- ${name}`, ...lines.map((line) => `    ${line}`)].join('\n').replaceAll(`${root}/`, '')
}
