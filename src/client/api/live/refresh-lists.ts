// Lists and counts are asked for again when a document of theirs has changed: those in sight at once, the others when they are opened.
import type { QueryClient } from '@tanstack/react-query'
import { onNews } from '#client/state/live.ts'

// So long the next reading of lists waits after one, in milliseconds: where ten people pick, a list need not be read ten times a second.
const REST = 400

/** Follows the news until the answered function is called. One reading at a time, and one more for all that came meanwhile. */
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
      await queries.invalidateQueries({ predicate: ({ queryKey }) => isWanted(kinds, queryKey) })
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
