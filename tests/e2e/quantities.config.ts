import { defineConfig } from 'playwright/test'
import base from './playwright.config.ts'

const [screens] = base.projects ?? []

// All speeds and kinds; CI tests a part of them.
process.env['QUANTITIES'] = 'all'

/**
 * `npm run quantities`: two thousand lines with quantities by a simulated person, on slow devices and
 * servers.
 * Also tests the kept quantity, and the numbers of dumps and returns with a kept reason and refused scans in
 * between.
 */
export default defineConfig({
  ...base,
  timeout: 30 * 60_000,
  projects: [
    {
      name: 'quantities',
      testMatch: ['**/*.quantities.ts', '**/kept-quantity.spec.ts', '**/next-quantity.spec.ts'],
      use: screens?.use ?? {},
    },
  ],
})
