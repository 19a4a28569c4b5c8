import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import { createClient, installClient } from '#app/api/client.ts'
import { masterQuery, sources } from '#app/api/master-data.ts'
import { createQueryClient, invalidateAndRefetch } from '#app/api/query-client.ts'
import { initializedFromCache } from '#app/api/rights.ts'
import { type ContractServer, problemAnswer, startContractServer } from '#tests/support/contract-server.ts'
import { canWorkFromCache, countProgress, loadMasterData, type Progress } from './load-master-data.ts'

let server: ContractServer
const people = { userName: 'pia', commodity: undefined } as const

beforeEach(async () => {
  server = await startContractServer()
  const tokens = { get: () => Promise.resolve('token'), replace: () => Promise.resolve(undefined) }
  installClient(createClient({ apiBase: server.base, tokens }))
  server.answer('GET userroles', () => ({ Result: [{ securityItem: 'DUMPKEY' }] }))
  server.answer('GET userdcs', () => ({ Result: [{ location: 'WAT' }] }))
  server.answer('GET trimseasons', () => ({ Result: [{ Id: 1, TrimSeason: 'One', Commodity: 'BLUE' }] }))
  server.answer('GET reasoncode', () => ({ Result: [] }))
})

describe('loading master data', () => {
  it('counts each finished component, and never decreases', async () => {
    const seen: number[] = []
    const end = await loadMasterData(createQueryClient(), people, (progress) =>
      seen.push(countProgress(progress).ended),
    )
    expect(countProgress(end)).toEqual({ all: 9, loaded: 9, ended: 9, failed: 0 })
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(end.warehouse).toEqual({ type: 'loaded', count: 2 })
  })

  it('loads the varieties of the chosen season as well', async () => {
    await loadMasterData(createQueryClient(), { ...people, commodity: 'BLUE' }, () => undefined)
    expect(server.asked.find(({ path }) => path === 'variety')?.query).toMatchObject({ berrytype: 'BLUE' })
  })

  it('limits a failure to its component and shows the reason', async () => {
    server.answer('GET grower', () => problemAnswer('location_not_allowed'))
    server.answer('GET trimtype', () => ({ Result: 'nonsense' }))
    const end = await loadMasterData(createQueryClient(), people, () => undefined)
    expect(countProgress(end)).toMatchObject({ all: 9, loaded: 7, failed: 2 })
    expect(end.grower).toMatchObject({ type: 'failed', problem: { code: 'location_not_allowed' } })
    expect(end.trimtype).toMatchObject({ type: 'failed', problem: { code: 'answer_does_not_fit' } })
  })

  it('keeps the cached data when reloading fails', async () => {
    const queryClient = createQueryClient()
    await loadMasterData(queryClient, people, () => undefined)
    expect(initializedFromCache(queryClient, 'pia')).toMatchObject({ userName: 'pia' })
    server.answer('GET nursery', () => problemAnswer('key_missing'))
    const end: Progress = await loadMasterData(queryClient, people, () => undefined)
    expect(end.nursery?.type).toBe('failed')
    expect(initializedFromCache(queryClient, 'pia')).not.toBeNull()
  })

  it('allows work with cached data only if the server is unreachable', async () => {
    const queryClient = createQueryClient()
    await loadMasterData(queryClient, people, () => undefined)
    server.answer('GET nursery', () => problemAnswer('key_missing'))
    const refused = await loadMasterData(queryClient, people, () => undefined)
    expect(canWorkFromCache(queryClient, people, refused)).toBe(false)
    await server.close()
    const out = await loadMasterData(queryClient, people, () => undefined)
    expect(countProgress(out)).toMatchObject({ loaded: 0, failed: 9 })
    expect(canWorkFromCache(queryClient, people, out)).toBe(true)
    queryClient.removeQueries({ queryKey: sources.nurseries().key })
    expect(canWorkFromCache(queryClient, people, out)).toBe(false)
  })

  it('waits for a shared read of the rights that is sent again', async () => {
    const queryClient = createQueryClient()
    const { key } = sources.permissions('pia')
    const unanswered = new Promise<readonly []>(() => undefined)
    const asked: unknown[] = []
    const screen = new QueryObserver(queryClient, {
      ...masterQuery(sources.permissions('pia')),
      queryFn: () => {
        asked.push(key)
        return asked.length === 1
          ? unanswered
          : Promise.resolve([{ id: null, roleName: '', securityItem: 'DUMPKEY' }])
      },
    })
    const unsubscribe = screen.subscribe(() => undefined)
    const loading = loadMasterData(queryClient, people, () => undefined)
    await invalidateAndRefetch(queryClient, { queryKey: key })
    expect((await loading).userroles).toEqual({ type: 'loaded', count: 1 })
    unsubscribe()
  })

  it('is not complete for a user whose rights are missing', async () => {
    const queryClient = createQueryClient()
    server.answer('GET userroles', () => problemAnswer('group_missing'))
    await loadMasterData(queryClient, people, () => undefined)
    expect(initializedFromCache(queryClient, 'pia')).toBeNull()
  })
})
