// The words on paper, in the language that the request asks for. Reports say them in many places, so the language goes with
// the call instead of through every function.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { PaperCode } from '#text/catalogue.ts'
import { en } from '#text/en/index.ts'
import { paper } from '#text/en/paper.ts'
import { spanish } from '#text/es/language.ts'
import { defineLanguage, type Language } from '#text/language.ts'
import type { languages } from '#text/languages.ts'
import { fill, sayValue } from '#text/say.ts'

const words = { ...en, ...paper }
const known = {
  en: defineLanguage({ locale: 'en', forms: ['one', 'other'], sentences: words }),
  es: spanish,
} as const satisfies Record<keyof typeof languages, Language>

const asked = new AsyncLocalStorage<keyof typeof known>()
const current = () => known[asked.getStore() ?? 'en']

/**
 * Does this work with the words of a language: the first one of an `Accept-Language` (RFC 9110), if paper has it, else
 * English. Work that it starts keeps the language.
 */
export function onPaperIn<Done>(accepted: string | undefined, work: () => Done): Done {
  const language = /^\s*es\b/i.test(accepted ?? '') ? 'es' : 'en'
  // Node does more with every promise once a language was stored: not for the one that it is anyway.
  return language === (asked.getStore() ?? 'en') ? work() : asked.run(language, work)
}

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
