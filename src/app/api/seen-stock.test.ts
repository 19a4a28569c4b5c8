import { beforeEach, describe, expect, it, vi } from 'vitest'
import { identityAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { prepareCall } from '#core/wire/calls.ts'
import { succeed } from '#core/wire/result.ts'
import { startFakeDatabase } from '#tests/support/fake-database.ts'
import { cacheAnswers } from './cached-answers.ts'
import { installClient, perform } from './client.ts'
import { createQueryClient } from './query-client.ts'
import { readSeenStock } from './seen-stock.ts'

// Each test has its own person, because the cache is per person.
let people = 0
let pia: string
beforeEach(() => {
  if (people === 0) startFakeDatabase()
  people += 1
  pia = `pia${people}`
})

describe('stock', () => {
  const record = {
    BarcodeID: 'B100000001',
    InventoryLocation: 'WAT',
    StorageLocation: 'A-01',
    ReceivedQty: 40,
  }
  const search = (query: object) =>
    prepareCall(
      'plantinventory.search',
      { query: { inventorylocation: 'WAT', commodity: 'STRAW', ...query } } as never,
      (found) => found,
    )
  const answers = (records: readonly object[]) =>
    installClient((asked) =>
      Promise.resolve(succeed(asked.read({ records, total: records.length } as never))),
    )
  const WAT = { location: 'WAT' }

  it('is cached by barcode and location with its time, until a search no longer finds it', async () => {
    store.set(identityAtom, { userName: pia, displayName: 'Pia', groups: [] })
    await cacheAnswers(createQueryClient(), pia)
    answers([record, { ...record, StorageLocation: 'A-02' }])
    const before = Date.now()
    await perform(search({}))
    await vi.waitFor(async () => expect(await readSeenStock(WAT, 'B100000001')).toBeDefined())
    const seen = await readSeenStock(WAT, 'B100000001')
    expect(seen?.records.map(({ StorageLocation }) => StorageLocation)).toEqual(['A-01', 'A-02'])
    expect(seen?.at).toBeGreaterThanOrEqual(before)
    expect(await readSeenStock({ location: 'SAL' }, 'B100000001')).toBeUndefined()
    expect(await readSeenStock(WAT, 'B100000002')).toBeUndefined()
    answers([])
    await perform(search({ barcodeid: 'B100000001' }))
    await vi.waitFor(async () => expect(await readSeenStock(WAT, 'B100000001')).toBeUndefined())
  })

  it('from a later read is not replaced by the late answer of an earlier one', async () => {
    store.set(identityAtom, { userName: pia, displayName: 'Pia', groups: [] })
    await cacheAnswers(createQueryClient(), pia)
    let answerFirst = () => {}
    installClient(async (asked) => {
      await new Promise<void>((resolve) => {
        answerFirst = resolve
      })
      return succeed(asked.read({ records: [record], total: 1 } as never))
    })
    const first = perform(search({}))
    answers([{ ...record, StorageLocation: 'A-02' }])
    await perform(search({}))
    await vi.waitFor(async () => expect(await readSeenStock(WAT, 'B100000001')).toBeDefined())
    answerFirst()
    await first
    answers([{ ...record, BarcodeID: 'B100000002' }])
    await perform(search({}))
    await vi.waitFor(async () => expect(await readSeenStock(WAT, 'B100000002')).toBeDefined())
    const seen = await readSeenStock(WAT, 'B100000001')
    expect(seen?.records.map(({ StorageLocation }) => StorageLocation)).toEqual(['A-02'])
  })

  it('is cached for each person separately', async () => {
    store.set(identityAtom, { userName: pia, displayName: 'Pia', groups: [] })
    await cacheAnswers(createQueryClient(), pia)
    answers([record])
    await perform(search({}))
    await vi.waitFor(async () => expect(await readSeenStock(WAT, 'B100000001')).toBeDefined())
    store.set(identityAtom, { userName: 'lena', displayName: 'Lena', groups: [] })
    expect(await readSeenStock(WAT, 'B100000001')).toBeUndefined()
  })
})
