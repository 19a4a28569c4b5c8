import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { whenIdle } from '#app/state/when-idle.ts'
import { loadWithRetries } from '#input/load-with-retries.ts'

/** Follows live updates while this person is signed in; starts when the browser is idle. */
export function useLive(userName: string | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (userName === undefined) return undefined
    // Ends the current step: the wait, the load, or the updates.
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
