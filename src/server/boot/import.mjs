/** `npm run import`: prepares packages and builds, then imports stock from a file (import-stock.ts). */

import { runBundled } from './run-bundled.mjs'

void runBundled('import-stock')
