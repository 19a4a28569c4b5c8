import { useEffect, useState } from 'react'
import { whenIdle } from '#client/state/when-idle.ts'
import { loadDocuments, loadWorkplace, workplaceThere } from './lazy-screens.ts'
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
  // At once where it is there, as at most starts: the shell is drawn once, with all its parts.
  const there = wanted && loaded.state === 'loading' ? workplaceThere() : undefined
  if (there) setLoaded({ state: 'there', workplace: there })
  const fetches = wanted && loaded.state === 'loading'
  useEffect(() => {
    if (!fetches) return undefined
    const turn = setTimeout(() => {
      loadWorkplace().then(
        ({ workplace }) => {
          setLoaded({ state: 'there', workplace })
          loadDocuments().catch(ignore)
        },
        () => setLoaded({ state: 'failed', retry: () => setLoaded({ state: 'loading' }) }),
      )
    })
    return () => clearTimeout(turn)
  }, [fetches])
  const isThere = loaded.state === 'there'
  useEffect(() => (isThere ? whenIdle(fetchTheRest) : undefined), [isThere])
  return loaded
}

const fetchTheRest = () => {
  void warmOverlays()
  loadDocuments()
    .then((all) => all.fetchListAndEditor())
    .catch(ignore)
  import('./background-work.ts').then(({ startBackgroundWork }) => startBackgroundWork()).catch(ignore)
}

// If it cannot be fetched now, it is at the next start.
const ignore = () => undefined
