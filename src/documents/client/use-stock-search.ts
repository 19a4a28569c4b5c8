// A document's stock search, page by page.
import { useRef, useState } from 'react'
import { perform } from '#app/api/client.ts'
import { useStockChanges } from '#app/api/live/use-stock-changes.ts'
import type { ApiProblem } from '#app/api/problem.ts'
import { usePlace } from '#app/state/place.ts'
import { reasonOf } from '#app/ui/reason.ts'
import type { StockFilter } from '#core/kinds/kind.ts'
import { readStockPages } from '#core/kinds/read-stock-pages.ts'
import { withNextPage } from '#core/kinds/stock.ts'
import type { FoundStock, InventoryRecord } from '#core/wire/inventory.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { FIRST_PAGE, type PageStart, pageAfter } from '#core/wire/paging.ts'
import type { Result } from '#core/wire/result.ts'
import { sayCode } from '#text/say.ts'
import type { DocumentSession } from './session/session.ts'

type State =
  | { readonly state: 'none' | 'searching' }
  | { readonly state: 'failed'; readonly sentence: string }
  | {
      readonly state: 'found'
      readonly filter: StockFilter
      readonly found: FoundStock
      /** The start of the next page; null: there is none. */
      readonly next: PageStart | null
      readonly loadingMore: boolean
      /** Why the next page failed; earlier results stay. */
      readonly failure: string | null
    }

export interface StockSearch {
  readonly state: State['state']
  readonly records: readonly InventoryRecord[]
  readonly total: number
  /** Why there are no results, or no more. */
  readonly failure: string | null
  readonly hasMore: boolean
  readonly loadingMore: boolean
  readonly search: (filter: StockFilter) => Promise<void>
  readonly loadMore: () => Promise<void>
}

const nothing: readonly InventoryRecord[] = []
const { stockPageSize } = LIMITS

// The start of the next page; null if the server has returned everything or has no pages.
const nextAfter = (start: PageStart, { records, total, next }: FoundStock): PageStart | null =>
  pageAfter(start, { n: records.length, total, next })

const firstResults = (filter: StockFilter, result: Result<FoundStock, ApiProblem>): State => {
  if (!result.ok && result.error.code !== 'not_found')
    return { state: 'failed', sentence: reasonOf(result.error) }
  if (!result.ok || result.value.records.length === 0)
    return { state: 'failed', sentence: sayCode('notFound') }
  const found = result.value
  return {
    state: 'found',
    filter,
    found,
    next: nextAfter(FIRST_PAGE, found),
    loadingMore: false,
    failure: null,
  }
}

/** The stock search for one document's header. */
export function useStockSearch(session: DocumentSession): StockSearch {
  const { mode, kind } = session.core.parts
  const place = usePlace()
  const [now, setNow] = useState<State>({ state: 'none' })
  const latest = useRef(0)

  const ask = (filter: StockFilter, start: PageStart) => {
    const header = session.core.get().sheet?.document.header ?? {}
    const page = { ...start, limit: stockPageSize }
    return perform(kind.wire.searchStock(place, mode.id, header, { ...filter, page }))
  }

  const search = async (wanted: StockFilter) => {
    const { sheet, grower } = session.core.get()
    if (!sheet) return
    if (mode.picksGrower && grower === '') {
      setNow({ state: 'failed', sentence: sayCode('growerMissing') })
      return
    }
    const filter = { ...wanted, grower }
    latest.current += 1
    const mine = latest.current
    setNow({ state: 'searching' })
    const result = await ask(filter, FIRST_PAGE)
    // A newer search replaces this one.
    if (mine !== latest.current) return
    setNow(firstResults(filter, result))
  }

  const loadMore = async () => {
    if (now.state !== 'found' || now.next === null || now.loadingMore) return
    const mine = latest.current
    const before = now
    setNow({ ...before, loadingMore: true, failure: null })
    const result = await ask(before.filter, now.next)
    if (mine !== latest.current) return
    setNow(
      result.ok
        ? {
            ...before,
            found: withNextPage(before.found, result.value),
            next: nextAfter(now.next, result.value),
            loadingMore: false,
            failure: null,
          }
        : { ...before, loadingMore: false, failure: reasonOf(result.error) },
    )
  }

  // The shown results stay until the new ones are loaded.
  const reloadPages = async () => {
    if (now.state !== 'found' || now.loadingMore) return
    const { filter, found: before } = now
    const mine = latest.current
    const reloaded = await readStockPages((start) => ask(filter, start), before.records.length)
    if (reloaded === undefined || mine !== latest.current) return
    if (reloaded.found.records.length === 0) setNow({ state: 'failed', sentence: sayCode('notFound') })
    else {
      const isSame = (state: State) => state.state === 'found' && state.found === before && !state.loadingMore
      setNow((state) => (isSame(state) && state.state === 'found' ? { ...state, ...reloaded } : state))
    }
  }
  useStockChanges(reloadPages, () => true)

  const found = now.state === 'found' ? now : null
  return {
    state: now.state,
    records: found?.found.records ?? nothing,
    total: found?.found.total ?? 0,
    failure: now.state === 'failed' ? now.sentence : (found?.failure ?? null),
    hasMore: found !== null && found.next !== null,
    loadingMore: found?.loadingMore ?? false,
    search,
    loadMore,
  }
}
