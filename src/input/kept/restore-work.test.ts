import { beforeEach, describe, expect, it, vi } from 'vitest'
import { placeAtom } from '#app/state/place.ts'
import { store } from '#app/state/store.ts'
import type { QueuedScan, ScanQueue } from '#core/scan/queue.ts'
import { startFakeDatabase } from '#tests/support/fake-database.ts'
import { startFakeLocks } from '#tests/support/fake-locks.ts'

const place = { location: 'WAT', season: { id: 'S1', name: 'Straw 2026', commodity: 'STRAW' as const } }
const ISSUANCE = '/Issuance/Grower/10000001'

let locks: ReturnType<typeof startFakeLocks>
beforeEach(() => {
  startFakeDatabase()
  locks = startFakeLocks()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
  store.set(placeAtom, place)
})

const queueOf = (...texts: readonly string[]): ScanQueue => ({
  afterError: 'hold',
  items: texts.map(
    (text): QueuedScan => ({ id: text, text, raw: text, at: 1, address: ISSUANCE, state: 'waiting' }),
  ),
})
const document = { address: ISSUANCE, name: 'Issuance 10000001', done: 3, total: 20, barcode: 'B000000004' }

// Loads a page with separate modules.
const openPage = async (user: string, address = '/AdjustTrim/') => {
  vi.resetModules()
  window.history.replaceState(null, '', address)
  const work = await import('./unfinished-work.ts')
  const { restoreWork } = await import('./restore-work.ts')
  const pageStore = (await import('#app/state/store.ts')).store
  const restored: unknown[] = []
  const engine = {
    pause: () => () => undefined,
    restore: (queue: unknown) => {
      restored.push(queue)
      work.storeQueuedScans(queue as ScanQueue | undefined)
    },
  }
  work.setWorkOwner(user)
  return {
    ...work,
    restored,
    start: async () => {
      await restoreWork(user, engine)
      return pageStore.get(work.unfinishedWorkAtom)
    },
    line: () => pageStore.get(work.lineToShowAtom),
  }
}
// Ends the page, and its tab unless `tabStays`.
const kill = ({ tabStays = false } = {}) => {
  locks.endPage()
  if (!tabStays) sessionStorage.clear()
}
const work = async (user: string, queue: ScanQueue | undefined, open?: typeof document) => {
  const page = await openPage(user, ISSUANCE)
  page.storeQueuedScans(queue)
  if (open) page.storeUnfinishedDocument(open)
  await page.areScansStored()
  // The document is written separately.
  await vi.waitFor(async () => {
    const { own } = await page.readUnfinishedWork(user)
    expect(own.some((each) => each.document !== undefined)).toBe(open !== undefined)
  })
  return page
}

describe('a closed page', () => {
  it('leaves its scans and its document to the same person, who is asked', async () => {
    await work('pia', queueOf('B000000004', 'B000000005'), document)
    kill()
    const left = await (await openPage('pia')).start()
    expect(left?.own).toMatchObject([
      { address: ISSUANCE, n: 2, document, place, queue: queueOf('B000000004', 'B000000005') },
    ])
  })

  it('continues automatically if its address is opened again, once, at its line', async () => {
    await work('pia', queueOf('B000000004'), document)
    kill()
    const next = await openPage('pia', ISSUANCE)
    expect((await next.start())?.own).toEqual([])
    expect(next.restored).toEqual([queueOf('B000000004')])
    expect(next.line()).toEqual({ address: ISSUANCE, barcode: 'B000000004' })
    // They are finished, so the next page finds nothing.
    next.storeQueuedScans(undefined)
    await next.areScansStored()
    kill()
    const another = await openPage('pia', ISSUANCE)
    await another.start()
    expect(another.restored).toEqual([])
  })

  it('leaves nothing to another person, who sees the number of waiting scans', async () => {
    await work('pia', queueOf('B000000004', 'B000000005'), document)
    kill()
    const other = await openPage('ravi', ISSUANCE)
    expect(await other.start()).toMatchObject({ own: [], others: { pia: 2 } })
    expect(other.restored).toEqual([])
    kill()
    expect((await (await openPage('pia')).start())?.own).toMatchObject([{ n: 2 }])
  })
})

describe('work that is not offered', () => {
  it('is a document that was closed, or whose person has logged out', async () => {
    const page = await work('pia', undefined, document)
    page.storeUnfinishedDocument(undefined)
    await vi.waitFor(async () => expect((await page.readUnfinishedWork('pia')).own).toEqual([]))
    kill()
    expect((await (await openPage('pia')).start())?.own).toEqual([])
  })

  it('is a document left by navigation in the same tab; its scans are offered', async () => {
    await work('pia', undefined, document)
    kill({ tabStays: true })
    expect((await (await openPage('pia')).start())?.own).toEqual([])
    await work('pia', queueOf('B000000004'), document)
    kill({ tabStays: true })
    expect((await (await openPage('pia')).start())?.own).toMatchObject([{ n: 1 }])
  })

  it('is the work of a page that is still open', async () => {
    await work('pia', queueOf('B000000004'), document)
    const next = await openPage('pia')
    expect((await next.start())?.own).toEqual([])
    expect(next.restored).toEqual([])
  })
})

describe('stored work', () => {
  it('is reported as stored only if the write succeeded', async () => {
    const page = await openPage('pia', ISSUANCE)
    page.storeQueuedScans(queueOf('B000000004'))
    expect(await page.areScansStored()).toBe(true)
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    })
    page.storeQueuedScans(queueOf('B000000004', 'B000000005'))
    expect(await page.areScansStored()).toBe(false)
    vi.restoreAllMocks()
    page.storeQueuedScans(queueOf('B000000004', 'B000000005'))
    expect(await page.areScansStored()).toBe(true)
  })

  it('is the latest value, even if it changed during a write', async () => {
    const page = await openPage('pia', ISSUANCE)
    for (const n of [1, 2, 3])
      page.storeQueuedScans(queueOf(...Array.from({ length: n }, (_, at) => `B00000000${at}`)))
    await page.areScansStored()
    kill()
    expect((await (await openPage('pia')).start())?.own).toMatchObject([{ n: 3 }])
  })
})
