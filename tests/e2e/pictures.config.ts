import { defineConfig } from 'playwright/test'
import base from './playwright.config.ts'

// Where lookAt puts the picture of each screen.
process.env['PICTURES'] ??= 'test-results/pictures'

/**
 * `npm run pictures`: the README's pictures, and one of every screen, theme and size into
 * test-results/pictures.
 */
export default defineConfig({
  ...base,
  projects: [
    { name: 'pictures', testMatch: '**/*.pictures.ts' },
    { name: 'screens', testMatch: ['**/screens.spec.ts', '**/places.spec.ts', '**/second-shelf.spec.ts'] },
  ],
})
