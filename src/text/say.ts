// Looks up sentences and fills in facts. Until a language is loaded, only the English sentences of the start
// exist, so that the first screen does not wait for others.
import type { SayArguments, TextCode } from './catalogue.ts'
import { start } from './en/start.ts'
import { numberFormat, pluralRules } from './formatters.ts'
import type { Language } from './language.ts'

type Facts = Readonly<Record<string, string | number>>

let current: Language = { locale: 'en', forms: ['one', 'other'], sentences: start }

/** Sets the current language. */
export function setLanguage(language: Language): void {
  current = language
}

/** Adds sentences to those of the current language. */
export function addSentences(more: Language['sentences']): void {
  current = { ...current, sentences: { ...current.sentences, ...more } }
}

/** The current language. */
export function currentLanguage(): Language {
  return current
}

/** Returns the sentence of a code, with its facts. The compiler checks the facts. */
export function say<Code extends TextCode>(code: Code, ...facts: SayArguments<Code>): string {
  return sayCode(code, facts[0] ?? {})
}

/**
 * Returns the sentence of a code that is known only at run time (a refusal, an outcome, a problem). An
 * unknown code, for example from a newer server, returns a sentence with the code.
 */
export function sayCode(code: string, facts: Facts = {}): string {
  const sentence = current.sentences[code]
  return sentence === undefined
    ? fill(current.sentences.unknownCode ?? start.unknownCode, { code }, current)
    : fill(sentence, facts, current)
}

/** Is there a text for this code? */
export function isTextCode(code: string): code is TextCode {
  return Object.hasOwn(current.sentences, code)
}

/**
 * Fills facts into a sentence: `{n}` is a fact, `{n|line|lines}` the plural word for it. Numbers get
 * thousands separators, except `{number}`, a document number. A full stop is omitted after a fact that ends
 * with one, or with an exclamation mark: 'Request Failed!', not 'Request Failed!.'.
 */
export function fill(sentence: string, facts: Facts, language: Omit<Language, 'sentences'>): string {
  return sentence.replace(
    /\{(\w+)((?:\|[^|}]*)*)\}(\.?)/g,
    (_, name: string, words: string, stop: string) => {
      const fact = facts[name]
      const text =
        words === ''
          ? typeof fact === 'number' && name !== 'number'
            ? numberFormat(language.locale).format(fact)
            : isolated(sayValue(String(fact ?? ''), language))
          : wordFor(Number(fact), words.slice(1).split('|'), language)
      return /[.!?…]$/.test(text) ? text : text + stop
    },
  )
}

/** Translates a protocol value, such as a status, into the current language. */
export function sayValue(value: string, { read }: Pick<Language, 'read'> = current): string {
  return read ? read(value) : value
}

const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

// Right-to-left names, or names with direction marks, must not change the order of the sentence around them.
function isolated(fact: string): string {
  const plain = fact.replace(turning, '')
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain
}

// Selects the plural word for this number.
function wordFor(
  n: number,
  words: readonly string[],
  { locale, forms }: Omit<Language, 'sentences'>,
): string {
  const form = forms.indexOf(pluralRules(locale).select(n))
  return words[form] ?? words.at(-1) ?? ''
}
