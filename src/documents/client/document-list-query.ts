// The paged query of a document list.
import { queryKeys } from '#app/api/query-keys.ts'
import { performOrThrow } from '#app/api/use-ask.ts'
import type { DocumentSummary, Place } from '#core/kinds/document.ts'
import type { Kind, Page as ListPage, ListView, Mode, StatusFilter } from '#core/kinds/kind.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { FIRST_PAGE, type PageStart } from '#core/wire/paging.ts'

/** The query's options, for its observer. */
export function documentListQuery(kind: Kind, mode: Mode, view: ListView, shown: StatusFilter, place: Place) {
  return {
    queryKey: queryKeys.list(kind.kind, {
      mode: mode.id,
      view: view.id,
      location: place.location,
      season: place.season.id,
      shown,
    }),
    queryFn: ({ pageParam, signal }: { readonly pageParam: PageStart; readonly signal: AbortSignal }) =>
      performOrThrow(
        kind.wire.list(place, mode.id, {
          view: view.id,
          all: shown === 'all',
          status: shown === 'all' || shown === 'usual' ? undefined : shown,
          ...pageParam,
          limit: LIMITS.pageSize,
        }),
        signal,
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (last: ListPage) => last.next,
    refetchOnWindowFocus: true,
  } as const
}

/** The rows of all pages, each once: a document created meanwhile shifts the pages, so a row may repeat. */
export function rowsOf(
  pages: readonly { readonly documents: readonly DocumentSummary[] }[],
): readonly DocumentSummary[] {
  const byNumber = new Map<string, DocumentSummary>()
  for (const page of pages)
    for (const document of page.documents) byNumber.set(document.number ?? '', document)
  return [...byNumber.values()]
}
