// The words on paper, in the language that the request asks for.
import { askedLanguage } from '#server/http/asked-language.ts'
import type { PaperCode } from '#text/catalogue.ts'
import { en } from '#text/en/index.ts'
import { paper } from '#text/en/paper.ts'
import { spanish } from '#text/es/language.ts'
import { defineLanguage, type Language } from '#text/language.ts'
import type { languages } from '#text/languages.ts'
import { fill, sayValue } from '#text/say.ts'

const words = { ...en, ...paper }
const english = defineLanguage({ locale: 'en', forms: ['one', 'other'], sentences: words })
const known: Readonly<Record<string, Language>> = {
  en: english,
  es: spanish,
} satisfies Record<keyof typeof languages, Language>

// English where paper has no words in the language.
const current = (): Language => known[askedLanguage()] ?? english

/** The language of the words now, for work in another thread. */
export function languageOnPaper(): string {
  return current().locale
}

/** The locale of dates on paper: the day first, then the name of the month, and hours to 24. */
export function datesOnPaper(): string {
  const { locale } = current()
  return locale === 'en' ? 'en-GB' : locale
}

/** A sentence on paper: from the app's catalogue, or paper's own. */
export function sayOnPaper(code: PaperCode, facts: Readonly<Record<string, string | number>> = {}): string {
  const language: Language = current()
  return fill(language.sentences[code] ?? words[code], facts, language)
}

/** A value of the wire, such as a status, as paper's language reads it. */
export function readOnPaper(value: string): string {
  return sayValue(value, current())
}

/** Is there a text for this code? */
export function isPaperCode(code: string): code is PaperCode {
  return Object.hasOwn(words, code)
}
