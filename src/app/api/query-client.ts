import { type CancelledError, focusManager, QueryClient, type QueryFilters } from '@tanstack/react-query'
import { alwaysStale } from './stale-time.ts'
import { retryTransient } from './use-ask.ts'

/** Creates the query cache. Lists and documents are refetched whenever a screen opens; master data is not. */
export function createQueryClient(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: alwaysStale,
        retry: retryTransient,
        retryDelay: (attempt) => 500 * 2 ** attempt,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  // Subscribes before the cache itself, which would accept the stale answer of a read from before the focus
  // was lost.
  focusManager.subscribe((isFocused) => isFocused && restartReads(queries, {}))
  return queries
}

/** The app's query cache. */
export const queryClient = createQueryClient()

/** Marks answers as stale and refetches those in use; resolves once they are read. */
export async function invalidateAndRefetch(queries: QueryClient, of: QueryFilters): Promise<void> {
  restartReads(queries, of)
  await queries.invalidateQueries(of, { cancelRefetch: false })
}

/** Reads from the cache; repeats the read if `restartReads` cancelled it. */
export function readNewest<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  return read().catch((error: Partial<CancelledError>) => {
    if (error.silent) return readNewest(read)
    throw error
  })
}

// Restarts the reads in progress: their answers may be stale.
function restartReads(queries: QueryClient, of: QueryFilters): void {
  for (const query of queries.getQueryCache().findAll({ ...of, type: 'active', fetchStatus: 'fetching' })) {
    void query.cancel({ silent: true })
    query.fetch().catch(() => undefined)
  }
}
