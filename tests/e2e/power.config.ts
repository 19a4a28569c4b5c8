import { defineConfig } from 'playwright/test'
import base from './playwright.config.ts'

/** Power cuts under the browser and the server. Needs Linux and a C compiler. */
export default defineConfig({
  ...base,
  workers: 1,
  projects: [{ name: 'power', testMatch: '**/*.power.ts' }],
})
