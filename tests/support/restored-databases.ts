// Databases that are put back to an older state: a PGlite folder that was copied while it was closed, and a
// dump of PostgreSQL that is restored.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, type DatabasePlace, openDatabase } from '#server/store/database.ts'
import { createTestDatabase } from './database.ts'

/** A database that can be closed, backed up, and put back. */
export interface RestorableDatabase {
  readonly open: () => Promise<Database>
  /** While it is closed. */
  readonly backUp: () => void
  readonly restore: () => Promise<void>
  readonly remove: () => Promise<void>
}

const opened = async (place: DatabasePlace): Promise<Database> => {
  const result = await openDatabase(place)
  if (!result.ok) throw new Error(`The database did not open: ${JSON.stringify(result.error)}`)
  return result.value
}

/** On PGlite, in a folder. */
export function restorableFolder(): RestorableDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'trimline-restore-'))
  const [data, copy] = [join(folder, 'data'), join(folder, 'copy')]
  return {
    open: () => opened({ kind: 'directory', directory: data }),
    backUp: () => cpSync(data, copy, { recursive: true }),
    restore: async () => {
      rmSync(data, { recursive: true })
      cpSync(copy, data, { recursive: true })
    },
    remove: async () => rmSync(folder, { recursive: true }),
  }
}

/** On the PostgreSQL server at `url`, by the programs in this folder. */
export async function restorableDump(url: string, programs: string): Promise<RestorableDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'trimline-restore-'))
  const file = join(folder, 'dump')
  let fresh = await createTestDatabase(url)
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(programs, program), args, { stdio: ['ignore', 'ignore', 'pipe'] })
  return {
    open: () => opened({ kind: 'postgres', url: fresh.url }),
    backUp: () => run('pg_dump', '--format=custom', '--file', file, fresh.url),
    restore: async () => {
      await fresh.drop()
      fresh = await createTestDatabase(url)
      run('pg_restore', '--no-owner', '--dbname', fresh.url, file)
    },
    remove: async () => {
      await fresh.drop()
      rmSync(folder, { recursive: true })
    },
  }
}
