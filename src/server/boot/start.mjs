/**
 * `npm start`: starts the server from any state of the checkout. Runs before packages are installed.
 * Must not directly import newer syntax, because it reports Node versions that are too old.
 */

import { nodeFits } from './node-version.mjs'

if (nodeFits()) void start()

async function start() {
  const { prepare } = await import('./prepare.mjs')
  if (prepare()) await import('./run.mjs')
  else process.exitCode = 1
}
