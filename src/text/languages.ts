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
} as const satisfies Record<string, Listed>

export type LanguageId = keyof typeof languages

/** Switches the language. Rejects like fetch, for example without a network. */
export async function speakLanguage(id: LanguageId = 'en'): Promise<void> {
  speak(await languages[id].load())
}
