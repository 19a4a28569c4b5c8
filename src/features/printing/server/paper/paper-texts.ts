// Provides the texts on paper, in the language of the request.
import { requestLanguage } from '#server/http/request-language.ts'
import type { PaperCode } from '#text/catalogue.ts'
import { en } from '#text/en/index.ts'
import { paper } from '#text/en/paper.ts'
import { spanish } from '#text/es/language.ts'
import { defineLanguage, type Language } from '#text/language.ts'
import type { languages } from '#text/languages.ts'
import { fill, sayValue } from '#text/say.ts'

const catalogue = { ...en, ...paper }
const english = defineLanguage({ locale: 'en', forms: ['one', 'other'], sentences: catalogue })
const known: Readonly<Record<string, Language>> = {
  en: english,
  es: spanish,
} satisfies Record<keyof typeof languages, Language>

// English if paper has no texts in the language.
const currentLanguage = (): Language => known[requestLanguage()] ?? english

/** Returns the current language, for work in another thread. */
export function paperLanguage(): string {
  return currentLanguage().locale
}

/** Returns the locale of dates on paper: day first, month name, 24-hour clock. */
export function paperDateLocale(): string {
  const { locale } = currentLanguage()
  return locale === 'en' ? 'en-GB' : locale
}

/** Returns a sentence on paper, from the app's catalogue or from the paper catalogue. */
export function sayOnPaper(code: PaperCode, facts: Readonly<Record<string, string | number>> = {}): string {
  const language: Language = currentLanguage()
  return fill(language.sentences[code] ?? catalogue[code], facts, language)
}

/** Translates a wire value, such as a status, into the paper language. */
export function readOnPaper(value: string): string {
  return sayValue(value, currentLanguage())
}

/** Does this code have a text? */
export function isPaperCode(code: string): code is PaperCode {
  return Object.hasOwn(catalogue, code)
}
