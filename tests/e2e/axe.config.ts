import { defineConfig } from 'playwright/test'
import base from './playwright.config.ts'

const [screens] = base.projects ?? []

/** `npm run axe`: every screen, theme, device and state; and the focus over every screen. */
export default defineConfig({
  ...base,
  timeout: 25 * 60_000,
  // It may run beside other work.
  expect: { timeout: 60_000 },
  projects: [{ name: 'axe', testMatch: '**/*.matrix.ts', use: screens?.use ?? {} }],
})
