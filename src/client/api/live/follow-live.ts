// What is loaded once the first screen is there, so that this page is told what others change.
import type { QueryClient } from '@tanstack/react-query'
import { followNews } from './follow-news.ts'
import { refreshLists } from './refresh-lists.ts'

/** Follows the server's news, and keeps lists and counts up to date, until the answered function is called. */
export function followLive(queries: QueryClient): () => void {
  const stop = refreshLists(queries)
  const leave = followNews()
  return () => {
    stop()
    leave()
  }
}
