/** Runs the server in this process, so that signals reach it and its exit code is the one that npm sees. */

import { register } from 'tsx/esm/api'

register()
await import('./main.ts')
