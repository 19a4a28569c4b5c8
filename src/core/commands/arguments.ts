// Reads the arguments of a command. Types are recognised by their form, so the order does not matter.
import { BARCODE_PATTERN, DOCUMENT_NUMBER_PATTERN } from '#core/wire/codes.ts'
import { LIMITS } from '#core/wire/limits.ts'
import type { ArgumentSpec, Arguments } from './command.ts'

const shapes: Readonly<Record<ArgumentSpec['type'], RegExp>> = {
  barcode: BARCODE_PATTERN,
  number: DOCUMENT_NUMBER_PATTERN,
  quantity: new RegExp(`^[0-9]{1,${LIMITS.quantityDigits}}$`),
  digit: /^[0-9]$/,
  text: /^.{1,80}$/,
  reason: /^.{1,40}$/,
}

/** Does the word have the form of the argument type? */
export function fitsArgument(type: ArgumentSpec['type'], word: string): boolean {
  return shapes[type].test(word)
}

// Parses the argument: quantities become numbers, barcodes upper case.
const valueOf = (type: ArgumentSpec['type'], word: string): string | number => {
  if (type === 'quantity') return Number(word)
  return type === 'barcode' ? word.toUpperCase() : word
}

/**
 * Assigns each word to the first free argument whose form it has. `left` are the words without an argument.
 * If there are any, the caller does not run the command.
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
