import { useEffect, useEffectEvent } from 'react'
import { onNews } from '#app/state/live.ts'
import { throttleReads } from './throttle-reads.ts'

/**
 * Reloads shown stock after changes by other people, and when the network or the page is back. `concerns`: is
 * this corrected barcode shown?
 */
export function useStockChanges(
  readAgain: () => Promise<unknown>,
  concerns: (barcode: string) => boolean,
): void {
  const read = useEffectEvent(readAgain)
  const isConcerned = useEffectEvent(concerns)
  useEffect(() => {
    const reads = throttleReads(() => read())
    // A hidden page reloads when it is visible again.
    const request = () => document.visibilityState === 'visible' && reads.request()
    const unsubscribe = onNews((news) => {
      if (news.Type === 'reload') request()
      // A request moves no stock.
      if (news.Type !== 'change' || news.Kind === 'request') return
      if (news.Kind !== 'stock' || isConcerned(news.Number)) request()
    })
    document.addEventListener('visibilitychange', request)
    window.addEventListener('online', request)
    return () => {
      reads.stop()
      unsubscribe()
      document.removeEventListener('visibilitychange', request)
      window.removeEventListener('online', request)
    }
  }, [])
}
