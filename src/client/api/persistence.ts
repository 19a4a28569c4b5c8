// Master data on the workstation: a reload or the next shift's first minutes need no loading, and a screen opens offline.
import { createAsyncStoragePersister } from '@tanstack/query-async-storage-persister'
import type { QueryClient } from '@tanstack/react-query'
import { persistQueryClientRestore, persistQueryClientSubscribe } from '@tanstack/react-query-persist-client'
import { del, get, set } from 'idb-keyval'
import { MASTER } from './query-keys.ts'

const DAY = 24 * 60 * 60_000
const keyOf = (userName: string) => `trimline.master.${userName}`

// A browser that keeps nothing (private windows, full disks) costs a load at the next start, nothing else.
const storage = {
  getItem: (key: string) => get<string>(key).catch(() => undefined),
  setItem: (key: string, value: string) => set(key, value).catch(() => undefined),
  removeItem: (key: string) => del(key).catch(() => undefined),
}

/** Brings back what was kept for a person and keeps what is loaded from now on. `version` parts what other versions wrote. */
export async function persistMasterData(
  queryClient: QueryClient,
  userName: string,
  version: string,
): Promise<void> {
  const options = {
    queryClient,
    persister: createAsyncStoragePersister({ storage, key: keyOf(userName), throttleTime: 1000 }),
    maxAge: DAY,
    buster: version,
    dehydrateOptions: {
      shouldDehydrateQuery: ({
        queryKey,
        state,
      }: {
        queryKey: readonly unknown[]
        state: { status: string }
      }) => queryKey[0] === MASTER && state.status === 'success',
    },
  }
  await persistQueryClientRestore(options)
  persistQueryClientSubscribe(options)
}

/** Drops what was kept for a person. */
export function dropMasterData(userName: string): Promise<void> {
  return storage.removeItem(keyOf(userName))
}
