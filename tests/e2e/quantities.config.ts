import { defineConfig } from 'playwright/test'
import base from './playwright.config.ts'

const [screens] = base.projects ?? []

/** `npm run quantities`: two thousand lines with a quantity each, by a seeded person, on slow devices and slow servers. */
export default defineConfig({
  ...base,
  timeout: 30 * 60_000,
  projects: [{ name: 'quantities', testMatch: '**/*.quantities.ts', use: screens?.use ?? {} }],
})
