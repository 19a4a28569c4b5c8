import { prepare } from '#server/boot/prepare.mjs'
import { provideChromium } from './chromium.mjs'
import { closeWith, runPlaywright, runVitest } from './runners.mjs'

const projects = ['unit', 'dom', 'integration']

/**
 * Runs the named parts, or all, and closes with one line: the numbers of passed and failed tests.
 *
 * @param {readonly string[]} parts `unit` (with dom), `integration`, `e2e`
 */
export async function testAll(parts) {
  const wanted = parts.length === 0 ? ['unit', 'integration', 'e2e'] : parts
  if (!prepare({ development: true })) return closeWith([{ passed: 0, failed: 1, skipped: 0 }])

  const counts = []
  const chosen = projects.filter((name) => wanted.includes(name === 'dom' ? 'unit' : name))
  if (chosen.length > 0) {
    // Their processes run the new build.
    const env = { ...process.env, TESTS_HAVE_BUILD: 'yes' }
    counts.push(
      await runVitest(
        chosen.flatMap((name) => ['--project', name]),
        env,
      ),
    )
  }
  if (wanted.includes('e2e')) counts.push(await runEndToEnd())
  closeWith(counts)
}

/** @returns {Promise<import('./runners.mjs').Count>} */
async function runEndToEnd() {
  const browser = await provideChromium()
  if (!browser) return { passed: 0, failed: 1, skipped: 0 }
  return runPlaywright('playwright.config.ts', { ...process.env, CHROMIUM_PATH: browser })
}
