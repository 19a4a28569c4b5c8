import { useQuery } from '@tanstack/react-query'
import { performOrThrow, retryTransient } from '#app/api/use-ask.ts'
import { preparePrintCall } from '#features/printing/common/print-calls.ts'

/**
 * Returns the server's label templates, the location's default first. Does not load them unless `enabled`.
 */
export function useTemplates(location: string, enabled = true) {
  const query = useQuery({
    queryKey: ['labeltemplates', location],
    queryFn: ({ signal }) =>
      performOrThrow(
        preparePrintCall(
          'labeltemplates',
          { query: { inventorylocation: location } },
          ({ Result }) => Result,
        ),
        signal,
      ),
    staleTime: Number.POSITIVE_INFINITY,
    retry: retryTransient,
    enabled,
  })
  const state = query.data ? 'ready' : query.isError ? 'failed' : 'loading'
  return { items: query.data ?? [], state } as const
}
