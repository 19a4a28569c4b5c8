import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

// The parts of Emscripten's Node file system that a durable commit needs. Checked before use.
interface EmscriptenModule {
  readonly NODEFS?: { readonly stream_ops?: StreamOperations }
}
interface StreamOperations {
  readonly open?: unknown
  fsync?: (stream: { nfd?: number }) => number
}

const durableParameters = ['-c', 'wal_sync_method=fsync']
const memoryParameters = ['-c', 'shared_buffers=32MB']

// Exit code when the disk fails to store data.
const diskFailureExitCode = 74

// Ends the process when a flush fails: written data may be lost, and PGlite would loop forever on the error.
// No further request is acknowledged, and the next start recovers from what is on disk.
function exitAfterDiskFailure(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error)
  process.stderr.write(
    `The disk did not keep what was written (${reason}). The server ends. Check the disk, then start it again: what was confirmed is kept.\n`,
  )
  process.exit(diskFailureExitCode)
}

// Adds fsync to PGlite's Node file system, which has none, before PostgreSQL starts and runs recovery.
class SyncedFolder extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const initialized = await super.init(pg, options)
    const { preRun = [] } = initialized.emscriptenOpts
    const attach = (module: EmscriptenModule) => {
      const operations = module.NODEFS?.stream_ops
      if (!operations?.open) throw new Error('PGlite has changed: no file system to attach fsync to')
      operations.fsync = ({ nfd }) => {
        if (nfd === undefined) throw new Error('PGlite has changed: a file without a descriptor')
        try {
          flush(fdatasyncSync, nfd)
        } catch (error) {
          exitAfterDiskFailure(error)
        }
        return 0
      }
    }
    return { emscriptenOpts: { ...initialized.emscriptenOpts, preRun: [...[preRun].flat(), attach] } }
  }
}

/**
 * Opens PGlite in `directory` with durable commits, and creates the database if there is none.
 *
 * Removes PostgreSQL's `-F` (no fsync) and adds fsync to the file system.
 * Throws if PGlite's internals have changed, because a power cut would lose data.
 */
export async function openDurablePglite(directory: string): Promise<PGlite> {
  if (!existsSync(directory)) await createDatabase(directory)
  return open(directory)
}

function open(directory: string): Promise<PGlite> {
  const parameters = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F')
  if (parameters.length === PGlite.defaultStartParams.length)
    throw new Error('PGlite has changed: no -F to drop')
  return PGlite.create({
    fs: new SyncedFolder(directory),
    startParams: [...parameters, ...durableParameters, ...memoryParameters],
  })
}

// Creates the database next to its final path and moves it there after a full sync.
// PGlite does not sync a new database, so an interrupted creation must start again.
async function createDatabase(directory: string): Promise<void> {
  const temporaryDirectory = `${directory}.new`
  rmSync(temporaryDirectory, { recursive: true, force: true })
  const database = await open(temporaryDirectory)
  await database.close()
  syncAll(temporaryDirectory)
  renameSync(temporaryDirectory, directory)
  // The parent folders may be new too.
  for (const folder of [dirname(directory), dirname(dirname(directory))]) sync(folder)
}

function syncAll(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncAll(path)
    else if (entry.isFile()) sync(path)
  }
  sync(folder)
}

function sync(path: string): void {
  const file = openSync(path, 'r')
  try {
    flush(fsyncSync, file)
  } finally {
    closeSync(file)
  }
}

// Windows persists folders without fsync, and refuses to flush files opened for reading.
function flush(call: (file: number) => void, file: number): void {
  try {
    call(file)
  } catch (error) {
    const isFolderOnWindows =
      process.platform === 'win32' && error instanceof Error && 'code' in error && error.code === 'EPERM'
    if (!isFolderOnWindows) throw error
  }
}

/** Opens PGlite in memory, for tests. `copied` is a dump to start from, which is faster. */
export function openPgliteInMemory(copied?: Blob): Promise<PGlite> {
  const startParams = [...PGlite.defaultStartParams, ...memoryParameters]
  return PGlite.create('memory://', { startParams, ...(copied && { loadDataDir: copied }) })
}
