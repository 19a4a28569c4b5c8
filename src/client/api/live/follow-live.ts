// What is loaded once the first screen is there, so that this page is told what others change.
import type { QueryClient } from '@tanstack/react-query'
import { followNews } from './follow-news.ts'
import { keepPresence } from './presence.ts'
import { refreshLists } from './refresh-lists.ts'

/** Follows the server's news, and keeps lists and counts up to date, until the answered function is called. */
export function followLive(queries: QueryClient): () => void {
  const stops = [refreshLists(queries), keepPresence(), followNews()]
  return () => {
    for (const stop of stops) stop()
  }
}
