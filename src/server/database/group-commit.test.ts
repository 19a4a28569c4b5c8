import { EventEmitter } from 'node:events'
import pg from 'pg'
import { expect, test } from 'vitest'
import { GroupCommit } from './group-commit.ts'

// A disk whose flushes the test ends.
const createDisk = () => {
  const flushes: { readonly succeed: () => void; readonly fail: () => void }[] = []
  const flush = () =>
    new Promise<void>((resolve, reject) => {
      flushes.push({ succeed: resolve, fail: () => reject(new Error('disk')) })
    })
  const pool = Object.assign(new EventEmitter(), { waitingCount: 0 }) as unknown as pg.Pool
  return { flushes, group: new GroupCommit(pool, flush), release: () => pool.emit('release') }
}

test('a caller after a failed flush waits until another flush has brought the commit to disk', async () => {
  const { flushes, group, release } = createDisk()
  group.committed()
  release()
  const early = group.onDisk()
  flushes[0]?.fail()
  await expect(early).rejects.toThrow('disk')

  const late = group.onDisk()
  expect(flushes).toHaveLength(2)
  flushes[1]?.fail()
  await expect(late).rejects.toThrow('disk')

  const later = group.onDisk()
  flushes[2]?.succeed()
  await expect(later).resolves.toBeUndefined()
  await expect(group.onDisk()).resolves.toBeUndefined()
  expect(flushes).toHaveLength(3)
})
