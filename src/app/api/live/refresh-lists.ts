// Refetches lists and counts when one of their documents has changed: visible ones at once, the others when
// opened.
import type { QueryClient } from '@tanstack/react-query'
import { readAgain } from '#app/api/query-client.ts'
import { onNews } from '#app/state/live.ts'

// Minimum pause between refetches of lists, in milliseconds: with ten pickers, a list need not be read ten
// times a second.
const REST = 400

/**
 * Follows live updates; returns a function that stops it. One refetch at a time, and one more for all changes
 * meanwhile.
 */
export function refreshLists(queries: QueryClient): () => void {
  let wanted = new Set<string>()
  let reading = false
  const stop = new AbortController()

  const isWanted = (kinds: ReadonlySet<string>, [area, kind]: readonly unknown[]) =>
    area === 'documents' && (kinds.has('') || kinds.has(String(kind)))

  const read = async () => {
    if (reading) return
    reading = true
    while (wanted.size > 0 && !stop.signal.aborted) {
      const kinds = wanted
      wanted = new Set()
      await readAgain(queries, { predicate: ({ queryKey }) => isWanted(kinds, queryKey) })
      await new Promise((resolve) => {
        setTimeout(resolve, REST)
      })
    }
    reading = false
  }
  const leave = onNews((news) => {
    if (news.Type === 'change') wanted.add(news.Kind)
    else if (news.Type === 'reload') wanted.add('')
    else return
    void read()
  })
  return () => {
    stop.abort()
    leave()
  }
}
