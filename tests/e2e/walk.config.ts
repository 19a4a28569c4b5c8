import { defineConfig } from 'playwright/test'
import base from './playwright.config.ts'

const [screens] = base.projects ?? []

/** `npm run walk`: WALK_RUNS random walks of two people and an administrator, from seed WALK_FROM on. */
export default defineConfig({
  ...base,
  workers: 2,
  projects: [{ name: 'walk', testMatch: '**/*.walk.ts', use: screens?.use ?? {} }],
})
