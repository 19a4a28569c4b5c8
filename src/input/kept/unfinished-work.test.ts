import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createQueue, type QueuedScan, reduceQueue, type ScanQueue } from '#core/scan/queue.ts'
import { startFakeDatabase } from '#tests/support/fake-database.ts'
import { areScansStored, readUnfinishedWork, setWorkOwner, storeQueuedScans } from './unfinished-work.ts'

beforeAll(() => {
  startFakeDatabase()
  setWorkOwner('pia')
})
afterEach(() => void vi.restoreAllMocks())

const scan = (id: string): QueuedScan => ({
  id,
  text: id,
  raw: id,
  at: 1,
  address: '/Issuance/Grower/1',
  state: 'waiting',
})
const queueOf = (...ids: readonly string[]): ScanQueue =>
  ids.reduce((queue, id) => reduceQueue(queue, { type: 'enqueue', scan: scan(id) })[0], createQueue('hold'))

it('does not store a scan that ends quickly, because its write would delay that of its line', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  storeQueuedScans(queueOf('B000000001'))
  storeQueuedScans(undefined)
  expect(await areScansStored()).toBe(true)
  expect(put).not.toHaveBeenCalled()
  expect((await readUnfinishedWork('pia')).own).toEqual([])
})

it('stores a scan that waits behind another, and deletes it once both have ended', async () => {
  storeQueuedScans(queueOf('B000000001', 'B000000002'))
  await vi.waitFor(async () => expect((await readUnfinishedWork('pia')).own).toMatchObject([{ n: 2 }]))
  storeQueuedScans(undefined)
  await areScansStored()
  expect((await readUnfinishedWork('pia')).own).toEqual([])
})
