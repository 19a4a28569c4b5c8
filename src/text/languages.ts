// All languages of the app: a language is one folder, and one entry here. Only the sentences of the one that
// is spoken are fetched.
import type { Language } from './language.ts'
import { addSentences, speak, spoken } from './say.ts'

interface Listed {
  /** Its own name. */
  readonly name: string
  /** What may be said from the first scan on. */
  readonly load: () => Promise<Language>
  /** What is said only by code that is fetched later. */
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

interface Speaking {
  /** The language that was asked for, and the one that is spoken. */
  readonly asked: string
  readonly id: LanguageId
  readonly language: Language
  readonly isWhole: boolean
}

let speaking: Speaking | undefined
const isSpoken = (asked: string) => speaking?.asked === asked && speaking.language === spoken()

/**
 * Switches the language, with what may be said from the first scan on. English for an id that this version
 * does not have, and where the sentences cannot be fetched: work goes on, and the next start tries again.
 * Rejects where English cannot be fetched, either.
 */
export async function speakFirst(asked = 'en'): Promise<void> {
  if (isSpoken(asked)) return
  const id = isLanguage(asked) ? asked : 'en'
  const chosen = languages[id].load().then((language) => ({ id, language }))
  const english = async () => ({ id: 'en', language: await languages.en.load() }) as const
  const found = await chosen.catch(english)
  // Somebody else may have waited for the same.
  if (isSpoken(asked)) return
  speak(found.language)
  speaking = { asked, ...found, isWhole: false }
}

/** Switches the language, with all of its sentences. Rejects where they cannot be fetched. */
export async function speakLanguage(asked = 'en'): Promise<void> {
  await speakFirst(asked)
  if (!speaking || speaking.isWhole) return
  const { id } = speaking
  const later = await languages[id].loadLater()
  if (speaking.id !== id || !isSpoken(asked)) return
  addSentences(later)
  speaking = { ...speaking, language: spoken(), isWhole: true }
}
