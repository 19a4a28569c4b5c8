/** `npm run build`: builds the app into a folder for any static server, with the environment's settings. */

import { runBundled } from './run-bundled.mjs'

void runBundled('build-site')
