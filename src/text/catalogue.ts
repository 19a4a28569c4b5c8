// What a language has to provide: a sentence for every code. `en.ts` is the language that types are taken from; another
// language `satisfies Catalogue` and cannot forget one.
import { type en } from './en.ts'

export type TextCode = keyof typeof en

type Facts<Sentence extends string> = Sentence extends `${string}{${infer Fact}}${infer Rest}`
  ? NameOf<Fact> | Facts<Rest>
  : never
type NameOf<Fact extends string> = Fact extends `${infer Name}|${string}` ? Name : Fact

/** The facts that a code's sentence names: `{barcode}` wants `barcode`, `{n|line|lines}` wants `n`. */
export type FactsOf<Code extends TextCode> = Facts<(typeof en)[Code]>

export type Catalogue = Readonly<Record<TextCode, string>>

/** Facts for a sentence; required exactly where its sentence names some. */
export type SayArguments<Code extends TextCode> = [FactsOf<Code>] extends [never]
  ? []
  : [facts: Readonly<Record<FactsOf<Code>, string | number>>]
