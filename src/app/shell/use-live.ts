import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { whenIdle } from '#app/state/when-idle.ts'
import { loadWithRetries } from '#input/load-with-retries.ts'

/** Follows live updates, from idle time on, while this person is signed in. */
export function useLive(userName: string | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (userName === undefined) return undefined
    // Ends what is under way: the wait, the fetch, then the following.
    let end = whenIdle(() => {
      end = loadWithRetries(
        () => import('#app/api/live/follow-live.ts'),
        ({ followLive }) => {
          end = followLive(queries)
        },
      )
    })
    return () => end()
  }, [queries, userName])
}
