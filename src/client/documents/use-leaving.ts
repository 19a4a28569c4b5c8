import { useEffect } from 'react'

/**
 * Calls `keep`, the same function as long as it keeps the same, whenever this may be a screen's last moment: it is left, the
 * page goes away, or it goes out of sight (handhelds end a page that nobody sees without another word).
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
