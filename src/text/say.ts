// How sentences are said. Until a whole catalogue is spoken there are the sentences of the start: a page has no use for the others
// before work begins, and should not wait for them.
import type { Catalogue, SayArguments, TextCode } from './catalogue.ts'
import { enStart } from './en-start.ts'

let current: Readonly<Record<string, string>> = enStart

/** Takes a whole catalogue, in whatever language, for everything that is said from now on. */
export const speak = (catalogue: Catalogue): void => {
  current = catalogue
}

/** The sentence of a code, with its facts filled in; the compiler knows which facts a sentence wants. */
export const say = <Code extends TextCode>(code: Code, ...facts: SayArguments<Code>): string =>
  sayCode(code, facts[0] ?? {})

/**
 * The sentence of a code that is only known at run time (a refusal, an outcome, a problem). A code that the catalogue
 * lacks, from a newer server say, is told as such, with the code: never an empty line.
 */
export const sayCode = (code: string, facts: Readonly<Record<string, string | number>> = {}): string =>
  fill(current[code] ?? enStart.unknownCode, current[code] === undefined ? { code } : facts)

/** Is there a sentence for this code by now? */
export const isTextCode = (code: string): code is TextCode => Object.hasOwn(current, code)

/**
 * Fills facts into a sentence. `{n}` is a fact; `{n|line|lines}` is the word for one, or for any other number, of it. A fact that ends
 * as a sentence does takes the full stop behind it: 'Request Failed!', not 'Request Failed!.'.
 */
export const fill = (sentence: string, facts: Readonly<Record<string, string | number>>) =>
  sentence.replace(
    /\{(\w+)(?:\|(.*?)\|(.*?))?\}(\.?)/g,
    (_, name: string, one: string | undefined, many: string | undefined, stop: string) => {
      const text = String((one === undefined ? facts[name] : Number(facts[name]) === 1 ? one : many) ?? '')
      return /[.!?…]$/.test(text) ? text : text + stop
    },
  )
