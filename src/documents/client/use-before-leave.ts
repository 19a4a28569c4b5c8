import { useEffect } from 'react'

/**
 * Calls `keep` (a stable function) whenever the screen may end: on navigation, on unload, or when hidden,
 * because handhelds end hidden pages without notice.
 */
export function useBeforeLeave(keep: () => void): void {
  useEffect(() => {
    const keepIfHidden = () => document.visibilityState === 'hidden' && keep()
    document.addEventListener('visibilitychange', keepIfHidden)
    window.addEventListener('pagehide', keep)
    return () => {
      document.removeEventListener('visibilitychange', keepIfHidden)
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [keep])
}
