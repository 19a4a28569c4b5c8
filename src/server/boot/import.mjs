/** `npm run import`: installs and builds what is missing, then imports stock from a file (import-stock.ts). */

import { nodeFits } from './node-version.mjs'

if (nodeFits()) void start()

async function start() {
  const { prepare, root } = await import('./prepare.mjs')
  if (!prepare()) {
    process.exitCode = 1
    return
  }
  const { join } = await import('node:path')
  const { pathToFileURL } = await import('node:url')
  process.setSourceMapsEnabled(true)
  await import(pathToFileURL(join(root, 'dist/server/import-stock.js')).href)
}
