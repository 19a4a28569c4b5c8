import { useEffect, useState } from 'react'
import { loadDocuments, loadWorkplace, workplaceThere } from './lazy-screens.ts'
import type { Workplace } from './workplace.tsx'

export type LoadedWorkplace =
  | { readonly state: 'loading' }
  | { readonly state: 'there'; readonly workplace: Workplace }
  | { readonly state: 'failed'; readonly retry: () => void }

/** Loads the app frame with scanning and commands after the first render that needs it. It stays loaded. */
export function useWorkplace(wanted: boolean): LoadedWorkplace {
  const [loaded, setLoaded] = useState<LoadedWorkplace>({ state: 'loading' })
  // At most starts it is already loaded: render the complete shell at once.
  const loadedNow = wanted && loaded.state === 'loading' ? workplaceThere() : undefined
  if (loadedNow) setLoaded({ state: 'there', workplace: loadedNow })
  const shouldLoad = wanted && loaded.state === 'loading'
  useEffect(() => {
    if (!shouldLoad) return undefined
    const timer = setTimeout(() => {
      loadWorkplace().then(
        ({ workplace }) => {
          setLoaded({ state: 'there', workplace })
          loadDocuments().catch(ignore)
        },
        () => setLoaded({ state: 'failed', retry: () => setLoaded({ state: 'loading' }) }),
      )
    })
    return () => clearTimeout(timer)
  }, [shouldLoad])
  return loaded
}

// If it fails, the code loads when the browser is idle or when it is needed.
const ignore = () => undefined
