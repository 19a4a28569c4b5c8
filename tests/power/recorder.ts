/** Records the changes of processes below a folder, for a simulated power cut. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('recorder.c', import.meta.url))
let compiled: string | undefined

// Compiles the library once per process and returns its path. Throws without a C compiler or Linux.
function compileRecorder(): string {
  if (compiled !== undefined) return compiled
  if (process.platform !== 'linux') throw new Error('Power cuts can be tried on Linux only.')
  const folder = mkdtempSync(join(tmpdir(), 'trimline-recorder-'))
  // PostgreSQL runs as a non-root user.
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

/** The log of a folder, and the environment of a process that writes it. */
export class PowerLog {
  readonly path: string
  readonly environment: Readonly<Record<string, string>>

  /** `folder` must exist; the log must not, and must be outside it. Any user may write the log. */
  constructor(folder: string, path: string) {
    this.path = path
    this.environment = { LD_PRELOAD: compileRecorder(), POWER_ROOT: folder, POWER_LOG: path }
    writeFileSync(path, '')
    chmodSync(path, 0o666)
  }

  /** Current length in bytes: a power cut now keeps changes synced up to here. */
  get length(): number {
    return statSync(this.path).size
  }
}
