/**
 * The print thread from its sources, for `npm run dev` and the tests: registers TypeScript, then loads it.
 */

import { register } from 'tsx/esm/api'

register()
await import('./print-thread.ts')
