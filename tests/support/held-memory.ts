import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// The engine's own collector, without a flag on the command line.
setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

/** What this process holds once the garbage is gone, in bytes. */
export function heldMemory(): NodeJS.MemoryUsage {
  if (typeof collect === 'function') collect()
  return process.memoryUsage()
}
