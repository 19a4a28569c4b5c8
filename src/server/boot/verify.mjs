/** `npm run verify`: prepares packages and builds, then verifies the movements (verify-movements.ts). */

import { runBundled } from './run-bundled.mjs'

void runBundled('verify-movements')
