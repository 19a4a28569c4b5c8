import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { loadAnswerStore } from '#client/api/kept-answers.ts'
import { readTokens } from '#client/api/kept-tokens.ts'
import { initializedAtom } from '#client/state/master-data.ts'
import { placeAtom } from '#client/state/place.ts'
import { store } from '#client/state/store.ts'
import { waitedFor } from '#client/state/when-idle.ts'

/**
 * Components that are fetched when first shown: `load` fetches their module, `pick` chooses the component. If
 * the module only imports others, each component is loaded alone.
 */
export function lazyFrom<Module>(load: () => Promise<Module>) {
  return <Props extends object>(
    pick: (module: Module) => ComponentType<Props> | Promise<ComponentType<Props>>,
  ): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await pick(await load()) }))
}

/** Scanning and commands, and all that every screen of the work has. */
export function loadWorkplace() {
  return waitedFor(import('./workplace.tsx'), 'code')
}

/** The screens of documents, of all kinds. */
export function loadDocuments() {
  return waitedFor(import('#client/documents/screens.tsx'), 'code')
}

/**
 * Fetches both, and the reader of kept answers, beside the settings and whatever else a start waits for; call it only if somebody is signed in. If it fails, the screens
 * fetch them and tell the person.
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

/** At a start on a document: asks for it as soon as its code is there, while its screen is still to be mounted. */
export async function readDocumentAhead(): Promise<void> {
  const place = store.get(placeAtom)
  if (!readTokens() || !place || !store.get(initializedAtom)) return
  const [documents] = await Promise.all([loadDocuments(), loadWorkplace()])
  documents.readAhead(window.location.pathname, place)
}

/** The small screens besides the work. Whoever loads them has the workstation's language, too. */
export function loadAboutApp() {
  return import('./about-app-screens.ts')
}

/** One of the small screens besides the work. */
export const aboutApp = lazyFrom(loadAboutApp)
