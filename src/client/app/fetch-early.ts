import { storedName, TOKENS } from '#client/state/stored-name.ts'

/**
 * Asks for the files of scanning and documents at once if somebody is signed in: the start would ask for them only when it runs. Their
 * addresses are in the running script's `data-work`, by the build.
 */
export function fetchEarly(page: Document): void {
  const files = page.currentScript?.dataset['work']?.split(' ') ?? []
  if (!isSignedIn()) return
  for (const href of files) {
    const link = page.createElement('link')
    const isStyle = href.endsWith('.css')
    Object.assign(link, { rel: isStyle ? 'preload' : 'modulepreload', href, crossOrigin: 'anonymous' })
    if (isStyle) link.setAttribute('as', 'style')
    page.head.append(link)
  }
}

const isSignedIn = () => {
  try {
    return sessionStorage.getItem(storedName(TOKENS)) !== null
  } catch {
    return false
  }
}
