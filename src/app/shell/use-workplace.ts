import { useEffect, useState } from 'react'
import { loadDocuments, loadWorkplace, workplaceThere } from './lazy-screens.ts'
import type { Workplace } from './workplace.tsx'

export type LoadedWorkplace =
  | { readonly state: 'loading' }
  | { readonly state: 'there'; readonly workplace: Workplace }
  | { readonly state: 'failed'; readonly retry: () => void }

/**
 * Loads the scanning code and its screens' calls once `wanted`, after the screen has rendered. It stays
 * loaded.
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
  return loaded
}

// If it cannot be fetched now, it is when it is idle, or needed.
const ignore = () => undefined
