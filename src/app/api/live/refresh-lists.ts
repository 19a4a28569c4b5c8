// Refetches lists, counts and histories when one of their documents changes: visible ones immediately, the
// others when opened.
import type { QueryClient } from '@tanstack/react-query'
import { invalidateAndRefetch } from '#app/api/query-client.ts'
import { onNews } from '#app/state/live.ts'
import { throttleReads } from './throttle-reads.ts'

type Query = readonly unknown[]

/** Subscribes to live updates; returns a function that stops it. */
export function refreshLists(queries: QueryClient): () => void {
  // Kinds and numbers of the changed documents; an empty name means all of them.
  let changed = new Set<string>()
  const isChanged = (names: ReadonlySet<string>, [area, of, code]: Query): boolean => {
    if (area === 'documents') return names.has('') || names.has(String(of))
    // Any document may have moved a barcode.
    if (area === 'trace' || (area === 'history' && of === true)) return true
    return area === 'history' && (names.has('') || names.has(String(code)))
  }
  const reads = throttleReads(() => {
    const names = changed
    changed = new Set()
    return invalidateAndRefetch(queries, { predicate: ({ queryKey }) => isChanged(names, queryKey) })
  })
  const unsubscribe = onNews((news) => {
    if (news.Type === 'change') changed.add(news.Kind).add(news.Number)
    else if (news.Type === 'reload') changed.add('')
    else return
    reads.request()
  })
  return () => {
    reads.stop()
    unsubscribe()
  }
}
