// Reloads the person's rights when they change, and polls if the server does not report changes.
import type { QueryClient } from '@tanstack/react-query'
import { sources } from '#app/api/master-data.ts'
import { invalidateAndRefetch } from '#app/api/query-client.ts'
import { coalesceCalls } from '#app/state/delay.ts'
import { liveAtom, onNews } from '#app/state/live.ts'
import { identityAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { hasWorkHeldForRightAtom } from '#app/state/unfinished-work.ts'

const pollIntervalMs = 120_000
// Interval while work is held for a missing right: a right may return without a live update.
const heldPollIntervalMs = 60_000

/** Keeps the person's rights current; returns a function that stops it. */
export function refreshRights(queries: QueryClient): () => void {
  const read = coalesceCalls(() => {
    const userName = store.get(identityAtom)?.userName
    if (userName === undefined) return
    for (const { key } of [sources.permissions(userName), sources.userLocations(userName)])
      void invalidateAndRefetch(queries, { queryKey: key })
  })
  const unsubscribeNews = onNews(({ Type }) => {
    if (Type === 'rights' || Type === 'reload') void read()
  })
  // They may have changed while there was no stream.
  const unsubscribeLive = store.sub(liveAtom, () => store.get(liveAtom) === 'connected' && void read())
  const poll = (isNeeded: () => boolean, interval: number) =>
    setInterval(() => isNeeded() && document.visibilityState === 'visible' && void read(), interval)
  const timers = [
    poll(() => store.get(liveAtom) !== 'connected', pollIntervalMs),
    poll(() => store.get(hasWorkHeldForRightAtom), heldPollIntervalMs),
  ]
  return () => {
    unsubscribeNews()
    unsubscribeLive()
    for (const timer of timers) clearInterval(timer)
  }
}
