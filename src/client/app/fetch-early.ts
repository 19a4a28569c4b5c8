import { PREFERENCES, storedName, TOKENS } from '#client/state/stored-name.ts'

/**
 * Asks for the files of scanning and documents, and for the sentences of the language, at once if somebody is signed in: the start
 * would ask for them only when it runs. Their addresses are in the running script's `data-work` and `data-words-…`, by the build.
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
