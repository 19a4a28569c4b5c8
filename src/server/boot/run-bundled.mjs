/** Runs a command of the bundled server, once its packages and builds are there. Plain Node. */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { nodeFits } from './node-version.mjs'

/** @param {string} name the command's file in `dist/server`, without its ending */
export async function runBundled(name) {
  if (!nodeFits()) return
  const { prepare, root } = await import('./prepare.mjs')
  if (!prepare()) {
    process.exitCode = 1
    return
  }
  process.setSourceMapsEnabled(true)
  await import(pathToFileURL(join(root, `dist/server/${name}.js`)).href)
}
