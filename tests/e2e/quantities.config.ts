import { defineConfig } from 'playwright/test'
import base from './playwright.config.ts'

const [screens] = base.projects ?? []

// Every processor of what CI tries on one.
process.env['QUANTITIES'] = 'all'

/**
 * `npm run quantities`: two thousand lines with a quantity each, by a seeded person, on slow devices and slow servers; the quantity
 * that is kept for every scan; and the numbers of dumps and returns with a kept reason, refusals in between.
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
