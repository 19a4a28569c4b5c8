import { defineConfig } from 'playwright/test'
import base from './playwright.config.ts'

const [screens] = base.projects ?? []

/**
 * What depends on several servers, in browsers: two servers on one PostgreSQL, at TEST_DATABASE_URL, behind
 * one address.
 */
export default defineConfig({
  ...base,
  // A file each: both wait more than they compute.
  workers: 2,
  projects: [
    {
      name: 'servers',
      testMatch: ['**/offline-shift.spec.ts', '**/two-people.spec.ts'],
      use: screens?.use ?? {},
    },
  ],
})
