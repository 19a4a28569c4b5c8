/**
 * `npm run dev`: the app through vite with hot replacement, and the server behind it, restarted on changes.
 * Both share one origin, the server's PUBLIC_URL, so that sign-in works.
 */

import { nodeFits } from './node-version.mjs'

if (nodeFits()) void develop()

async function develop() {
  const { install } = await import('./prepare.mjs')
  if (!install({ development: true })) {
    process.exitCode = 1
    return
  }
  const { serveForDevelopment } = await import('./serve-for-development.mjs')
  await serveForDevelopment()
}
