import { defineConfig } from 'playwright/test'
import { chromiumArguments, findChromium, findHeadlessShell } from '#tests/support/chromium.mjs'

const chromium = await findChromium()
const launch = (executablePath: string | undefined) => ({
  launchOptions: { args: chromiumArguments, ...(executablePath && { executablePath }) },
})

// A tab that shows a PDF, and a camera.
const needsWindows = ['**/print.spec.ts', '**/direct-scanners-camera.spec.ts']

/** Each worker brings up a server of its own, on a free port and on a copy of the demo data. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  projects: [
    { name: 'screens', testIgnore: needsWindows, use: launch(findHeadlessShell(chromium)) },
    { name: 'windows', testMatch: needsWindows },
  ],
  globalSetup: './support/seed.ts',
  outputDir: '../../test-results',
  // Each worker has a server, a browser and a test process. One more than the cores that there may be: slow
  // networks are waited for, and codes are handed over with the times of their plan.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['json'] as const] : [])],
  use: {
    browserName: 'chromium',
    headless: true,
    contextOptions: { reducedMotion: 'reduce' },
    // What the app keeps on a device is offline-start.spec.ts's; elsewhere each request has to pass the
    // network of its test.
    serviceWorkers: 'block',
    ...launch(chromium),
    screenshot: 'only-on-failure',
    // A trace makes every step slower; TRACE=1 writes one where something fails.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
})
