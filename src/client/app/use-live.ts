import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { loadWithRetries } from '#client/input/load-with-retries.ts'
import { whenIdle } from '#client/state/when-idle.ts'

/** Follows live updates, from idle time on, while this person is signed in. */
export function useLive(userName: string | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (userName === undefined) return undefined
    // Ends what is under way: the wait, the fetch, then the following.
    let end = whenIdle(() => {
      end = loadWithRetries(
        () => import('#client/api/live/follow-live.ts'),
        ({ followLive }) => {
          end = followLive(queries)
        },
      )
    })
    return () => end()
  }, [queries, userName])
}
