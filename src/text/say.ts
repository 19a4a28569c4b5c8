import type { Catalogue, SayArguments, TextCode } from './catalogue.ts'
import { en } from './en.ts'

const languages = { en } as const satisfies Record<string, Catalogue>
export type Language = keyof typeof languages

let current: Catalogue = languages.en

/** Chooses the language of everything that is said from now on. */
export const speak = (language: Language): void => {
  current = languages[language]
}

/** The sentence of a code, with its facts filled in; the compiler knows which facts a sentence wants. */
export const say = <Code extends TextCode>(code: Code, ...facts: SayArguments<Code>): string =>
  fill(current[code], facts[0] ?? {})

/**
 * The sentence of a code that is only known at run time (a refusal, an outcome, a problem). A code that the catalogue
 * lacks, from a newer server say, is told as such, with the code: never an empty line.
 */
export const sayCode = (code: string, facts: Readonly<Record<string, string | number>> = {}): string =>
  isTextCode(code) ? fill(current[code], facts) : fill(current.unknownCode, { code })

/** Is there a sentence for this code? */
export const isTextCode = (code: string): code is TextCode => Object.hasOwn(current, code)

const fill = (sentence: string, facts: Readonly<Record<string, string | number>>) =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ''))
