/**
 * `npm test`: installs missing packages, builds the app, finds or installs a Chromium, and runs everything.
 * `npm test -- unit`, `integration` or `e2e` runs that part.
 */

import { nodeFits } from '#server/boot/node-version.mjs'

if (nodeFits()) void test()

async function test() {
  const { testAll } = await import('./test-all.mjs')
  await testAll(process.argv.slice(2))
}
