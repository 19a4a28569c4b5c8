import { beforeEach, describe, expect, it, vi } from 'vitest'
import { NO_CHANGES } from '#core/outbox/index.ts'
import { emptyDatabases } from '#tests/support/indexed-db.ts'
import { newIssuance } from '#tests/support/outbox-device.ts'
import { pendingPick } from '#tests/support/pending-picks.ts'
import type { AppOperation } from './intent.ts'
import { type AppWriting, createStorage } from './storage.ts'

beforeEach(() => {
  vi.restoreAllMocks()
  vi.stubGlobal('indexedDB', emptyDatabases())
})
const storage = createStorage
const batchOf = (key: string, ...operations: readonly AppOperation[]) => ({
  key,
  lane: 'issuance 10000001',
  user: 'pia',
  operations: operations.map(({ id }) => id),
  request: {},
  at: 0,
})
const appended = async (operation: AppOperation) => {
  const result = await storage().append(operation, [])
  if (!result.ok) throw new Error(result.error)
  return result.value
}
const stored = async () => {
  const { operations, batches } = await storage().read()
  return [...operations.map(({ id, state }) => `${id} ${state}`), ...batches.map(({ key }) => key)]
}

describe('an operation', () => {
  it('keeps its position and is stored once if it is appended again', async () => {
    const first = await appended(pendingPick('B000000001'))
    const second = await appended(pendingPick('B000000002'))
    expect(await appended(pendingPick('B000000001'))).toEqual(first)
    expect([first.seq, second.seq]).toEqual([1, 2])
    expect(await stored()).toEqual(['pick-B000000001 here', 'pick-B000000002 here'])
  })
})

describe('a packed batch', () => {
  it('is not stored if one of its operations is gone: the result lists it', async () => {
    const there = await appended(pendingPick('B000000001'))
    const gone = { ...pendingPick('B000000002'), seq: 2 }
    const answer = await storage().storeBatch(batchOf('one', there, gone))
    expect(answer).toEqual({ ...NO_CHANGES, put: [there], gone: [gone.id] })
    expect(await stored()).toEqual(['pick-B000000001 here'])
  })

  it('is the one that another page has already stored for the same operations', async () => {
    const operation = await appended(pendingPick('B000000001'))
    await storage().storeBatch(batchOf('theirs', operation))
    const answer = await storage().storeBatch(batchOf('ours', operation))
    expect(answer.batches.map(({ key }) => key)).toEqual(['theirs'])
    expect(answer.put.map(({ state }) => state)).toEqual(['sent'])
    expect(await stored()).toEqual(['pick-B000000001 sent', 'theirs'])
  })
})

describe('a discarded operation', () => {
  it('stays if another page has packed it meanwhile, because it may be in flight', async () => {
    const first = await appended(pendingPick('B000000001'))
    const second = await appended(pendingPick('B000000002'))
    await storage().storeBatch(batchOf('theirs', first, second))
    const stillThere = await storage().operation(first.id)
    const answer = await storage().write({ ...NO_CHANGES, gone: [first.id] }, [])
    expect(answer).toMatchObject({
      put: [stillThere],
      gone: [],
      batches: [{ key: 'theirs' }],
      back: [first.id],
    })
    expect(await stored()).toEqual(['pick-B000000001 sent', 'pick-B000000002 sent', 'theirs'])
  })

  it('is deleted with its batch, or alone without one', async () => {
    const first = await appended(pendingPick('B000000001'))
    const second = await appended(pendingPick('B000000002'))
    const alone = await appended(pendingPick('B000000003'))
    await storage().storeBatch(batchOf('ours', first, second))
    const gone = [first.id, second.id, alone.id]
    const writing: AppWriting = { ...NO_CHANGES, gone, batchesGone: ['ours'] }
    expect(await storage().write(writing, [])).toBe(writing)
    expect(await stored()).toEqual([])
  })
})

describe('a write', () => {
  it('is stored completely or not at all', async () => {
    await appended(pendingPick('B000000001'))
    const unstorable = {
      lane: 'issuance 2',
      document: { ...newIssuance('2').document, lines: (() => []) as never },
      at: 0,
    }
    const gone = ['pick-B000000001']
    await expect(storage().write({ ...NO_CHANGES, gone }, [unstorable])).rejects.toThrow()
    expect(await stored()).toEqual(['pick-B000000001 here'])
  })
})

describe('a late write', () => {
  it('does not restore operations that another page has deleted, and reports that', async () => {
    const first = await appended(pendingPick('B000000001'))
    const second = await appended(pendingPick('B000000002'))
    await storage().write({ ...NO_CHANGES, gone: [first.id] }, [])
    const held = { state: 'held' as const, rev: 1 }
    const writing: AppWriting = {
      ...NO_CHANGES,
      put: [first, second].map((each) => ({ ...each, ...held })),
      batches: [batchOf('late', first)],
    }
    const answer = await storage().write(writing, [])
    expect(answer).toEqual({
      ...NO_CHANGES,
      put: [{ ...second, ...held }],
      gone: [first.id],
      batchesGone: ['late'],
    })
    expect(await stored()).toEqual(['pick-B000000002 held'])
  })

  it('does not replace later changes of another page', async () => {
    const operation = await appended(pendingPick('B000000001'))
    const as = (state: 'held' | 'sent' | 'refused', rev: number) => ({
      ...NO_CHANGES,
      put: [{ ...operation, state, rev }],
    })
    await storage().write(as('sent', 2), [])
    expect((await storage().write(as('held', 1), [])).put).toEqual([{ ...operation, state: 'sent', rev: 2 }])
    expect((await storage().write(as('refused', 2), [])).put).toEqual([
      { ...operation, state: 'sent', rev: 2 },
    ])
    expect(await stored()).toEqual(['pick-B000000001 sent'])
    await storage().write(as('refused', 3), [])
    expect(await stored()).toEqual(['pick-B000000001 refused'])
  })

  it('resends a refused operation only once, even if several pages request it', async () => {
    const refused = await appended(pendingPick('B000000001', { state: 'refused' }))
    const again = (id: string) => ({
      ...NO_CHANGES,
      put: [{ ...refused, id, was: refused.id }],
      gone: [refused.id],
    })
    await storage().write(again('one'), [])
    expect(await storage().write(again('two'), [])).toMatchObject({ put: [], gone: [refused.id, 'two'] })
    expect(await stored()).toEqual(['one refused'])
  })
})

describe('documents', () => {
  it('are limited to three hundred: the oldest are deleted, except those with pending operations', async () => {
    const keep = (n: number) => {
      const lane = `issuance ${n}`
      return { lane, document: newIssuance(String(n)).document, at: n }
    }
    const documents = Array.from({ length: 310 }, (_, n) => keep(n + 1))
    await appended(pendingPick('B000000001', { lane: 'issuance 3' }))
    await storage().write(NO_CHANGES, documents)
    const there = await Promise.all(documents.slice(0, 13).map(({ lane }) => storage().document(lane)))
    expect(there.flatMap((kept) => kept?.lane ?? [])).toEqual(['issuance 3', 'issuance 12', 'issuance 13'])
  })

  it('with a local number keep their current name after a reload', async () => {
    const { document } = newIssuance('NEW-00000A')
    const numbered = { ...document, number: '10000901' }
    await storage().write(NO_CHANGES, [
      { lane: 'issuance NEW-00000A', document: numbered, at: 0 },
      { lane: 'issuance NEW-00000B', document: { ...document, number: 'NEW-00000B' }, at: 0 },
    ])
    expect((await storage().read()).names).toEqual({ 'issuance NEW-00000A': 'issuance 10000901' })
  })
})

it('returns a known document until another page has stored a newer one', async () => {
  const lane = 'issuance 10000001'
  const known = { lane, document: newIssuance('10000001').document, at: 1 }
  expect(await storage().document(lane, known)).toBeUndefined()
  await storage().write(NO_CHANGES, [known])
  expect(await storage().document(lane, known)).toBe(known)
  const theirs = { ...known, at: 2 }
  await storage().write(NO_CHANGES, [theirs, { ...known, lane: 'issuance 10000002' }])
  expect(await storage().document(lane, known)).toEqual(theirs)
})
