import { defineConfig } from 'playwright/test'
import base from './playwright.config.ts'

const [screens] = base.projects ?? []

/** `npm run axe`: axe on every screen, theme, device and state, and the focus on every screen. */
export default defineConfig({
  ...base,
  timeout: 25 * 60_000,
  // The machine may be busy with other work.
  expect: { timeout: 60_000 },
  projects: [{ name: 'axe', testMatch: '**/*.matrix.ts', use: screens?.use ?? {} }],
})
