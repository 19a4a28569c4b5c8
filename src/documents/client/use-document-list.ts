// A list of documents, 25 per page, or the result of a search (part 2 section 2.2).

import { type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { asOf } from '#app/api/as-of.ts'
import { perform } from '#app/api/client.ts'
import { type ApiProblem, isTransient } from '#app/api/problem.ts'
import { problemOfError } from '#app/api/use-ask.ts'
import { outbox } from '#app/outbox/page-outbox.ts'
import { usePlace } from '#app/state/place.ts'
import { sessionAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { reasonOf } from '#app/ui/reason.ts'
import type { CommandOutcome } from '#core/commands/command.ts'
import type { Document, DocumentSummary, Place } from '#core/kinds/document.ts'
import type { Kind, ListView, Mode, StatusFilter } from '#core/kinds/kind.ts'
import { figuresOf } from '#core/kinds/progress.ts'
import { failureOf, outcomeOf } from '#input/engine/outcomes.ts'
import { documentListQuery, rowsOf } from './document-list-query.ts'
import { codeOf } from './session/wording.ts'

type Searched =
  | { readonly state: 'none' }
  | { readonly state: 'searching' | 'missing'; readonly number: string }
  | {
      readonly state: 'found'
      readonly number: string
      readonly document: DocumentSummary
      /** Found on this device, because the server is unreachable. */
      readonly isKept: boolean
    }
  | { readonly state: 'failed'; readonly number: string; readonly problem: ApiProblem }

export interface DocumentListData {
  readonly rows: readonly DocumentSummary[]
  readonly total: number
  readonly state: 'loading' | 'ready' | 'failed'
  /** Why the load failed; null if cached data can be shown. */
  readonly problem: ApiProblem | null
  /** When stale rows were loaded, in milliseconds since 1970; null: the rows are current. */
  readonly asOf: number | null
  readonly loadingMore: boolean
  readonly loadMore: () => void
  readonly reload: () => void
  readonly searched: Searched
  /** Shows the document with this number, or reports that there is none. */
  readonly search: (number: string) => Promise<CommandOutcome | undefined>
  readonly clearSearch: () => void
}

const none: readonly DocumentSummary[] = []

export function useDocumentList(
  kind: Kind,
  mode: Mode,
  view: ListView,
  shown: StatusFilter,
  /** The person may load it. */
  enabled: boolean,
): DocumentListData {
  const place = usePlace()
  const queries = useQueryClient()
  const { wire } = kind
  const query = useInfiniteQuery({ ...documentListQuery(kind, mode, view, shown, place), enabled })
  const [searched, setSearched] = useState<Searched>({ state: 'none' })
  const latest = useRef(0)

  const rows = useMemo(() => (query.data ? rowsOf(query.data.pages) : none), [query.data])

  const search = useCallback(
    async (number: string): Promise<CommandOutcome | undefined> => {
      latest.current += 1
      const mine = latest.current
      setSearched({ state: 'searching', number })
      const result = await perform(wire.detail(place, mode.id, number))
      if (mine !== latest.current) return undefined
      const kept =
        !result.ok && isTransient(result.error)
          ? await findOnDevice(number, kind, mode, place, queries)
          : null
      if (mine !== latest.current) return undefined
      if (!result.ok && !kept && result.error.code !== 'not_found') {
        const isUnknown = kept === undefined
        const problem = isUnknown
          ? { ...result.error, code: 'scan-document-offline', facts: { number } }
          : result.error
        setSearched({ state: 'failed', number, problem })
        return failureOf(codeOf(kind.kind, 'list', 'failed'), reasonOf(problem))
      }
      const document = result.ok ? result.value : kept
      if (!document) {
        setSearched({ state: 'missing', number })
        return outcomeOf('error', codeOf(kind.kind, 'missing'))
      }
      setSearched({
        state: 'found',
        number,
        document: 'lines' in document ? { ...document, figures: figuresOf(kind, view, document) } : document,
        isKept: !result.ok,
      })
      return undefined
    },
    [wire, place, mode, kind, view, queries],
  )
  const { hasNextPage, isFetching, isFetchingNextPage, isError, fetchNextPage } = query
  // Changes after each read, so that a list at its end retries: a reload cancels the next page's load.
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])

  const at = query.isFetchNextPageError ? null : asOf(query)
  return {
    rows,
    total: query.data?.pages.at(-1)?.total ?? 0,
    state: query.data ? 'ready' : query.isError ? 'failed' : 'loading',
    problem: query.isError && at === null ? problemOfError(query.error) : null,
    asOf: at,
    loadingMore: isFetchingNextPage,
    loadMore,
    reload: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    searched,
    search,
    clearSearch: () => {
      latest.current += 1
      setSearched({ state: 'none' })
    },
  }
}

// Searches this device's documents and lists; null if the code for it cannot be loaded.
const findOnDevice = async (
  number: string,
  kind: Kind,
  mode: Mode,
  place: Place,
  queries: QueryClient,
): Promise<Document | DocumentSummary | undefined | null> => {
  const loaded = await import('./find-stored-document.ts').catch(() => null)
  const actor = store.get(sessionAtom)?.actor
  if (!loaded || !actor) return null
  const found = await loaded.findStoredDocument(number, { place, actor, outbox: outbox(), queries })
  return found
    .map(({ document }) => document)
    .find((each) => each.kind === kind.kind && each.mode === mode.id)
}
