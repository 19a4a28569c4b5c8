import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ownFolder, runCluster } from './postgres.mjs'

/** A standby of a running PostgreSQL. */
export interface Standby {
  /** The same database as the primary's. */
  readonly url: string
  readonly stop: () => Promise<void>
}

/**
 * Copies a PostgreSQL and replicates it. `url` names a database of the primary and a user with the right to
 * replicate.
 */
export async function startStandby(programs: string, url: string): Promise<Standby> {
  // The folder with all of PostgreSQL's programs: the given one can contain links to some only.
  const bin = dirname(realpathSync(join(programs, 'postgres')))
  const folder = mkdtempSync(join(tmpdir(), 'trimline-standby-'))
  const data = join(folder, 'data')
  try {
    const user = ownFolder(folder)
    const { hostname, port, username, pathname } = new URL(url)
    const from = ['-h', hostname, '-p', port, '-U', username]
    execFileSync(join(bin, 'pg_basebackup'), [...from, '-D', data, '-R', '-c', 'fast', '--no-sync'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...user,
    })
    const cluster = await runCluster(bin, data, { fsync: 'off' })
    const standbyUrl = new URL(cluster.url)
    standbyUrl.pathname = pathname
    return {
      url: standbyUrl.href,
      stop: async () => {
        await cluster.stop()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}
