import type { MatchesEnglish, RequiresAllCodes } from './catalogue.ts'

/** A language of the app. */
export interface Language {
  /**
   * BCP 47 tag (`en`, `pt-BR`) for plural forms, dates and thousands separators. Typed quantities are plain
   * digits in every language.
   */
  readonly locale: string
  /**
   * The `Intl.PluralRules` forms of the words in `{n|…|…}`, in this order. The last word is for all other
   * numbers.
   */
  readonly forms: readonly Intl.LDMLPluralRule[]
  /** Sentences by code. */
  readonly sentences: Readonly<Record<string, string>>
  /** Translates a protocol value, such as a status. Absent: values are shown unchanged. */
  readonly read?: (value: string) => string
}

/**
 * Defines a language. The compiler reports missing sentences, facts that differ from English, and a wrong
 * number of plural words.
 */
export function defineLanguage<
  const Forms extends readonly Intl.LDMLPluralRule[],
  const Sentences extends Readonly<Record<string, string>>,
>(
  language: Omit<Language, 'forms' | 'sentences'> & {
    readonly forms: Forms
    readonly sentences: Sentences & MatchesEnglish<Sentences, Forms> & RequiresAllCodes<Sentences>
  },
): Language {
  return language
}
