import { fdatasyncSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'

// Emscripten file system internals that a durable commit needs; checked before use.
interface FileSystemInternals {
  readonly analyzePath?: (path: string) => {
    readonly object?: { readonly mount?: { readonly type?: { stream_ops?: StreamOperations } } }
  }
}
interface StreamOperations {
  fsync?: (stream: { nfd?: number }) => number
}

const durable = ['-c', 'wal_sync_method=fsync']
const modest = ['-c', 'shared_buffers=32MB']

/**
 * Opens PGlite in `directory` so that an answered commit is on disk.
 *
 * PGlite starts PostgreSQL with `-F` (no fsync), and its Node file system has no fsync; both are fixed here.
 * Throws if PGlite's internals have changed: otherwise a power cut would lose data.
 */
export async function openDurablePglite(directory: string): Promise<PGlite> {
  const parameters = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F')
  if (parameters.length === PGlite.defaultStartParams.length)
    throw new Error('PGlite has changed: no -F to drop')
  const database = await PGlite.create(directory, { startParams: [...parameters, ...durable, ...modest] })
  const files: FileSystemInternals = database.Module.FS
  const operations = files.analyzePath?.('/pglite/data').object?.mount?.type?.stream_ops
  if (!operations) throw new Error('PGlite has changed: no mounted file system to attach fsync to')
  operations.fsync = (stream) => {
    if (stream.nfd !== undefined) fdatasyncSync(stream.nfd)
    return 0
  }
  return database
}

/**
 * Opens PGlite in memory, for tests: same engine, nothing stored. Starts from `copied` if given, which is
 * faster.
 */
export function openPgliteInMemory(copied?: Blob): Promise<PGlite> {
  const startParams = [...PGlite.defaultStartParams, ...modest]
  return PGlite.create('memory://', { startParams, ...(copied && { loadDataDir: copied }) })
}
