import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDirectory } from './directory-lock.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'trimline-lock-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

// Starts a process that listens at `path`, like a server that holds its folder.
const holder = (path: string) =>
  spawn(process.execPath, [
    '-e',
    `require('net').createServer(s=>s.end('4711')).listen(process.argv[1],()=>console.log('held'))`,
    path,
  ])

test('refuses a locked folder with its process id and locks it after release', async () => {
  const first = await lockDirectory(directory)
  expect(await lockDirectory(directory)).toEqual({
    ok: false,
    error: { code: 'directory_in_use', directory, processId: String(process.pid) },
  })
  if (first.ok) await first.value.release()
  const second = await lockDirectory(directory)
  expect(second.ok).toBe(true)
  if (second.ok) await second.value.release()
})

test('takes over the lock of a killed process and removes its files', async () => {
  const child = holder(join(directory, 'in-use.lock'))
  await once(child.stdout, 'data')
  expect(await lockDirectory(directory)).toMatchObject({ error: { processId: '4711' } })
  child.kill('SIGKILL')
  await once(child, 'close')
  expect(readdirSync(directory)).toEqual(['in-use.lock'])
  const rivals = await Promise.all([1, 2, 3, 4].map(() => lockDirectory(directory)))
  expect(rivals.filter((rival) => rival.ok)).toHaveLength(1)
  for (const rival of rivals) if (rival.ok) await rival.value.release()
  expect(readdirSync(directory)).toEqual([])
})

test('breaks the takeover lock of a process that died during a takeover', async () => {
  const child = holder(join(directory, 'in-use.lock'))
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'close')
  const takeoverDirectory = join(directory, 'in-use.lock.takeover')
  mkdirSync(takeoverDirectory)
  const longAgo = new Date(Date.now() - 60_000)
  utimesSync(takeoverDirectory, longAgo, longAgo)
  const lock = await lockDirectory(directory)
  expect(lock.ok).toBe(true)
  if (lock.ok) await lock.value.release()
})

test('locks a folder whose path is too long for a socket', async () => {
  const deep = join(directory, 'd'.repeat(100), 'e'.repeat(100))
  mkdirSync(deep, { recursive: true })
  const first = await lockDirectory(deep)
  expect(first.ok).toBe(true)
  expect((await lockDirectory(deep)).ok).toBe(false)
  if (first.ok) await first.value.release()
})
