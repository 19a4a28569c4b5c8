import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createValueStore } from '#app/state/database.ts'
import { startFakeDatabase } from '#tests/support/fake-database.ts'
import { cacheAnswers, deleteCachedAnswers } from './cached-answers.ts'
import { createQueryClient } from './query-client.ts'
import { queryKeys } from './query-keys.ts'

// Each test has its own person, because answers are cached per person.
let people = 0
let pia: string
beforeEach(() => {
  if (people === 0) startFakeDatabase()
  people += 1
  pia = `pia${people}`
})

const growers = queryKeys.master('grower')
const issuances = queryKeys.list('issuance', { view: 'open', location: 'WAT' })
const count = queryKeys.list('dump', { count: true, location: 'WAT' })
const noon = new Date(2026, 10, 21, 12).getTime()
const setClock = () => vi.setSystemTime(noon)

// The same workstation after a reload.
const reload = async (userName: string, any = false) => {
  vi.resetModules()
  const fresh = await import('./cached-answers.ts')
  const queries = createQueryClient()
  await fresh.restoreAnswers(queries, userName, any)
  return queries
}
const keep = (userName: string, name: string, answer: unknown) =>
  createValueStore<string>(`trimline-answers.${userName}`, 'answers').change([[name, answer]])

describe('a read answer', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
    setClock()
    return () => vi.useRealTimers()
  })

  it('is restored after a reload with its time, and for no other person', async () => {
    const queries = createQueryClient()
    queries.setQueryData(growers, [{ Id: 'G1' }])
    await cacheAnswers(queries, pia)
    queries.setQueryData(count, 7)
    queries.setQueryData(issuances, { pages: ['first', 'second', 'third'], pageParams: [0, 25, 50] })
    queries.setQueryData(['documents', 'issuance', 'one', '10000001', {}], { number: '10000001' })
    await vi.waitFor(async () => expect((await reload(pia)).getQueryData(issuances)).toBeDefined())
    vi.setSystemTime(noon + 60 * 60_000)
    const after = await reload(pia)
    expect(after.getQueryData(growers)).toEqual([{ Id: 'G1' }])
    expect(after.getQueryData(count)).toBe(7)
    expect(after.getQueryState(count)?.dataUpdatedAt).toBe(noon)
    // A list is cached with its first pages, a document not at all.
    expect(after.getQueryData(issuances)).toEqual({ pages: ['first', 'second'], pageParams: [0, 25] })
    expect(after.getQueryCache().getAll()).toHaveLength(3)
    expect((await reload('lena')).getQueryCache().getAll()).toEqual([])
  })

  it('of another version is used only if there is no server', async () => {
    await cacheAnswers(createQueryClient(), pia)
    await keep(pia, 'of before', { version: 'older', key: [...growers], data: ['kept'], at: noon })
    expect((await reload(pia, true)).getQueryData(growers)).toEqual(['kept'])
    expect((await reload(pia)).getQueryData(growers)).toBeUndefined()
    expect((await reload(pia, true)).getQueryData(growers)).toBeUndefined()
  })

  it('is limited to sixty lists and thirty days', async () => {
    await cacheAnswers(createQueryClient(), pia)
    const entry = (key: readonly unknown[], at: number) => ({ version: '', key: [...key], data: [], at })
    for (let index = 0; index < 70; index += 1) {
      const key = queryKeys.list('dump', { index })
      await keep(pia, String(index), entry(key, noon - index))
    }
    await keep(pia, 'growers', entry(growers, noon - 31 * 24 * 60 * 60_000))
    const queries = await reload(pia, true)
    expect(queries.getQueryCache().getAll()).toHaveLength(60)
    expect(queries.getQueryData(queryKeys.list('dump', { index: 59 }))).toBeDefined()
    expect(queries.getQueryData(growers)).toBeUndefined()
  })

  it('is deleted when the person logs out', async () => {
    const queries = createQueryClient()
    queries.setQueryData(growers, ['kept'])
    await cacheAnswers(queries, pia)
    await vi.waitFor(async () => expect((await reload(pia)).getQueryData(growers)).toBeDefined())
    await deleteCachedAnswers(queries, pia)
    localStorage.setItem(`trimline.keeps-answers.${pia}`, 'true')
    expect((await reload(pia, true)).getQueryCache().getAll()).toEqual([])
  })
})
