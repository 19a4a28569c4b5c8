// All languages of the app. A language is one file, and one line here. Not loaded with the first screen.
import { english } from './en/language.ts'
import type { Language } from './language.ts'
import { speak } from './say.ts'

interface Listed {
  /** Its own name. */
  readonly name: string
  /** Loads its sentences; all but English are fetched on demand. */
  readonly load: () => Promise<Language>
}

export const languages = {
  en: { name: 'English', load: () => Promise.resolve(english) },
  es: { name: 'Español', load: async () => (await import('./es/language.ts')).spanish },
} as const satisfies Record<string, Listed>

type LanguageId = keyof typeof languages

const isLanguage = (id: string): id is LanguageId => Object.hasOwn(languages, id)

/** The id of the language, and its name; English for an id that this version does not have. */
export function languageOf(id: string): { readonly id: string; readonly name: string } {
  const known = isLanguage(id) ? id : 'en'
  return { id: known, name: languages[known].name }
}

/** The language after this one, in the order of the list; the first one after the last. */
export function nextLanguage(id: string): { readonly id: string; readonly name: string } {
  const ids = Object.keys(languages)
  return languageOf(ids[(ids.indexOf(languageOf(id).id) + 1) % ids.length] ?? 'en')
}

/**
 * Switches the language. English for an id that this version does not have, and where the sentences cannot be
 * fetched: work goes on, and the next start tries again.
 */
export async function speakLanguage(id = 'en'): Promise<void> {
  speak(await languages[isLanguage(id) ? id : 'en'].load().catch(() => english))
}
