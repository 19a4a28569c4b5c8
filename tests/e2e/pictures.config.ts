import { defineConfig } from 'playwright/test'
import base from './playwright.config.ts'

/** `npm run pictures`: takes the README's pictures from the running app. */
export default defineConfig({ ...base, projects: [{ name: 'pictures', testMatch: '**/*.pictures.ts' }] })
