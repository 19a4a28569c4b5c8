import { type ComponentType, createElement, lazy, useState } from 'react'
import { loadAnswerStore } from '#app/api/cached-answers.ts'
import { readTokens } from '#app/api/token-store.ts'
import { fetchLater } from '#app/state/fetch-later.ts'
import { initializedAtom } from '#app/state/master-data.ts'
import { placeAtom } from '#app/state/place.ts'
import { store } from '#app/state/store.ts'
import { trackPending } from '#app/state/when-idle.ts'
import { withSentences } from './chosen-language.ts'

/**
 * Creates components that are loaded when first shown: `load` fetches the module, `pick` selects the
 * component (or loads it alone). A loaded module (`getLoaded`) renders immediately, because React shows a
 * suspended screen only 0.3 s after its fallback.
 */
export function lazyFrom<Module>(
  load: () => Promise<Module>,
  getLoaded: () => Module | undefined = neverLoaded,
) {
  let loaded: Module | undefined
  return <Props extends object>(
    pick: (module: Module) => ComponentType<Props> | Promise<ComponentType<Props>>,
  ): ComponentType<Props> => {
    const Suspending = lazy(async () => {
      loaded = await load()
      return { default: await pick(loaded) }
    })
    let picked: ComponentType<Props> | undefined
    const pickNow = () => {
      const module = loaded ?? getLoaded()
      const component = picked ?? (module && pick(module))
      if (component instanceof Promise || component === undefined) return Suspending
      picked = component
      return component
    }
    // Keep the component while mounted: a different one would mount again and lose its state.
    return (props: Props) => {
      const [Shown] = useState<ComponentType<Props>>(pickNow)
      return createElement(Shown, props)
    }
  }
}

const neverLoaded = () => undefined

let appFrameModule: Awaited<ReturnType<typeof loadAppFrame>> | undefined

/** Loads scanning and commands, and the parts that all work screens share. */
export function loadAppFrame() {
  return trackPending(
    withSentences(import('./app-frame.tsx')).then((module) => {
      appFrameModule = module
      return module
    }),
    'code',
  )
}

/** The parts of the app frame, if they are loaded. */
export function loadedAppFrame() {
  return appFrameModule?.appFrame
}

let documentsModule: Awaited<ReturnType<typeof loadDocuments>> | undefined

/** Loads the document screens of all kinds. */
export function loadDocuments() {
  return trackPending(
    withSentences(import('#documents/client/screens.tsx')).then((documents) => {
      documentsModule = documents
      return documents
    }),
    'code',
  )
}

/** Selects one of the document screens. */
export const documentScreen = lazyFrom(loadDocuments, () => documentsModule)

/**
 * Preloads the app frame, the document screens and the reader of cached answers during the start. Call it
 * only for a signed-in person. A failure is ignored: the screens load them again and show errors.
 */
export function preloadWork(): void {
  const ignore = () => undefined
  loadAppFrame().catch(ignore)
  const { pathname } = window.location
  const isOnDocument = /\/\d{8}$/.test(pathname) && !pathname.includes('/Edit/')
  loadDocuments()
    .then((documents) => (isOnDocument ? undefined : documents.fetchListAndEditor()))
    .catch(ignore)
  loadAnswerStore().catch(ignore)
}

/** At a start on a document: requests it once its code is loaded, before its screen is mounted. */
export async function prefetchOpenDocument(): Promise<void> {
  const place = store.get(placeAtom)
  if (!readTokens() || !place || !store.get(initializedAtom)) return
  const [documents] = await Promise.all([loadDocuments(), loadAppFrame()])
  documents.prefetchDocument(window.location.pathname, place)
}

/** Loads the small screens outside of the daily work. */
export function loadAboutApp() {
  return fetchLater(withSentences(import('./about-app-screens.ts')))
}

/** Selects one of the small screens outside of the daily work. */
export const aboutAppScreen = lazyFrom(loadAboutApp)
