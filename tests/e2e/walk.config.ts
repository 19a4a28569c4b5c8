import { defineConfig } from 'playwright/test'
import base from './playwright.config.ts'

const [screens] = base.projects ?? []

/**
 * `npm run walk`: random walks of two people and an administrator, WALK_RUNS of them from the seed WALK_FROM
 * on.
 */
export default defineConfig({
  ...base,
  workers: 2,
  projects: [{ name: 'walk', testMatch: '**/*.walk.ts', use: screens?.use ?? {} }],
})
