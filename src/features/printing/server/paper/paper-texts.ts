// Provides the texts on paper, in the language of the request.
import { requestLanguage } from '#server/http/request-language.ts'
import { findLanguage, sayIn } from '#text/all-languages.ts'
import type { SentenceCode } from '#text/catalogue.ts'
import type { Language } from '#text/language.ts'
import { sayValue } from '#text/say.ts'

const currentLanguage = (): Language => findLanguage(requestLanguage())

/** Returns the current language, for work in another thread. */
export function paperLanguage(): string {
  return currentLanguage().locale
}

/** Returns the locale of dates on paper: day first, month name, 24-hour clock. */
export function paperDateLocale(): string {
  const { locale } = currentLanguage()
  return locale === 'en' ? 'en-GB' : locale
}

/** Returns a sentence in the language of the request. */
export function sayOnPaper(
  code: SentenceCode,
  facts: Readonly<Record<string, string | number>> = {},
): string {
  return sayIn(currentLanguage(), code, facts)
}

/** Translates a wire value, such as a status, into the paper language. */
export function readOnPaper(value: string): string {
  return sayValue(value, currentLanguage())
}
