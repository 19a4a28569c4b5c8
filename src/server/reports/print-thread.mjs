/** The drawing thread run from its sources, for `npm run dev` and the tests: TypeScript is read first. */

import { register } from 'tsx/esm/api'

register()
await import('./print-thread.ts')
