/** The print thread from its sources, for `npm run dev` and the tests: loads TypeScript first. */

import { register } from 'tsx/esm/api'

register()
await import('./print-thread.ts')
