import { defineConfig } from 'playwright/test'
import { chromiumArguments, findChromium, findHeadlessShell } from '#tests/support/chromium.mjs'

const chromium = await findChromium()
const launch = (executablePath: string | undefined) => ({
  launchOptions: { args: chromiumArguments, ...(executablePath && { executablePath }) },
})

// Specs with a PDF tab or a camera run in the full browser instead of the headless shell.
const needsFullBrowser = ['**/print.spec.ts', '**/direct-scanners-camera.spec.ts']

/** Each worker starts its own server on a free port and on a copy of the demo data. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  projects: [
    { name: 'screens', testIgnore: needsFullBrowser, use: launch(findHeadlessShell(chromium)) },
    { name: 'windows', testMatch: needsFullBrowser },
  ],
  globalSetup: './support/seed.ts',
  outputDir: '../../test-results',
  // Each worker has a server, a browser and a test process. More workers than cores, because tests mostly
  // wait for slow networks and planned key times.
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
    // offline-start.spec.ts tests the cached app. Elsewhere each request must pass the network of its test.
    serviceWorkers: 'block',
    ...launch(chromium),
    screenshot: 'only-on-failure',
    // A trace makes every step slower; TRACE=1 stores one for failures.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
})
