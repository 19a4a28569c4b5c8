import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// Tests that need a whole server or a database of their own; each file may take a while to come up.
const integration = [
  'tests/integration/**/*.test.ts',
  'tests/simulation/**/*.test.ts',
  'tests/security/**/*.test.ts',
]
// Tests that need a document: the app, and whatever renders.
const dom = ['src/client/**/*.test.{ts,tsx}', 'tests/**/*.test.tsx']

export default defineConfig({
  plugins: [react()],
  build: { outDir: 'dist/app', emptyOutDir: true, sourcemap: true, manifest: true },
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
