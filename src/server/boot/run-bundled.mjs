/** Prepares packages and builds, then runs a command of the bundled server. Uses only Node. */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { nodeFits } from './node-version.mjs'

/** @param {string} name the command's file in `dist/server`, without its extension */
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
