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
    // Without this, what the entry shares with later screens would fall into a dozen small files, each a request of its own.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'start',
              entriesAware: false,
              test: /node_modules[\\/](react|react-dom|scheduler|jotai|valibot|wouter|ofetch|oidc-client-ts|@tanstack[\\/](react-query|query-core))[\\/](?!.*(nfiniteQuery|queriesObserver|hydration))|src[\\/](contract[\\/](?!scanner-profile|reply-messages|command-ids|scan-codes|label-codes|maintenance|check-record|extension-calls|history|stock-import|health)|text[\\/](say|en-start)|client[\\/](state[\\/](?!scan-log|drafts)|api[\\/](client|problem|query-keys|use-ask|master-data)|ui[\\/](button|spinner|icon|class-names|states|field)))/,
            },
          ],
        },
      },
    },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [...dom, ...integration, 'tests/e2e/**'],
          testTimeout: 30_000,
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
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          environment: 'node',
          include: integration,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
