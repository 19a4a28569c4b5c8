import { defineConfig } from 'playwright/test'
import base from './playwright.config.ts'

const [screens] = base.projects ?? []

/**
 * `npm run bench:outbox`: a hundred scans in ten seconds on a slow server, with the time of each until its
 * first outcome.
 */
export default defineConfig({
  ...base,
  timeout: 10 * 60_000,
  projects: [{ name: 'rate', testMatch: '**/*.rate.ts', use: screens?.use ?? {} }],
})
