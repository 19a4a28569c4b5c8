// All languages of the app. A language has one folder, and one entry here. Only the sentences of the current
// language are loaded.
import type { Language } from './language.ts'
import { addSentences, currentLanguage, setLanguage } from './say.ts'

interface Listed {
  /** The name of the language, in that language. */
  readonly name: string
  /** Loads the grammar, and the sentences that are needed from the first scan on. */
  readonly load: () => Promise<Language>
  /** Loads the sentences of lazily loaded code. */
  readonly loadLater: () => Promise<Language['sentences']>
}

export const languages = {
  en: {
    name: 'English',
    load: async () => languageIn(await import('./en/first.ts')),
    loadLater: async () => (await import('./en/later.ts')).later,
  },
  es: {
    name: 'Español',
    load: async () => languageIn(await import('./es/first.ts')),
    loadLater: async () => (await import('./es/later.ts')).later,
  },
} as const satisfies Record<string, Listed>

interface First {
  readonly grammar: Omit<Language, 'sentences'>
  readonly first: Language['sentences']
}

function languageIn({ grammar, first }: First): Language {
  return { ...grammar, sentences: first }
}

type LanguageId = keyof typeof languages

const isLanguage = (id: string): id is LanguageId => Object.hasOwn(languages, id)

/** The id and name of a language; English for an unknown id. */
export function languageOf(id: string): { readonly id: string; readonly name: string } {
  const known = isLanguage(id) ? id : 'en'
  return { id: known, name: languages[known].name }
}

/** The next language of the list; the first one after the last. */
export function nextLanguage(id: string): { readonly id: string; readonly name: string } {
  const ids = Object.keys(languages)
  return languageOf(ids[(ids.indexOf(languageOf(id).id) + 1) % ids.length] ?? 'en')
}

interface Speaking {
  /** The requested language, and the one in use. */
  readonly asked: string
  readonly id: LanguageId
  readonly language: Language
  readonly isWhole: boolean
}

let speaking: Speaking | undefined
const isSpoken = (asked: string) => speaking?.asked === asked && speaking.language === currentLanguage()

/**
 * Switches the language and loads the sentences that are needed from the first scan on. Falls back to English
 * if the id is unknown or loading fails; the next start tries again. Rejects if English cannot be loaded
 * either.
 */
export async function loadFirstSentences(asked = 'en'): Promise<void> {
  if (isSpoken(asked)) return
  const id = isLanguage(asked) ? asked : 'en'
  const chosen = languages[id].load().then((language) => ({ id, language }))
  const english = async () => ({ id: 'en', language: await languages.en.load() }) as const
  const found = await chosen.catch(english)
  // A concurrent call may have loaded the same language.
  if (isSpoken(asked)) return
  setLanguage(found.language)
  speaking = { asked, ...found, isWhole: false }
}

/** Switches the language and loads all of its sentences. Rejects if loading fails. */
export async function loadLanguage(asked = 'en'): Promise<void> {
  await loadFirstSentences(asked)
  if (!speaking || speaking.isWhole) return
  const { id } = speaking
  const later = await languages[id].loadLater()
  if (speaking.id !== id || !isSpoken(asked)) return
  addSentences(later)
  speaking = { ...speaking, language: currentLanguage(), isWhole: true }
}
