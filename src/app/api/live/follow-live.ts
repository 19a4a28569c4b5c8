// Starts live updates. Loaded after the first screen.
import type { QueryClient } from '@tanstack/react-query'
import { followNews } from './follow-news.ts'
import { notifyTakeover } from './notify-takeover.ts'
import { trackPresence } from './presence.ts'
import { refreshLists } from './refresh-lists.ts'
import { refreshRights } from './refresh-rights.ts'

/**
 * Subscribes to the server's live updates and refreshes lists, counts and rights; returns a function that
 * stops it.
 */
export function followLive(queries: QueryClient): () => void {
  const stops = [
    refreshLists(queries),
    refreshRights(queries),
    trackPresence(),
    notifyTakeover(),
    followNews(),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
