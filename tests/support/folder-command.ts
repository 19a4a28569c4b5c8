import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#server/database/database.ts'
import { commandOf } from './server-process.ts'
import { fillWarehouse } from './warehouse.ts'

/** Output and exit code of a command. */
export interface Printed {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** A command of the server, run on a separate folder. */
export interface FolderCommand {
  /** The folder; the embedded database is in its `data`. */
  readonly folder: string
  /** Opens the database for `work`. No other process can open it meanwhile. */
  readonly withDatabase: <Value>(work: (database: Database) => Promise<Value>) => Promise<Value>
  /** Runs the command in a separate process until it ends. */
  readonly run: (...args: readonly string[]) => Promise<Printed>
  readonly remove: () => Promise<void>
}

/**
 * Creates a folder with the test warehouse in an embedded database. `name` is a command in `src/server/boot`.
 */
export async function folderCommand(name: string): Promise<FolderCommand> {
  const folder = await mkdtemp(join(tmpdir(), 'trimline-command-'))
  const data = join(folder, 'data')
  const withBooks: FolderCommand['withDatabase'] = async (work) => {
    const opened = await openDatabase({ kind: 'directory', directory: data })
    if (!opened.ok) throw new Error(opened.error.code)
    try {
      return await work(opened.value)
    } finally {
      await opened.value.close()
    }
  }
  await withBooks((database) => fillWarehouse(database))
  return {
    folder,
    withDatabase: withBooks,
    run: async (...args) => {
      const { PATH = '', HOME = '' } = process.env
      const child = spawn(process.execPath, [...commandOf(name), ...args], {
        env: { PATH, HOME, DATA_DIR: data },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const [stdout, stderr, [code]] = await Promise.all([
        child.stdout.setEncoding('utf8').toArray(),
        child.stderr.setEncoding('utf8').toArray(),
        once(child, 'close') as Promise<[number]>,
      ])
      return { code, stdout: stdout.join(''), stderr: stderr.join('') }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
