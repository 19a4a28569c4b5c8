import { defineConfig } from 'playwright/test'
import base from './playwright.config.ts'

const [screens] = base.projects ?? []

/**
 * `npm run bench:outbox`: 100 scans in 10 seconds on a slow server, with the time of each until its first
 * result.
 */
export default defineConfig({
  ...base,
  timeout: 10 * 60_000,
  projects: [{ name: 'rate', testMatch: '**/*.rate.ts', use: screens?.use ?? {} }],
})
