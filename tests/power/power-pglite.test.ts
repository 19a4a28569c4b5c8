import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { spawnServer } from '#tests/support/server-process.ts'
import { Disk, noneSurvive, type Survives, someSurvive } from './disk.ts'
import { intact, judge } from './judge.ts'
import { PowerLog } from './recorder.ts'
import { openApiClient, type Sent, workUntil } from './work.ts'

// Records the embedded database's first day, then cuts the power at several moments of that day.
// The day: one process creates and fills the folder and is killed. A server starts on it, and people work
// until it is killed.

const fill = fileURLToPath(new URL('fill.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'trimline-power-'))
const data = join(folder, 'data')
const moments = { filled: 0, middle: 0, killed: 0 }
let before: Disk
let log: PowerLog
let journal: readonly Sent[] = []

beforeAll(async () => {
  mkdirSync(data)
  before = new Disk(data)
  log = new PowerLog(data, join(folder, 'log'))
  const filling = spawn(process.execPath, ['--import', 'tsx', fill], {
    env: { ...process.env, ...log.environment, DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const filled = await Promise.race([once(filling.stdout, 'data'), once(filling, 'exit')])
  expect(String(filled[0])).toContain('filled')
  moments.filled = log.length
  filling.kill('SIGKILL')
  await once(filling, 'close')

  const server = spawnServer({ DATA_DIR: data, SEED_DEMO: 'no', LOG_LEVEL: 'error', ...log.environment })
  const address = await server.ready
  const api = openApiClient(() => address)
  await api.signIn()
  journal = await workUntil(
    api,
    () => log.length,
    60,
    () => server.process.kill('SIGKILL'),
  )
  await server.ended
  moments.killed = log.length
  moments.middle = journal[Math.floor(journal.length / 2)]?.answeredAt ?? 0
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// Writes the folder's content after a power cut at this moment.
const folderAfterCut = (moment: number, survives: Survives) => {
  const after = mkdtempSync(join(folder, 'after-'))
  before.replay(log.path, moment)
  before.writeTo(after, survives)
  return after
}

describe('Fault 09: power lost', () => {
  it('PGlite keeps what the first process has committed', async () => {
    const opened = await openDatabase({
      kind: 'directory',
      directory: folderAfterCut(moments.filled, noneSurvive),
    })
    if (!opened.ok) throw new Error(JSON.stringify(opened.error))
    const { pool, close } = opened.value
    const { rows } = await pool.query('select count(*)::int as people from person')
    await close()
    expect(rows).toEqual([{ people: 7 }])
  })
  it.each([
    ['in the middle of work, with parts of the rest', 'middle', someSurvive(7)],
    ['at the end', 'killed', noneSurvive],
  ] as const)('PGlite keeps what was answered %s', async (_, moment, survives) => {
    const copy = folderAfterCut(moments[moment], survives)
    expect(await judge({ DATA_DIR: copy }, journal, moments[moment])).toEqual(intact)
  })
})
