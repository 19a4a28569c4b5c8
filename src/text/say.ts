// How sentences are said. Until a whole language is spoken there are the English sentences of the start: a page has no use for the
// others before work begins, and should not wait for them.
import type { SayArguments, TextCode } from './catalogue.ts'
import { start } from './en/start.ts'
import type { Language } from './language.ts'

type Facts = Readonly<Record<string, string | number>>

let current: Language = { locale: 'en', forms: ['one', 'other'], sentences: start }

/** Speaks this language from now on. */
export function speak(language: Language): void {
  current = language
}

/** The language that is spoken now. */
export function spoken(): Language {
  return current
}

/** The sentence of a code, with its facts filled in; the compiler knows which facts a sentence wants. */
export function say<Code extends TextCode>(code: Code, ...facts: SayArguments<Code>): string {
  return sayCode(code, facts[0] ?? {})
}

/**
 * The sentence of a code that is only known at run time (a refusal, an outcome, a problem). A code that the catalogue
 * lacks, from a newer server say, is told as such, with the code: never an empty line.
 */
export function sayCode(code: string, facts: Facts = {}): string {
  const sentence = current.sentences[code]
  return sentence === undefined
    ? fill(current.sentences.unknownCode ?? start.unknownCode, { code }, current)
    : fill(sentence, facts, current)
}

/** Is there a sentence for this code by now? */
export function isTextCode(code: string): code is TextCode {
  return Object.hasOwn(current.sentences, code)
}

/**
 * Fills facts into a sentence of a language. `{n}` is a fact; `{n|line|lines}` is the word for so many, by the forms of the language.
 * A fact that ends as a sentence does takes the full stop behind it: 'Request Failed!', not 'Request Failed!.'.
 */
export function fill(sentence: string, facts: Facts, language: Omit<Language, 'sentences'>): string {
  return sentence.replace(
    /\{(\w+)((?:\|[^|}]*)*)\}(\.?)/g,
    (_, name: string, words: string, stop: string) => {
      const fact = facts[name]
      const text =
        words === '' ? String(fact ?? '') : wordFor(Number(fact), words.slice(1).split('|'), language)
      return /[.!?…]$/.test(text) ? text : text + stop
    },
  )
}

// Of the words for a number the one for this number.
function wordFor(
  n: number,
  words: readonly string[],
  { locale, forms }: Omit<Language, 'sentences'>,
): string {
  const form = forms.indexOf(new Intl.PluralRules(locale).select(n))
  return words[form] ?? words.at(-1) ?? ''
}
