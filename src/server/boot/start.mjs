/**
 * `npm start`: from whatever state the checkout is in to a server that answers. It runs before anything is installed
 * and on any Node, if only to say that it is the wrong one; so nothing newer may be imported from here directly.
 */

import { nodeFits } from './node-version.mjs'

if (nodeFits()) void start()

async function start() {
  const { prepare } = await import('./prepare.mjs')
  if (prepare()) await import('./run.mjs')
  else process.exitCode = 1
}
