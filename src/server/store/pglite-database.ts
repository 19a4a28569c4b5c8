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

// Emscripten's Node file system, as far as a durable commit needs it; checked before use.
interface EmscriptenModule {
  readonly NODEFS?: { readonly stream_ops?: StreamOperations }
}
interface StreamOperations {
  readonly open?: unknown
  fsync?: (stream: { nfd?: number }) => number
}

const durable = ['-c', 'wal_sync_method=fsync']
const modest = ['-c', 'shared_buffers=32MB']

// Exit code of a server whose disk does not keep its data.
const diskRefused = 74

// What was written may be lost, and the engine, told of it, loops forever. So nobody is answered any more,
// and the next start goes on with what is on the disk.
function endWithDisk(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error)
  process.stderr.write(
    `The disk did not keep what was written (${reason}). The server ends. Check the disk, then start it again: what was confirmed is kept.\n`,
  )
  process.exit(diskRefused)
}

// A folder that PGlite syncs as PostgreSQL asks it to: files and folders. Its own file system has no fsync.
// This one has it before PostgreSQL starts, whose recovery syncs, too.
class SyncedFolder extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const made = await super.init(pg, options)
    const { preRun = [] } = made.emscriptenOpts
    const attach = (module: EmscriptenModule) => {
      const operations = module.NODEFS?.stream_ops
      if (!operations?.open) throw new Error('PGlite has changed: no file system to attach fsync to')
      operations.fsync = ({ nfd }) => {
        if (nfd === undefined) throw new Error('PGlite has changed: a file without a descriptor')
        try {
          flush(fdatasyncSync, nfd)
        } catch (error) {
          endWithDisk(error)
        }
        return 0
      }
    }
    return { emscriptenOpts: { ...made.emscriptenOpts, preRun: [...[preRun].flat(), attach] } }
  }
}

/**
 * Opens PGlite in `directory` so that an answered commit is on disk, and makes the database if there is none.
 *
 * PGlite starts PostgreSQL with `-F` (no fsync), and its Node file system has no fsync; both are mended here.
 * Throws if PGlite's internals have changed: otherwise a power cut would lose data.
 */
export async function openDurablePglite(directory: string): Promise<PGlite> {
  if (!existsSync(directory)) await makeDatabase(directory)
  return open(directory)
}

function open(directory: string): Promise<PGlite> {
  const parameters = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F')
  if (parameters.length === PGlite.defaultStartParams.length)
    throw new Error('PGlite has changed: no -F to drop')
  return PGlite.create({
    fs: new SyncedFolder(directory),
    startParams: [...parameters, ...durable, ...modest],
  })
}

// PGlite unpacks a new database without a sync. It is made beside its place and moved there once all of it is
// on the disk: whatever ends the process or the power meanwhile, the next start begins anew.
async function makeDatabase(directory: string): Promise<void> {
  const making = `${directory}.new`
  rmSync(making, { recursive: true, force: true })
  const database = await open(making)
  await database.close()
  syncAll(making)
  renameSync(making, directory)
  // The folder around it may be new, too.
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

// Windows keeps folders by itself, and refuses to flush what was opened for reading.
function flush(call: (file: number) => void, file: number): void {
  try {
    call(file)
  } catch (error) {
    const isFolderOnWindows =
      process.platform === 'win32' && error instanceof Error && 'code' in error && error.code === 'EPERM'
    if (!isFolderOnWindows) throw error
  }
}

/**
 * Opens PGlite in memory, for tests: same engine, nothing stored. Starts from `copied` if given, which is
 * faster.
 */
export function openPgliteInMemory(copied?: Blob): Promise<PGlite> {
  const startParams = [...PGlite.defaultStartParams, ...modest]
  return PGlite.create('memory://', { startParams, ...(copied && { loadDataDir: copied }) })
}
