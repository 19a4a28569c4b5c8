import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { masterQuery, printServersQuery, sources } from './master-data.ts'
import { createQueryClient } from './query-client.ts'

const dayMs = 86_400_000

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

// Opens a screen with this query twice; the clock moves between. Returns the number of reads.
async function readsOfTwoScreens<Item>(
  clockMs: number,
  query: Partial<ReturnType<typeof masterQuery<Item>>> = {},
) {
  const queries = createQueryClient()
  const read = vi.fn(async (): Promise<readonly Item[]> => [])
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  )
  const open = () =>
    renderHook(() => useQuery({ ...query, queryKey: ['documents'], queryFn: read }), { wrapper })
  const first = open()
  await waitFor(() => expect(first.result.current.isSuccess).toBe(true))
  first.unmount()
  vi.setSystemTime(Date.now() + clockMs)
  const second = open()
  await waitFor(() => expect(second.result.current.isFetching).toBe(false))
  return read.mock.calls.length
}

describe('a screen that opens', () => {
  it('reads its list again', async () => {
    expect(await readsOfTwoScreens(0)).toBe(2)
  })

  it('reads its list again after the clock was set back', async () => {
    expect(await readsOfTwoScreens(-dayMs)).toBe(2)
  })

  it('uses master data of the last hour', async () => {
    const query = masterQuery(sources.growers())
    expect(await readsOfTwoScreens(50 * 60_000, query)).toBe(1)
    expect(await readsOfTwoScreens(70 * 60_000, query)).toBe(2)
  })

  it('reads master data again after the clock was set back', async () => {
    expect(await readsOfTwoScreens(-dayMs, masterQuery(sources.growers()))).toBe(2)
  })

  it('reads print servers again', async () => {
    expect(await readsOfTwoScreens(0, printServersQuery('CAC'))).toBe(2)
  })
})
