import { defineConfig } from 'playwright/test'
import base from './playwright.config.ts'

const [screens] = base.projects ?? []

/**
 * Browser tests that depend on several servers: two servers behind one address, on the PostgreSQL at
 * TEST_DATABASE_URL.
 */
export default defineConfig({
  ...base,
  // One worker per file: both files wait more than they compute.
  workers: 2,
  projects: [
    {
      name: 'servers',
      testMatch: ['**/offline-shift.spec.ts', '**/two-people.spec.ts'],
      use: screens?.use ?? {},
    },
  ],
})
