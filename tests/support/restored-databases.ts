// Databases that can be restored to an older state: a copied PGlite folder, and a PostgreSQL dump.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, type DatabaseTarget, openDatabase } from '#server/database/database.ts'
import { createTestDatabase } from './database.ts'

/** A database that can be closed, backed up and restored. */
export interface RestorableDatabase {
  readonly open: () => Promise<Database>
  /** Only while it is closed. */
  readonly backUp: () => void
  readonly restore: () => Promise<void>
  readonly remove: () => Promise<void>
}

const opened = async (place: DatabaseTarget): Promise<Database> => {
  const result = await openDatabase(place)
  if (!result.ok) throw new Error(`The database did not open: ${JSON.stringify(result.error)}`)
  return result.value
}

/** PGlite in a folder. */
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

/** A database on the PostgreSQL server at `url`, with the client programs in this folder. */
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
