import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Gets the engine's garbage collector without a command line flag.
setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

/** Returns the memory use of this process after a garbage collection, in bytes. */
export function memoryAfterGc(): NodeJS.MemoryUsage {
  if (typeof collect === 'function') collect()
  return process.memoryUsage()
}
