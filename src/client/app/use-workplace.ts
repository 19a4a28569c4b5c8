import { useEffect, useState } from 'react'
import type { Workplace } from './workplace.tsx'

export type LoadedWorkplace =
  | { readonly state: 'loading' }
  | { readonly state: 'there'; readonly workplace: Workplace }
  | { readonly state: 'failed'; readonly retry: () => void }

/** Fetches the workplace once it is `wanted`; it stays from then on. */
export const useWorkplace = (wanted: boolean): LoadedWorkplace => {
  const [loaded, setLoaded] = useState<LoadedWorkplace>({ state: 'loading' })
  const fetches = wanted && loaded.state === 'loading'
  useEffect(() => {
    if (!fetches) return
    import('./workplace.tsx').then(
      ({ workplace }) => setLoaded({ state: 'there', workplace }),
      () => setLoaded({ state: 'failed', retry: () => setLoaded({ state: 'loading' }) }),
    )
  }, [fetches])
  return loaded
}
