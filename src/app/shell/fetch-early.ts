import { PREFERENCES, storedName, TOKENS } from '#app/state/stored-name.ts'

// A page that the network takes longer for, in milliseconds, has a slow line. What the browser says of its
// line is a guess: on a wire within the house it says the same as on a phone in a hall.
const SLOW = 100

/**
 * Asks for the typeface at once, at `data-typeface` of the running script, so that it is there at the first
 * paint. On a slow line it would be there only after that, where it is of no use, and would hold up what a
 * scan needs: there this visit does without (styles/typeface.css), and the service worker fetches it for the
 * next one.
 */
export function fetchTypeface(page: Document): void {
  if (isLineSlow()) {
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

// Measured on the page itself; one that the service worker has kept says nothing of the line, and comes with
// its typeface.
const isLineSlow = () => {
  const [visit] = performance.getEntriesByType('navigation')
  if (visit === undefined || !(visit instanceof PerformanceNavigationTiming)) return false
  if (visit.workerStart > 0) return false
  return (visit.responseEnd || visit.responseStart) - visit.requestStart > SLOW
}

/**
 * Asks for the files of scanning and documents, and for the sentences of the language, at once if somebody is
 * signed in: the start would ask for them only when it runs. Their addresses are in the running script's
 * `data-work` and `data-words-…`, by the build.
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

// As state/preferences.ts reads it, without its schema; 'Es'.
const chosenLanguage = () => {
  let language: unknown
  try {
    language = JSON.parse(localStorage.getItem(storedName(PREFERENCES)) ?? '{}').language
  } catch {
    // A wrong guess costs a file.
  }
  const [first = '', second = ''] = typeof language === 'string' ? language : navigator.language
  return first.toUpperCase() + second
}

const isSignedIn = () => {
  try {
    return sessionStorage.getItem(storedName(TOKENS)) !== null
  } catch {
    return false
  }
}
