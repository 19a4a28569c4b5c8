/** `npm run verify`: installs and builds what is missing, then checks the movements (verify-movements.ts). */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { nodeFits } from './node-version.mjs'

if (nodeFits()) void start()

async function start() {
  const { prepare, root } = await import('./prepare.mjs')
  if (!prepare()) {
    process.exitCode = 1
    return
  }
  process.setSourceMapsEnabled(true)
  await import(pathToFileURL(join(root, 'dist/server/verify-movements.js')).href)
}
