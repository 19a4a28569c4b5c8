import { QueryClient } from '@tanstack/react-query'
import { retryPassing } from './use-ask.ts'

/** Makes the cache of answers. Lists and documents are asked for again whenever a screen opens; master data is not. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: retryPassing, retryDelay: (attempt) => 500 * 2 ** attempt, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** The app's one cache. */
export const queryClient = createQueryClient()
