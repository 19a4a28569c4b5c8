// What the words after a command may be. Shapes are told apart by themselves, so that their order does not matter.
import { BARCODE_PATTERN, DOCUMENT_NUMBER_PATTERN } from '#contract/codes.ts'
import { LIMITS } from '#contract/limits.ts'
import type { ArgumentSpec, Arguments } from './command.ts'

const shapes: Readonly<Record<ArgumentSpec['type'], RegExp>> = {
  barcode: BARCODE_PATTERN,
  number: DOCUMENT_NUMBER_PATTERN,
  quantity: new RegExp(`^[0-9]{1,${LIMITS.quantityDigits}}$`),
  digit: /^[0-9]$/,
  text: /^.{1,80}$/,
  reason: /^.{1,40}$/,
}

/** Whether a word has the shape of an argument. */
export function fitsArgument(type: ArgumentSpec['type'], word: string): boolean {
  return shapes[type].test(word)
}

// A word as an argument's value: quantities are numbers, barcodes have capitals.
const valueOf = (type: ArgumentSpec['type'], word: string): string | number => {
  if (type === 'quantity') return Number(word)
  return type === 'barcode' ? word.toUpperCase() : word
}

/**
 * Gives each word to the first argument that it fits and that has none yet. `left` is what fitted nowhere: a caller that
 * finds words left does not run the command.
 */
export function readArguments(
  specs: readonly ArgumentSpec[],
  words: readonly string[],
  fits: typeof fitsArgument = fitsArgument,
): { readonly given: Arguments; readonly left: readonly string[] } {
  const given: Record<string, string | number> = {}
  const left: string[] = []
  for (const word of words) {
    const spec = specs.find(({ name, type }) => given[name] === undefined && fits(type, word))
    if (spec) given[spec.name] = valueOf(spec.type, word)
    else left.push(word)
  }
  return { given, left }
}
