import type { Faithful, Missing } from './catalogue.ts'

/** A language that the app speaks. */
export interface Language {
  /** As BCP 47 has it: `en`, `pt-BR`. Words for numbers go by it, and dates; quantities are plain digits, as they are typed. */
  readonly locale: string
  /** The forms of `Intl.PluralRules` for which `{n|…|…}` gives words, in the order of these; the last one is for every other number. */
  readonly forms: readonly Intl.LDMLPluralRule[]
  /** By code. */
  readonly sentences: Readonly<Record<string, string>>
}

/**
 * A language, from all its sentences. The compiler refuses one that lacks a sentence, that names other facts than English does, or
 * that has too few or too many words for a number.
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
