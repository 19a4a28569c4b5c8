// The types of the text catalogue. English defines the codes and facts; every language needs a sentence for
// each code, with the same facts.

import type { en } from './en/index.ts'
import type { paper } from './en/paper.ts'
import type { signInPage } from './en/sign-in-page.ts'

/** The code of a sentence on screen. */
export type TextCode = keyof typeof en

/** The English sentences, on screens, in print and on the sign-in pages. */
export type English = typeof en & typeof paper & typeof signInPage

/** The code of any sentence; the server uses all of them. */
export type SentenceCode = keyof English

// The placeholders of a sentence, without braces: `barcode`, `n|line|lines`.
type Gaps<Sentence extends string> = Sentence extends `${string}{${infer Gap}}${infer Rest}`
  ? Gap | Gaps<Rest>
  : never
type FactOf<Gap extends string> = Gap extends `${infer Fact}|${string}` ? Fact : Gap

/** The facts that a sentence contains: `barcode` for `{barcode}`, `n` for `{n|line|lines}`. */
export type FactsIn<Sentence extends string> = FactOf<Gaps<Sentence>>

/** The facts of a code's sentence. */
export type FactsOf<Code extends TextCode> = FactsIn<English[Code]>

/** The facts for a sentence, as arguments; required only if the sentence contains facts. */
export type SayArguments<Code extends TextCode> = [FactsOf<Code>] extends [never]
  ? []
  : [facts: Readonly<Record<FactsOf<Code>, string | number>>]

// The plural words of `{n|line|lines}`, as a list.
type WordsOf<Gap extends string> = Gap extends `${string}|${infer Words}` ? Split<Words> : never
type Split<Words extends string> = Words extends `${infer Word}|${infer Rest}`
  ? [Word, ...Split<Rest>]
  : [Words]

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

/** The sentences, if each has the facts of the English one; otherwise a type that describes the error. */
export type MatchesEnglish<Sentences, Forms extends readonly unknown[]> = {
  readonly [Code in keyof Sentences]: Code extends SentenceCode
    ? Sentences[Code] extends infer Sentence extends string
      ? Same<FactsIn<Sentence>, FactsIn<English[Code]>> extends false
        ? { readonly factsOfEnglish: FactsIn<English[Code]>; readonly factsHere: FactsIn<Sentence> }
        : Exclude<WordsOf<Gaps<Sentence>>['length'], Forms['length']> extends never
          ? Sentence
          : { readonly wordsForANumber: Forms['length']; readonly wordsHere: WordsOf<Gaps<Sentence>> }
      : never
    : { readonly noSuchCode: Code }
}

/** Requires all codes that are missing in these sentences. */
export type RequiresAllCodes<Sentences> = [Exclude<SentenceCode, keyof Sentences>] extends [never]
  ? unknown
  : Readonly<Record<Exclude<SentenceCode, keyof Sentences>, string>>
