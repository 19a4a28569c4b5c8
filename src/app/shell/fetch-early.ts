import { PREFERENCES, storedName, TOKENS } from '#app/state/stored-name.ts'

// A slower response to the page's request means a slow connection, in milliseconds. The browser's own
// estimate is unreliable: it can be equal for a cable and for a phone.
const slowResponseMs = 100

/**
 * Preloads the typeface from `data-typeface` of the running script, so that the first paint can use it. A
 * slow connection skips it, because it would arrive too late and delay the files of a scan
 * (styles/typeface.css). The service worker fetches it for the next visit.
 */
export function fetchTypeface(page: Document): void {
  if (isConnectionSlow()) {
    page.documentElement.dataset['line'] = 'slow'
    return
  }
  for (const href of page.currentScript?.dataset['typeface']?.split(' ') ?? []) {
    const link = page.createElement('link')
    Object.assign(link, { rel: 'preload', href, type: 'font/woff2', crossOrigin: 'anonymous' })
    link.setAttribute('as', 'font')
    page.head.append(link)
  }
}

// Measured on the page's own request. A page from the service worker does not show the speed of the network,
// and its typeface is cached too.
const isConnectionSlow = () => {
  const [visit] = performance.getEntriesByType('navigation')
  if (visit === undefined || !(visit instanceof PerformanceNavigationTiming)) return false
  if (visit.workerStart > 0) return false
  return (visit.responseEnd || visit.responseStart) - visit.requestStart > slowResponseMs
}

/**
 * Preloads the files of scanning and documents and the language's sentences for a signed-in person, before
 * the start requests them. The build writes their addresses into the script's `data-work` and `data-words-…`.
 */
export function fetchEarly(page: Document): void {
  const { work, wordsEn, ...others } = page.currentScript?.dataset ?? {}
  if (!isSignedIn()) return
  const words = others[`words${chosenLanguage()}`] ?? wordsEn
  const files = [work, words].flatMap((each) => each?.split(' ') ?? [])
  for (const href of files) {
    const link = page.createElement('link')
    const isStyle = href.endsWith('.css')
    Object.assign(link, { rel: isStyle ? 'preload' : 'modulepreload', href, crossOrigin: 'anonymous' })
    if (isStyle) link.setAttribute('as', 'style')
    page.head.append(link)
  }
}

// Reads the language like state/preferences.ts, without its schema, in the form 'Es'.
const chosenLanguage = () => {
  let language: unknown
  try {
    language = JSON.parse(localStorage.getItem(storedName(PREFERENCES)) ?? '{}').language
  } catch {
    // A wrong guess only costs one file.
  }
  const [id = ''] = (typeof language === 'string' ? language : navigator.language).split('-')
  return id.charAt(0).toUpperCase() + id.slice(1)
}

const isSignedIn = () => {
  try {
    return sessionStorage.getItem(storedName(TOKENS)) !== null
  } catch {
    return false
  }
}
