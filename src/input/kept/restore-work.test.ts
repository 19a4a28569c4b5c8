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

// A page of its own: its modules are nobody else's.
const openPage = async (user: string, address = '/AdjustTrim/') => {
  vi.resetModules()
  window.history.replaceState(null, '', address)
  const work = await import('./kept-work.ts')
  const { restoreWork } = await import('./restore-work.ts')
  const pageStore = (await import('#app/state/store.ts')).store
  const restored: unknown[] = []
  const engine = {
    pause: () => () => undefined,
    restore: (queue: unknown) => {
      restored.push(queue)
      work.keepScans(queue as ScanQueue | undefined)
    },
  }
  work.workFor(user)
  return {
    ...work,
    restored,
    start: async () => {
      await restoreWork(user, engine)
      return pageStore.get(work.leftWorkAtom)
    },
    line: () => pageStore.get(work.lineToShowAtom),
  }
}
// The page is gone, with its tab unless that stays.
const kill = ({ tabStays = false } = {}) => {
  locks.endPage()
  if (!tabStays) sessionStorage.clear()
}
const work = async (user: string, queue: ScanQueue | undefined, open?: typeof document) => {
  const page = await openPage(user, ISSUANCE)
  page.keepScans(queue)
  if (open) page.keepDocument(open)
  await page.areScansKept()
  // The document is written beside it.
  await vi.waitFor(async () => {
    const { own } = await page.findLeft(user)
    expect(own.some((each) => each.document !== undefined)).toBe(open !== undefined)
  })
  return page
}

describe('a page that was killed', () => {
  it('leaves its scans and its document to the same person: they are asked', async () => {
    await work('pia', queueOf('B000000004', 'B000000005'), document)
    kill()
    const left = await (await openPage('pia')).start()
    expect(left?.own).toMatchObject([
      { address: ISSUANCE, n: 2, document, place, queue: queueOf('B000000004', 'B000000005') },
    ])
  })

  it('goes on by itself where its address is open again, once, at its line', async () => {
    await work('pia', queueOf('B000000004'), document)
    kill()
    const next = await openPage('pia', ISSUANCE)
    expect((await next.start())?.own).toEqual([])
    expect(next.restored).toEqual([queueOf('B000000004')])
    expect(next.line()).toEqual({ address: ISSUANCE, barcode: 'B000000004' })
    // They are done: nothing is left for the page after.
    next.keepScans(undefined)
    await next.areScansKept()
    kill()
    const another = await openPage('pia', ISSUANCE)
    await another.start()
    expect(another.restored).toEqual([])
  })

  it('leaves nothing to another person, who is told how much waits', async () => {
    await work('pia', queueOf('B000000004', 'B000000005'), document)
    kill()
    const other = await openPage('ravi', ISSUANCE)
    expect(await other.start()).toMatchObject({ own: [], others: { pia: 2 } })
    expect(other.restored).toEqual([])
    kill()
    expect((await (await openPage('pia')).start())?.own).toMatchObject([{ n: 2 }])
  })
})

describe('what is not asked about', () => {
  it('is a document that was left, or whose person has logged out', async () => {
    const page = await work('pia', undefined, document)
    page.keepDocument(undefined)
    await vi.waitFor(async () => expect((await page.findLeft('pia')).own).toEqual([]))
    kill()
    expect((await (await openPage('pia')).start())?.own).toEqual([])
  })

  it('is a document that was left for another address in the same tab; scans are', async () => {
    await work('pia', undefined, document)
    kill({ tabStays: true })
    expect((await (await openPage('pia')).start())?.own).toEqual([])
    await work('pia', queueOf('B000000004'), document)
    kill({ tabStays: true })
    expect((await (await openPage('pia')).start())?.own).toMatchObject([{ n: 1 }])
  })

  it('is what a page that lives has open', async () => {
    await work('pia', queueOf('B000000004'), document)
    const next = await openPage('pia')
    expect((await next.start())?.own).toEqual([])
    expect(next.restored).toEqual([])
  })
})

describe('what is kept', () => {
  it('is never said of what could not be written', async () => {
    const page = await openPage('pia', ISSUANCE)
    page.keepScans(queueOf('B000000004'))
    expect(await page.areScansKept()).toBe(true)
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    })
    page.keepScans(queueOf('B000000004', 'B000000005'))
    expect(await page.areScansKept()).toBe(false)
    vi.restoreAllMocks()
    page.keepScans(queueOf('B000000004', 'B000000005'))
    expect(await page.areScansKept()).toBe(true)
  })

  it('is the latest, whatever came while it was written', async () => {
    const page = await openPage('pia', ISSUANCE)
    for (const n of [1, 2, 3])
      page.keepScans(queueOf(...Array.from({ length: n }, (_, at) => `B00000000${at}`)))
    await page.areScansKept()
    kill()
    expect((await (await openPage('pia')).start())?.own).toMatchObject([{ n: 3 }])
  })
})
