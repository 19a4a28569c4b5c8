/// <reference types="vitest/config" />
import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The app's own version, told apart from the server's on the health screen.
process.env.VITE_APP_VERSION = String(
  JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')).version,
)

// Tests that bring up a database or a whole server; each file may take a while before its first answer.
const integration = [
  'tests/integration/**/*.test.ts',
  'tests/simulation/**/*.test.ts',
  'tests/security/**/*.test.ts',
]
// Tests that need a document.
const dom = ['src/client/**/*.test.{ts,tsx}', 'tests/**/*.test.tsx']

export default defineConfig({
  plugins: [react()],
  // The server puts a nonce of its own in this place for each page that it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    sourcemap: true,
    manifest: true,
    modulePreload: { polyfill: false },
    // Two files for the start: what the entry shares with later screens would otherwise fall into a dozen small files, each a
    // request of its own. The packages stand apart, so that browsers keep them over releases that leave them alone.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'packages', tags: ['$initial'], test: /[\\/]node_modules[\\/]/ },
            { name: 'start', tags: ['$initial'] },
          ],
        },
      },
    },
  },
  test: {
    // Every core works: by default one is left out, which on two is half of them.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          isolate: false,
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [...dom, ...integration, 'tests/e2e/**'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: dom,
          setupFiles: ['tests/support/dom.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          // A worker keeps what it has loaded for its next file: the whole server, and the copy that databases start from.
          isolate: false,
          environment: 'node',
          include: integration,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
