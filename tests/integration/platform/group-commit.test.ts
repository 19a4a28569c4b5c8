import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs, { mkdtempSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#server/database/database.ts'
import type { Transaction } from '#server/database/transaction.ts'

const refusingDisk = fileURLToPath(new URL('refusing-disk.ts', import.meta.url))

// The embedded database in a folder. `events` records writes, disk syncs and answers in order.
const { fdatasyncSync } = fs
let folder = ''
let database: Database
let events: string[] = []

const waitForDisk = (file: number) => {
  fdatasyncSync(file)
  events.push('disk')
}

beforeEach(async () => {
  fs.fdatasyncSync = waitForDisk
  syncBuiltinESMExports()
  folder = mkdtempSync(join(tmpdir(), 'trimline-group-'))
  const opened = await openDatabase({ kind: 'directory', directory: folder })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  database = opened.value
  await database.queries.execute(sql`create table noted (number integer primary key)`)
  events = []
})
afterEach(async () => {
  await database.close().catch(() => undefined)
  fs.fdatasyncSync = fdatasyncSync
  syncBuiltinESMExports()
  rmSync(folder, { recursive: true, force: true })
})

const write = async (number: number, more?: (transaction: Transaction) => Promise<unknown>) => {
  await database.transaction(async (transaction) => {
    await transaction.execute(sql`insert into noted values (${number})`)
    await more?.(transaction)
    events.push(`written ${number}`)
  })
  events.push(`answered ${number}`)
}
const read = async () => {
  const { rows } = await database.queries.execute<{ number: number }>(
    sql`select number from noted order by number`,
  )
  return rows.map(({ number }) => number)
}
const numbers = Array.from({ length: 8 }, (_, index) => index + 1)
const times = (what: string) => events.filter((each) => each === what).length

describe('changes of several people at once', () => {
  it('share their disk syncs, and no change is acknowledged before it is on the disk', async () => {
    await Promise.all(numbers.map((number) => write(number)))
    expect(times('disk')).toBeGreaterThan(0)
    expect(times('disk')).toBeLessThan(numbers.length / 2)
    for (const number of numbers) {
      const [from, to] = [events.indexOf(`written ${number}`), events.indexOf(`answered ${number}`)]
      expect(events.slice(from, to)).toContain('disk')
    }
    expect(await read()).toEqual(numbers)
  })

  it('are on the disk before a reader sees them', async () => {
    // Prepares all statements first, so that a read takes less time than the longest delay of a disk sync.
    for (const known of [101, 102, 103]) await Promise.all([write(known), write(known + 100), read()])
    await database.queries.execute(sql`delete from noted`)
    events = []
    let third: Promise<void> | undefined
    // Queued behind the reader, so that the reader itself does not trigger the disk sync.
    const beginThird = async () => {
      third = write(3)
    }
    const writing = [write(1), write(2, beginThird)]
    const seen = read().then((found) => events.push(`read ${found.join(' ')}`))
    await Promise.all([...writing, seen])
    await third
    const at = events.findIndex((each) => each.startsWith('read'))
    expect(events[at]).toBe('read 1 2')
    expect(events.slice(events.indexOf('written 2'), at)).toContain('disk')
  })

  it('are independent: one that fails rolls back none of the others', async () => {
    const done = await Promise.allSettled(
      numbers.map((number) => write(number, async (each) => number === 4 && each.execute(sql`select 1 / 0`))),
    )
    expect(done.map(({ status }) => status)).toEqual(
      numbers.map((number) => (number === 4 ? 'rejected' : 'fulfilled')),
    )
    expect(await read()).toEqual(numbers.filter((number) => number !== 4))
  })

  it('do not wait for a slow one, even if it fails', async () => {
    const first = write(1)
    const second = write(2, async (transaction) => {
      await first
      await transaction.execute(sql`select 1 / 0`)
    })
    await expect(second).rejects.toThrow()
    const third = write(3)
    const fourth = write(4, async (transaction) => {
      await transaction.execute(sql`select 1 / 0`).catch(() => undefined)
      throw new Error('given up')
    })
    await expect(fourth).rejects.toThrow('given up')
    await third
    expect(await read()).toEqual([1, 3])
  })
})

it('a single change syncs the disk once', async () => {
  await write(1)
  expect(events).toEqual(['written 1', 'disk', 'answered 1'])
})

it('simultaneous readers do not sync the disk', async () => {
  await Promise.all(
    numbers.map(() => database.transaction((transaction) => transaction.execute(sql`select from noted`))),
  )
  expect(times('disk')).toBe(0)
})

it.each([1, 8])(
  'a server ends when its disk fails, and acknowledges none of the pending changes (%i)',
  async (people) => {
    await write(100)
    await database.close()
    const server = spawn(process.execPath, ['--import', 'tsx', refusingDisk, folder, String(people)])
    const output: string[] = []
    server.stdout.on('data', (bytes) => output.push(`out ${bytes}`))
    server.stderr.on('data', (bytes) => output.push(`err ${bytes}`))
    const [code] = await once(server, 'close')
    expect({ code, output: output.join('') }).toEqual({
      code: 74,
      output: expect.stringMatching(/^out works\nerr The disk did not keep what was written \(EIO[^\n]*\n$/),
    })
    const opened = await openDatabase({ kind: 'directory', directory: folder })
    if (!opened.ok) throw new Error(JSON.stringify(opened.error))
    database = opened.value
    expect(await read()).toContain(100)
  },
)
