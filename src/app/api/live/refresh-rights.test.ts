import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '#app/api/query-client.ts'
import { queryKeys } from '#app/api/query-keys.ts'
import { liveAtom } from '#app/state/live.ts'
import { identityAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { hasWorkHeldForRightAtom } from '#app/state/unfinished-work.ts'
import { refreshRights } from './refresh-rights.ts'

afterEach(() => {
  vi.useRealTimers()
  store.set(hasWorkHeldForRightAtom, false)
  store.set(liveAtom, 'waiting')
  store.set(identityAtom, null)
})

it('reads the rights every minute while work waits for one, even with a stream', async () => {
  vi.useFakeTimers()
  store.set(identityAtom, { userName: 'pia', name: 'Pia', groups: [] } as never)
  const queries = createQueryClient()
  const key = queryKeys.master('userroles', 'pia')
  queries.setQueryData(key, [])
  const stop = refreshRights(queries)
  store.set(liveAtom, 'connected')
  await vi.advanceTimersByTimeAsync(0)
  const isOld = () => queries.getQueryState(key)?.isInvalidated
  queries.setQueryData(key, [])
  await vi.advanceTimersByTimeAsync(61_000)
  expect(isOld()).toBe(false)
  store.set(hasWorkHeldForRightAtom, true)
  await vi.advanceTimersByTimeAsync(61_000)
  expect(isOld()).toBe(true)
  stop()
})
