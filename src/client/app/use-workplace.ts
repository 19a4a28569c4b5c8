import { useEffect, useState } from 'react'
import { whenIdle } from '#client/state/when-idle.ts'
import { loadDocuments, loadWorkplace } from './lazy-screens.ts'
import { warmOverlays } from './overlays.tsx'
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
      loadWorkplace().then(
        ({ workplace }) => {
          setLoaded({ state: 'there', workplace })
          const documents = loadDocuments()
          documents.catch(ignore)
          whenIdle(() => {
            void warmOverlays()
            documents.then((all) => all.fetchListAndEditor()).catch(ignore)
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
