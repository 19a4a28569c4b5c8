import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void) => {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}

/** Does this media query match? Follows the window's size. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
