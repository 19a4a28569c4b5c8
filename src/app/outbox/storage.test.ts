import { beforeEach, describe, expect, it, vi } from 'vitest'
import { NO_CHANGES } from '#core/outbox/index.ts'
import { emptyDatabases } from '#tests/support/indexed-db.ts'
import { newIssuance } from '#tests/support/outbox-device.ts'
import { waitingPick } from '#tests/support/waiting.ts'
import type { AppOperation } from './intent.ts'
import { createStorage } from './storage.ts'

beforeEach(() => {
  vi.restoreAllMocks()
  vi.stubGlobal('indexedDB', emptyDatabases())
})
const storage = createStorage
const parcelOf = (key: string, ...operations: readonly AppOperation[]) => ({
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
  const { operations, parcels } = await storage().read()
  return [...operations.map(({ id, state }) => `${id} ${state}`), ...parcels.map(({ key }) => key)]
}

describe('an operation', () => {
  it('that is appended again, since nobody heard that it was, has its old place and stands there once', async () => {
    const first = await appended(waitingPick('B000000001'))
    const second = await appended(waitingPick('B000000002'))
    expect(await appended(waitingPick('B000000001'))).toEqual(first)
    expect([first.seq, second.seq]).toEqual([1, 2])
    expect(await stored()).toEqual(['pick-B000000001 here', 'pick-B000000002 here'])
  })
})

describe('what is packed', () => {
  it('is not written where one of its operations is no longer there: the answer says which', async () => {
    const there = await appended(waitingPick('B000000001'))
    const gone = { ...waitingPick('B000000002'), seq: 2 }
    const answer = await storage().pack(parcelOf('one', there, gone))
    expect(answer).toEqual({ ...NO_CHANGES, put: [there], gone: [gone.id] })
    expect(await stored()).toEqual(['pick-B000000001 here'])
  })

  it('is what another page has written of the same operations before', async () => {
    const operation = await appended(waitingPick('B000000001'))
    await storage().pack(parcelOf('theirs', operation))
    const answer = await storage().pack(parcelOf('ours', operation))
    expect(answer.parcels.map(({ key }) => key)).toEqual(['theirs'])
    expect(answer.put.map(({ state }) => state)).toEqual(['sent'])
    expect(await stored()).toEqual(['pick-B000000001 sent', 'theirs'])
  })
})

describe('what is discarded', () => {
  it('stays where another page has packed it meanwhile: it may be on its way', async () => {
    const first = await appended(waitingPick('B000000001'))
    const second = await appended(waitingPick('B000000002'))
    await storage().pack(parcelOf('theirs', first, second))
    const stillThere = await storage().operation(first.id)
    const answer = await storage().write({ ...NO_CHANGES, gone: [first.id] }, [])
    expect(answer).toMatchObject({
      put: [stillThere],
      gone: [],
      parcels: [{ key: 'theirs' }],
      back: [first.id],
    })
    expect(await stored()).toEqual(['pick-B000000001 sent', 'pick-B000000002 sent', 'theirs'])
  })

  it('goes with its parcel, and alone where it is in none', async () => {
    const first = await appended(waitingPick('B000000001'))
    const second = await appended(waitingPick('B000000002'))
    const alone = await appended(waitingPick('B000000003'))
    await storage().pack(parcelOf('ours', first, second))
    const gone = [first.id, second.id, alone.id]
    const writing = { ...NO_CHANGES, gone, parcelsGone: ['ours'] }
    expect(await storage().write(writing, [])).toBe(writing)
    expect(await stored()).toEqual([])
  })
})

describe('what is written', () => {
  it('stands there whole or not at all', async () => {
    await appended(waitingPick('B000000001'))
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

describe('what is written late', () => {
  it('brings nothing back that another page has deleted, and the answer says so', async () => {
    const first = await appended(waitingPick('B000000001'))
    const second = await appended(waitingPick('B000000002'))
    await storage().write({ ...NO_CHANGES, gone: [first.id] }, [])
    const held = { state: 'held' as const, rev: 1 }
    const writing = {
      ...NO_CHANGES,
      put: [first, second].map((each) => ({ ...each, ...held })),
      parcels: [parcelOf('late', first)],
    }
    const answer = await storage().write(writing, [])
    expect(answer).toEqual({
      ...NO_CHANGES,
      put: [{ ...second, ...held }],
      gone: [first.id],
      parcelsGone: ['late'],
    })
    expect(await stored()).toEqual(['pick-B000000002 held'])
  })

  it('replaces nothing that another page has changed since', async () => {
    const operation = await appended(waitingPick('B000000001'))
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

  it('sends a refused operation again once, however many pages ask for it', async () => {
    const refused = await appended(waitingPick('B000000001', { state: 'refused' }))
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
  it('are kept, three hundred of them: the oldest go, but none that something waits for', async () => {
    const keep = (n: number) => {
      const lane = `issuance ${n}`
      return { lane, document: newIssuance(String(n)).document, at: n }
    }
    const documents = Array.from({ length: 310 }, (_, n) => keep(n + 1))
    await appended(waitingPick('B000000001', { lane: 'issuance 3' }))
    await storage().write(NO_CHANGES, documents)
    const there = await Promise.all(documents.slice(0, 13).map(({ lane }) => storage().document(lane)))
    expect(there.flatMap((kept) => kept?.lane ?? [])).toEqual(['issuance 3', 'issuance 12', 'issuance 13'])
  })

  it('of this device tell after a reload by which number they go now', async () => {
    const { document } = newIssuance('NEW-00000A')
    const numbered = { ...document, number: '10000901' }
    await storage().write(NO_CHANGES, [
      { lane: 'issuance NEW-00000A', document: numbered, at: 0 },
      { lane: 'issuance NEW-00000B', document: { ...document, number: 'NEW-00000B' }, at: 0 },
    ])
    expect((await storage().read()).names).toEqual({ 'issuance NEW-00000A': 'issuance 10000901' })
  })
})

it('a document that is known is the stored one until another page has stored it anew', async () => {
  const lane = 'issuance 10000001'
  const known = { lane, document: newIssuance('10000001').document, at: 1 }
  expect(await storage().document(lane, known)).toBeUndefined()
  await storage().write(NO_CHANGES, [known])
  expect(await storage().document(lane, known)).toBe(known)
  const theirs = { ...known, at: 2 }
  await storage().write(NO_CHANGES, [theirs, { ...known, lane: 'issuance 10000002' }])
  expect(await storage().document(lane, known)).toEqual(theirs)
})
