import { useEffect, useState } from 'react'
import type { AppFrame } from './app-frame.tsx'
import { loadAppFrame, loadDocuments, loadedAppFrame } from './lazy-screens.ts'

export type LoadedAppFrame =
  | { readonly state: 'loading' }
  | { readonly state: 'there'; readonly appFrame: AppFrame }
  | { readonly state: 'failed'; readonly retry: () => void }

/** Loads the app frame with scanning and commands after the first render that needs it. It stays loaded. */
export function useAppFrame(wanted: boolean): LoadedAppFrame {
  const [loaded, setLoaded] = useState<LoadedAppFrame>({ state: 'loading' })
  // At most starts it is already loaded: render the complete shell at once.
  const loadedNow = wanted && loaded.state === 'loading' ? loadedAppFrame() : undefined
  if (loadedNow) setLoaded({ state: 'there', appFrame: loadedNow })
  const shouldLoad = wanted && loaded.state === 'loading'
  useEffect(() => {
    if (!shouldLoad) return undefined
    const timer = setTimeout(() => {
      loadAppFrame().then(
        ({ appFrame }) => {
          setLoaded({ state: 'there', appFrame })
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
