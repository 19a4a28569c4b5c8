import { useEffect, useState } from 'react'
import { warmOverlays } from './overlays.tsx'
import { whenIdle } from './when-idle.ts'
import type { Workplace } from './workplace.tsx'

export type LoadedWorkplace =
  | { readonly state: 'loading' }
  | { readonly state: 'there'; readonly workplace: Workplace }
  | { readonly state: 'failed'; readonly retry: () => void }

/**
 * Loads the scanning code and its screens' calls once `wanted`, after the screen has rendered. It stays
 * loaded; overlays are fetched after it.
 */
export function useWorkplace(wanted: boolean): LoadedWorkplace {
  const [loaded, setLoaded] = useState<LoadedWorkplace>({ state: 'loading' })
  const fetches = wanted && loaded.state === 'loading'
  useEffect(() => {
    if (!fetches) return undefined
    const turn = setTimeout(() => {
      Promise.all([import('./workplace.tsx'), import('#contract/calls.ts')]).then(
        ([{ workplace }]) => {
          setLoaded({ state: 'there', workplace })
          whenIdle(() => {
            void warmOverlays()
            import('./background-work.ts')
              .then(({ startBackgroundWork }) => startBackgroundWork())
              .catch(ignore)
          })
        },
        () => setLoaded({ state: 'failed', retry: () => setLoaded({ state: 'loading' }) }),
      )
    })
    return () => clearTimeout(turn)
  }, [fetches])
  return loaded
}

// If it cannot be fetched now, it is at the next start.
const ignore = () => undefined
