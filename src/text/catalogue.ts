// What a language provides: a sentence for every code, with the facts that the English one has. English is the language that codes
// and facts are taken from.
import type { en } from './en/index.ts'
import type { paper } from './en/paper.ts'

/** A sentence on a screen. */
export type TextCode = keyof typeof en

/** A sentence that paper may have: a screen's, or one of its own. */
export type PaperCode = TextCode | keyof typeof paper

/** English, on screens and on paper. */
export type English = typeof en & typeof paper

// What stands in braces in a sentence: `barcode`, `n|line|lines`.
type Gaps<Sentence extends string> = Sentence extends `${string}{${infer Gap}}${infer Rest}`
  ? Gap | Gaps<Rest>
  : never
type FactOf<Gap extends string> = Gap extends `${infer Fact}|${string}` ? Fact : Gap

/** The facts that a sentence names: `{barcode}` wants `barcode`, `{n|line|lines}` wants `n`. */
export type FactsIn<Sentence extends string> = FactOf<Gaps<Sentence>>

/** The facts that a code's sentence names. */
export type FactsOf<Code extends TextCode> = FactsIn<English[Code]>

/** Facts for a sentence; required exactly where its sentence names some. */
export type SayArguments<Code extends TextCode> = [FactsOf<Code>] extends [never]
  ? []
  : [facts: Readonly<Record<FactsOf<Code>, string | number>>]

// The words of `{n|line|lines}` by the form that they stand for, as a list.
type WordsOf<Gap extends string> = Gap extends `${string}|${infer Words}` ? Split<Words> : never
type Split<Words extends string> = Words extends `${infer Word}|${infer Rest}`
  ? [Word, ...Split<Rest>]
  : [Words]

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

/** The sentences themselves where each says what English says; instead of one that does not, what is wrong with it. */
export type Faithful<Sentences, Forms extends readonly unknown[]> = {
  readonly [Code in keyof Sentences]: Code extends PaperCode
    ? Sentences[Code] extends infer Sentence extends string
      ? Same<FactsIn<Sentence>, FactsIn<English[Code]>> extends false
        ? { readonly factsOfEnglish: FactsIn<English[Code]>; readonly factsHere: FactsIn<Sentence> }
        : Exclude<WordsOf<Gaps<Sentence>>['length'], Forms['length']> extends never
          ? Sentence
          : { readonly wordsForANumber: Forms['length']; readonly wordsHere: WordsOf<Gaps<Sentence>> }
      : never
    : { readonly noSuchCode: Code }
}

/** Asks for the sentences that English has and these lack. */
export type Missing<Sentences> = [Exclude<PaperCode, keyof Sentences>] extends [never]
  ? unknown
  : Readonly<Record<Exclude<PaperCode, keyof Sentences>, string>>
