import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { findPostgres, makeCluster, runCluster } from '#tests/support/postgres.mjs'
import { recordReadSentences } from '#tests/support/reliability/reads.ts'
import { type ServerProcess, spawnServer } from '#tests/support/server-process.ts'
import { Disk, noneSurvive, type Survives, someSurvive } from './disk.ts'
import { intact, judge } from './judge.ts'
import { PowerLog } from './recorder.ts'
import { type ApiClient, fillForWork, openApiClient, type Sent, workUntil } from './work.ts'

// Records PostgreSQL while people work, then kills it and cuts the power at several moments of that time. The
// server keeps running.
// Small log files and checkpoints make both frequent.

const programs = findPostgres() ?? ''
const folder = mkdtempSync(join(tmpdir(), 'trimline-power-'))
const home = mkdtempSync(join(folder, 'home-'))
const data = join(home, 'data')
const moments = { middle: 0, killed: 0 }
let before: Disk
let log: PowerLog
let port: number
let server: ServerProcess
let api: ApiClient
let journal: readonly Sent[] = []

const settings = { shared_buffers: '1MB', max_wal_size: '4MB', min_wal_size: '2MB' }

beforeAll(async () => {
  if (programs === '')
    throw new Error('This needs PostgreSQL 15 or later (Debian: apt-get install postgresql).')
  chmodSync(folder, 0o755)
  makeCluster(programs, home, data, ['--wal-segsize', '1'])
  before = new Disk(data)
  log = new PowerLog(data, join(folder, 'log'))
  const cluster = await runCluster(programs, data, settings, { ...process.env, ...log.environment })
  port = cluster.port
  const opened = await openDatabase({ kind: 'postgres', url: cluster.url })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  await fillForWork(opened.value)
  const checkpoints = setInterval(() => void opened.value.pool.query('checkpoint').catch(() => {}), 300)
  opened.value.pool.on('error', () => {})
  server = spawnServer({ DATABASE_URL: cluster.url, SEED_DEMO: 'no', LOG_LEVEL: 'silent' })
  const address = await server.ready
  api = openApiClient(() => address)
  await api.signIn()
  journal = await workUntil(
    api,
    () => log.length,
    90,
    () => void cluster.stop('SIGKILL'),
  )
  clearInterval(checkpoints)
  await opened.value.close()
  moments.killed = log.length
  moments.middle = journal[Math.floor(journal.length / 2)]?.answeredAt ?? 0
})
afterAll(async () => {
  await server.end()
  rmSync(folder, { recursive: true, force: true })
})

// Starts PostgreSQL on the data after a power cut at this moment.
const startOn = async (moment: number, survives: Survives, more: Readonly<Record<string, string>> = {}) => {
  const after = mkdtempSync(join(folder, 'after-'))
  chmodSync(after, 0o755)
  const copy = join(after, 'data')
  before.replay(log.path, moment)
  before.writeTo(copy, survives)
  return runCluster(programs, copy, { ...settings, ...more })
}

describe('Fault 09: power lost', () => {
  it.each([
    ['in the middle of work, with parts of the rest', 'middle', someSurvive(7)],
    ['at the end', 'killed', noneSurvive],
  ] as const)('PostgreSQL keeps what was answered %s', async (_, moment, survives) => {
    const cluster = await startOn(moments[moment], survives)
    const verdict = await judge({ DATABASE_URL: cluster.url }, journal, moments[moment])
    await cluster.stop()
    expect(verdict).toEqual(intact)
  })

  it('a server whose database is gone says so, and goes on by itself', async ({ task }) => {
    const [unanswered] = journal.filter(({ answer }) => !answer)
    if (!unanswered) throw new Error('Somebody was at work.')
    const refused = await api.send(unanswered)
    expect(refused.status).toBe(503)
    const { detail } = refused.body as { readonly detail?: string }
    recordReadSentences(task, String(detail))
    const cluster = await startOn(moments.killed, noneSurvive, { port: String(port) })
    await expect.poll(async () => (await api.send(unanswered)).status, { timeout: 30_000 }).toBe(200)
    await cluster.stop()
  })
})
