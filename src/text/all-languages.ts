// All languages with all of their sentences, for the server. The app loads them in parts (languages.ts).
import type { SentenceCode } from './catalogue.ts'
import { english } from './en/language.ts'
import { spanish } from './es/language.ts'
import type { Language } from './language.ts'
import type { languages } from './languages.ts'
import { fill } from './say.ts'

export const allLanguages: Readonly<Record<string, Language>> = {
  en: english,
  es: spanish,
} satisfies Record<keyof typeof languages, Language>

/**
 * Returns the language of the first tag in an Accept-Language or `ui_locales`, by its id or locale. Without
 * one, shortens the tag (RFC 4647, lookup); English if nothing matches.
 */
export function findLanguage(accepted = ''): Language {
  const [, first = ''] = /^\s*([a-z]+(?:-[a-z0-9]+)*)/i.exec(accepted) ?? []
  const subtags = first.split('-')
  for (let count = subtags.length; count > 0; count -= 1) {
    const tag = subtags.slice(0, count).join('-').toLowerCase()
    const found = Object.entries(allLanguages).find(([id, { locale }]) =>
      [id, locale].some((each) => each.toLowerCase() === tag),
    )
    if (found) return found[1]
  }
  return english
}

/** Returns a sentence in this language, with its facts; in English if the language lacks it. */
export function sayIn(
  language: Language,
  code: SentenceCode,
  facts: Readonly<Record<string, string | number>> = {},
): string {
  return fill(language.sentences[code] ?? english.sentences[code] ?? code, facts, language)
}

/** Is there a sentence for this code? */
export function isSentenceCode(code: string): code is SentenceCode {
  return Object.hasOwn(english.sentences, code)
}
