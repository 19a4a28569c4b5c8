import { type ComponentType, createElement, lazy, useState } from 'react'
import { loadAnswerStore } from '#app/api/kept-answers.ts'
import { readTokens } from '#app/api/kept-tokens.ts'
import { fetchLater } from '#app/state/fetch-later.ts'
import { initializedAtom } from '#app/state/master-data.ts'
import { placeAtom } from '#app/state/place.ts'
import { store } from '#app/state/store.ts'
import { waitedFor } from '#app/state/when-idle.ts'
import { withSentences } from './chosen-language.ts'

/**
 * Components that are fetched when first shown: `load` fetches their module, `pick` chooses the component. If
 * the module only imports others, each component is loaded alone. A module that is `there` already is drawn
 * at once: React would show what a suspended screen has got only 0.3 s after its fallback.
 */
export function lazyFrom<Module>(load: () => Promise<Module>, there: () => Module | undefined = nowhere) {
  let loaded: Module | undefined
  return <Props extends object>(
    pick: (module: Module) => ComponentType<Props> | Promise<ComponentType<Props>>,
  ): ComponentType<Props> => {
    const InTime = lazy(async () => {
      loaded = await load()
      return { default: await pick(loaded) }
    })
    let picked: ComponentType<Props> | undefined
    const pickNow = () => {
      const module = loaded ?? there()
      const component = picked ?? (module && pick(module))
      if (component instanceof Promise || component === undefined) return InTime
      picked = component
      return component
    }
    // The same one for as long as it is mounted: another one would begin anew.
    return (props: Props) => {
      const [Shown] = useState<ComponentType<Props>>(pickNow)
      return createElement(Shown, props)
    }
  }
}

const nowhere = () => undefined

let workplaceModule: Awaited<ReturnType<typeof loadWorkplace>> | undefined

/** Scanning and commands, and all that every screen of the work has. */
export function loadWorkplace() {
  return waitedFor(
    withSentences(import('./workplace.tsx')).then((module) => {
      workplaceModule = module
      return module
    }),
    'code',
  )
}

/** The same, if it has been loaded. */
export function workplaceThere() {
  return workplaceModule?.workplace
}

let documentsThere: Awaited<ReturnType<typeof loadDocuments>> | undefined

/** The screens of documents, of all kinds. */
export function loadDocuments() {
  return waitedFor(
    withSentences(import('#documents/client/screens.tsx')).then((documents) => {
      documentsThere = documents
      return documents
    }),
    'code',
  )
}

/** One of the screens of documents. */
export const ofDocuments = lazyFrom(loadDocuments, () => documentsThere)

/**
 * Fetches both, and the reader of kept answers, beside the settings and whatever else a start waits for; call
 * it only if somebody is signed in. If it fails, the screens fetch them and tell the person.
 */
export function warmWork(): void {
  const ignore = () => undefined
  loadWorkplace().catch(ignore)
  const { pathname } = window.location
  const isOnDocument = /\/\d{8}$/.test(pathname) && !pathname.includes('/Edit/')
  loadDocuments()
    .then((documents) => (isOnDocument ? undefined : documents.fetchListAndEditor()))
    .catch(ignore)
  loadAnswerStore().catch(ignore)
}

/**
 * At a start on a document: asks for it as soon as its code is there, while its screen is still to be
 * mounted.
 */
export async function readDocumentAhead(): Promise<void> {
  const place = store.get(placeAtom)
  if (!readTokens() || !place || !store.get(initializedAtom)) return
  const [documents] = await Promise.all([loadDocuments(), loadWorkplace()])
  documents.readAhead(window.location.pathname, place)
}

/** The small screens besides the work. */
export function loadAboutApp() {
  return fetchLater(withSentences(import('./about-app-screens.ts')))
}

/** One of the small screens besides the work. */
export const aboutApp = lazyFrom(loadAboutApp)
