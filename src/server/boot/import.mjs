/**
 * `npm run import`: installs and builds what is missing, then imports stock from a file (import-stock.ts).
 */

import { runBundled } from './run-bundled.mjs'

void runBundled('import-stock')
