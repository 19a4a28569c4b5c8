import type { Faithful, Missing } from './catalogue.ts'

/** A language of the app. */
export interface Language {
  /**
   * BCP 47 tag: `en`, `pt-BR`. For plural forms, dates, and the grouping of numbers; typed quantities are
   * plain digits.
   */
  readonly locale: string
  /**
   * The `Intl.PluralRules` forms that `{n|…|…}` has words for, in this order; the last one is for all other
   * numbers.
   */
  readonly forms: readonly Intl.LDMLPluralRule[]
  /** Sentences by code. */
  readonly sentences: Readonly<Record<string, string>>
  /** What is read for a value of the wire, such as a status; left out: the value itself. */
  readonly read?: (value: string) => string
}

/**
 * Defines a language. The compiler refuses a missing sentence, facts that differ from the English ones, and a
 * wrong number of plural words.
 */
export function defineLanguage<
  const Forms extends readonly Intl.LDMLPluralRule[],
  const Sentences extends Readonly<Record<string, string>>,
>(
  language: Omit<Language, 'forms' | 'sentences'> & {
    readonly forms: Forms
    readonly sentences: Sentences & Faithful<Sentences, Forms> & Missing<Sentences>
  },
): Language {
  return language
}
