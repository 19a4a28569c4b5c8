/** `npm run verify`: installs and builds what is missing, then checks the movements (verify-movements.ts). */

import { runBundled } from './run-bundled.mjs'

void runBundled('verify-movements')
