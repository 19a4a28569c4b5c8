// Runs the tests of a proof and stores the result of each case: `npm run reliability -- PART`.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { prepare, root } from '#server/boot/prepare.mjs'
import { provideChromium } from '#tests/support/chromium.mjs'
import { closeWith, runPlaywright, runVitest } from '#tests/support/runners.mjs'
import { type Part, storeResult } from './results.ts'
import { rowsOf } from './rows.ts'

/** A proof that consists of test files: each case is a `describe` with a number and a title. */
export interface Proof {
  readonly part: Part
  /** Folder or file of its vitest tests, if any. */
  readonly vitest?: string
  /** Beginning of its file names in tests/e2e. */
  readonly browser?: string
  /** Finds the number and title of a case in the title of its `describe`. */
  readonly caseOf: RegExp
  readonly columns: readonly [number: string, title: string, tests: string, figures: string]
  /** All figures in a sentence, from the number of cases. */
  readonly summary: (cases: number) => string
}

/** Runs all tests of the proof, prints them, sets the exit code and stores the result. */
export async function runProof({ part, vitest, browser, caseOf, columns, summary }: Proof): Promise<void> {
  const failed = { passed: 0, failed: 1, skipped: 0 }
  if (!prepare({ development: true })) return closeWith([failed])
  const counts = []
  if (vitest !== undefined && existsSync(join(root, vitest))) counts.push(await runVitest([vitest]))
  const specs = readdirSync(join(root, 'tests/e2e')).filter(
    (name) => browser !== undefined && name.startsWith(browser) && name.endsWith('.spec.ts'),
  )
  if (specs.length > 0) {
    const chromium = await provideChromium()
    const env = { ...process.env, ...(chromium !== undefined && { CHROMIUM_PATH: chromium }) }
    counts.push(chromium ? await runPlaywright('playwright.config.ts', env, specs) : failed)
  }
  const rows = rowsOf(
    counts.flatMap((count) => ('tests' in count ? (count.tests ?? []) : [])),
    caseOf,
  )
  closeWith(counts)
  storeResult(part, {
    command: `npm run reliability -- ${part}`,
    summary: summary(rows.length),
    columns,
    rows,
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  })
}
