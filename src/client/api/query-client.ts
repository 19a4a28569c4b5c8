import { QueryClient } from '@tanstack/react-query'
import { retryTransient } from './use-ask.ts'

/** Creates the query cache. Lists and documents are refetched whenever a screen opens; master data is not. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: retryTransient, retryDelay: (attempt) => 500 * 2 ** attempt, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** The app's query cache. */
export const queryClient = createQueryClient()
