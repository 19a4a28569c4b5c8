import { type CancelledError, focusManager, QueryClient, type QueryFilters } from '@tanstack/react-query'
import { retryTransient } from './use-ask.ts'

/** Creates the query cache. Lists and documents are refetched whenever a screen opens; master data is not. */
export function createQueryClient(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { retry: retryTransient, retryDelay: (attempt) => 500 * 2 ** attempt, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  // Subscribed before the cache itself, which would take the answer of a read that began before the person
  // left as the newest.
  focusManager.subscribe((isFocused) => isFocused && restartReads(queries, {}))
  return queries
}

/** The app's query cache. */
export const queryClient = createQueryClient()

/** Marks answers as outdated, and reads those in use again; resolves once they are read. */
export async function readAgain(queries: QueryClient, of: QueryFilters): Promise<void> {
  restartReads(queries, of)
  await queries.invalidateQueries(of, { cancelRefetch: false })
}

/** The answer of a read of the cache; asks for it again while the read that it shares is sent again. */
export function newestOf<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  return read().catch((error: Partial<CancelledError>) => {
    if (error.silent) return newestOf(read)
    throw error
  })
}

// Sends the reads in progress again: their answers may be older than what has become known since.
function restartReads(queries: QueryClient, of: QueryFilters): void {
  for (const query of queries.getQueryCache().findAll({ ...of, type: 'active', fetchStatus: 'fetching' })) {
    void query.cancel({ silent: true })
    query.fetch().catch(() => undefined)
  }
}
