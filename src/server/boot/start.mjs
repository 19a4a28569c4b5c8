/**
 * `npm start`: from any state of the checkout to a running server. It runs before anything is installed and
 * on any Node, if only to say that Node is too old; so no newer syntax may be imported from here directly.
 */

import { nodeFits } from './node-version.mjs'

if (nodeFits()) void start()

async function start() {
  const { prepare } = await import('./prepare.mjs')
  if (prepare()) await import('./run.mjs')
  else process.exitCode = 1
}
