/** Processes whose changes below a folder are noted for a later power cut. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('recorder.c', import.meta.url))
let compiled: string | undefined

// Compiles the library, once a process; its path. Throws where there is no C compiler, or no Linux.
function compileRecorder(): string {
  if (compiled !== undefined) return compiled
  if (process.platform !== 'linux') throw new Error('Power cuts can be tried on Linux only.')
  const folder = mkdtempSync(join(tmpdir(), 'trimline-recorder-'))
  // PostgreSQL runs as another user than root.
  chmodSync(folder, 0o755)
  const library = join(folder, 'recorder.so')
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'], { stdio: 'pipe' })
  } catch (cause) {
    throw new Error('This needs a C compiler (Debian: apt-get install gcc libc6-dev).', { cause })
  }
  compiled = library
  return library
}

/** The log of a folder, and what a process needs to write it. */
export class PowerLog {
  readonly path: string
  readonly environment: Readonly<Record<string, string>>

  /**
   * `folder` is there; the log, which has to be outside of it, is not. Whoever runs the process may write it.
   */
  constructor(folder: string, path: string) {
    this.path = path
    this.environment = { LD_PRELOAD: compileRecorder(), POWER_ROOT: folder, POWER_LOG: path }
    writeFileSync(path, '')
    chmodSync(path, 0o666)
  }

  /** How long it is, in bytes: a power cut now leaves what was synced until here. */
  get length(): number {
    return statSync(this.path).size
  }
}
