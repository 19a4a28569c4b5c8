import { defineConfig } from 'playwright/test'
import base from './playwright.config.ts'

// The folder for the screenshots of checkScreen.
process.env['PICTURES'] ??= 'test-results/pictures'

/**
 * `npm run pictures`: the README's pictures, and screenshots of every screen, theme and size in
 * test-results/pictures.
 */
export default defineConfig({
  ...base,
  projects: [
    { name: 'pictures', testMatch: '**/*.pictures.ts' },
    { name: 'screens', testMatch: ['**/screens.spec.ts', '**/places.spec.ts', '**/second-shelf.spec.ts'] },
  ],
})
