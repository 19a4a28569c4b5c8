/** Starts a temporary PostgreSQL for the tests: a cluster in a temporary folder, on a free loopback port. */

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

const suffix = process.platform === 'win32' ? '.exe' : ''

/**
 * Returns the folder of PostgreSQL's programs, found in PATH, in the folders of Debian or Homebrew, or by
 * `pg_config`.
 *
 * @returns {string | undefined}
 */
export function findPostgres() {
  const folders = possibleFolders()
  const complete = (/** @type {string} */ folder) =>
    ['postgres', 'initdb'].every((program) => existsSync(join(folder, program + suffix)))
  const found = folders.find((folder) => folder !== '' && complete(folder))
  if (found) return found
  const { stdout, status } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  return status === 0 && complete(stdout.trim()) ? stdout.trim() : undefined
}

/**
 * Returns the folder of PostgreSQL's client programs, such as `pg_dump`.
 *
 * @returns {string | undefined}
 */
export function findClients() {
  return possibleFolders().find(
    (folder) =>
      folder !== '' &&
      ['pg_dump', 'pg_restore'].every((program) => existsSync(join(folder, program + suffix))),
  )
}

const possibleFolders = () => [
  ...(process.env.PATH ?? '').split(delimiter),
  ...versions('/usr/lib/postgresql'),
  ...versions('/usr/local/opt'),
  ...versions('/opt/homebrew/opt'),
]

/**
 * Starts a temporary cluster and waits until it accepts connections.
 *
 * @param {string} programs the folder of PostgreSQL's programs
 * @param {Readonly<Record<string, string>>} [more] additional settings
 * @returns {Promise<{ readonly url: string, stop(): Promise<void> }>}
 * @throws when the cluster cannot be made or does not start; it is then removed
 */
export async function startPostgres(programs, more = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'trimline-postgres-'))
  const data = join(folder, 'data')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    makeCluster(programs, folder, data, ['--no-sync'])
    // No fsync: the cluster is temporary, and the tests kill the server but never the machine.
    const cluster = await runCluster(programs, data, { fsync: 'off', ...more })
    return { url: cluster.url, stop: () => cluster.stop().then(remove) }
  } catch (reason) {
    remove()
    throw reason
  }
}

/**
 * Makes a cluster.
 *
 * @param {string} programs the folder of PostgreSQL's programs
 * @param {string} folder an existing folder; its ownership goes to the user of the cluster
 * @param {string} data folder of the data inside it
 * @param {readonly string[]} [options] more options of `initdb`
 * @throws when `initdb` fails
 */
export function makeCluster(programs, folder, data, options = []) {
  const user = ownFolder(folder)
  const own = ['--username', 'trimline', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C']
  execFileSync(join(programs, 'initdb'), ['--pgdata', data, ...own, ...options], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  })
}

/**
 * Starts the server of a cluster and waits until it accepts connections.
 *
 * @param {string} programs the folder of PostgreSQL's programs
 * @param {string} data
 * @param {Readonly<Record<string, string>>} settings additional settings; `port` is a free port by default
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<{ readonly url: string, readonly port: number, stop(signal?: NodeJS.Signals):
 *   Promise<void> }>} `stop` is PostgreSQL's fast shutdown, or sends the signal
 * @throws when the server does not start
 */
export async function runCluster(programs, data, settings, env = process.env) {
  const user = systemUser()
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, data])
  const port = Number(settings.port ?? (await freePort()))
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    ...settings,
  }
  const child = spawn(
    join(programs, 'postgres'),
    ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { cwd: dirname(data), stdio: ['ignore', 'ignore', 'pipe'], env, ...user },
  )
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    log = (log + text).slice(-4000)
  })
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
  const stop = async (/** @type {NodeJS.Signals} */ signal = 'SIGINT') => {
    child.kill(signal)
    await ended
  }
  const url = `postgres://trimline@127.0.0.1:${port}/postgres`
  if (await Promise.race([acceptsConnections(url), ended.then(() => false)])) return { url, port, stop }
  await stop()
  throw new Error(`PostgreSQL did not come up:\n${log}`)
}

/**
 * Makes the user who runs PostgreSQL the owner of a folder.
 *
 * @param {string} folder
 * @returns {{ uid: number, gid: number } | undefined} the user; undefined: the current user
 */
export function ownFolder(folder) {
  const user = systemUser()
  if (user) chownSync(folder, user.uid, user.gid)
  return user
}

/**
 * PostgreSQL refuses to run as root: then the user `postgres` or `nobody` runs it.
 *
 * @returns {{ uid: number, gid: number } | undefined}
 */
function systemUser() {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }))
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  return undefined
}

/** @param {string} folder */
function versions(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .toSorted((left, right) => right.localeCompare(left, 'en', { numeric: true }))
    .map((name) => join(folder, name, 'bin'))
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/**
 * Returns whether the server accepts connections. Tries for up to 30 seconds.
 *
 * @param {string} url
 */
async function acceptsConnections(url) {
  const { default: pg } = await import('pg')
  const until = Date.now() + 30_000
  while (Date.now() < until) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return true
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  return false
}
