import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { whenIdle } from '#client/state/when-idle.ts'

/** Follows live updates, from idle time on, while this person is signed in. */
export function useLive(userName: string | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (userName === undefined) return undefined
    let stop: (() => void) | undefined
    let gone = false
    const begin = async () => {
      const { followLive } = await import('#client/api/live/follow-live.ts')
      if (!gone) stop = followLive(queries)
    }
    const wait = whenIdle(() => void begin())
    return () => {
      gone = true
      wait()
      stop?.()
    }
  }, [queries, userName])
}
