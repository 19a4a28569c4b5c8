import { useEffect } from 'react'

/**
 * Calls `keep` (a stable function) whenever the screen may end: on navigation, on unload, or when hidden,
 * because handhelds end hidden pages without notice.
 */
export function useLeaving(keep: () => void): void {
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && keep()
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('pagehide', keep)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [keep])
}
