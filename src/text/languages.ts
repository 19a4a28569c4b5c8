// Every language that the app speaks. A language is one file, and one line here. Loaded with the screens of the work: the page
// itself does without.
import { english } from './en/language.ts'
import type { Language } from './language.ts'
import { speak } from './say.ts'

interface Listed {
  /** Its own name for itself. */
  readonly name: string
  /** Its sentences; all but English are fetched when they are wanted. */
  readonly load: () => Promise<Language>
}

export const languages = {
  en: { name: 'English', load: () => Promise.resolve(english) },
} as const satisfies Record<string, Listed>

export type LanguageId = keyof typeof languages

/** Speaks a language from then on. Fails as fetching does: there is no network, say. */
export async function speakLanguage(id: LanguageId = 'en'): Promise<void> {
  speak(await languages[id].load())
}
