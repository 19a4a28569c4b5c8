// Text in the palette -> commands and arguments: 'pick B123456789 40', 'open 10000123', 'go to setup', 'q
// 25'. Order and case do not matter, and a few letters of a title are enough.
import { LIMITS } from '#core/wire/limits.ts'
import { fitsArgument, readArguments } from './arguments.ts'
import type { Arguments, Command } from './command.ts'

/** A command with its title and search words from the text catalogue. */
export interface NamedCommand {
  readonly command: Command
  readonly title: string
  readonly words: string
}

export interface Suggestion {
  readonly command: Command
  readonly given: Arguments
  /** Higher is better; 0 for empty input. */
  readonly score: number
  /** Every typed word, values aside, is the beginning of a word of the title. */
  readonly named: boolean
}

// Score of a word that matches a command's word: whole, by its beginning, with a typo, or as letters of the
// title in order.
const WHOLE = 4
const BEGINNING = 3
const SLIP = 1.5
const LETTERS = 1
// Bonus for words of the title.
const IN_TITLE = 1
// Bonus if the whole title was typed, or the input is its beginning.
const TITLE_TYPED = 8
const TITLE_BEGUN = 2

/**
 * The commands that match a text, best first; all of them, in the given order, for an empty text. A command
 * matches if every typed word is part of its name or one of its arguments.
 */
export function suggestCommands(text: string, commands: readonly NamedCommand[]): readonly Suggestion[] {
  const typed = text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
  return commands
    .map((named) => weigh(typed, named))
    .filter((suggestion) => suggestion !== undefined)
    .sort((one, other) => other.score - one.score)
}

const weigh = (typed: readonly string[], { command, title, words }: NamedCommand): Suggestion | undefined => {
  const titleWords = split(title)
  const otherWords = split(words)
  const specs = command.arguments ?? []
  const names: string[] = []
  const values: string[] = []
  let score = 0
  let named = true
  for (const word of typed) {
    const weight = weighWord(plain(word), titleWords, otherWords)
    const fits = specs.some(({ type }) => fitsHere(type, word))
    // A word of the name comes before a value of the same form: ten letters look like a barcode. After the
    // whole title, further words are values, even if they match search words.
    if (weight > SLIP && !(fits && titleWords.every((each) => names.includes(each)))) {
      names.push(plain(word))
      score += weight
      named &&= titleWords.some((each) => each.startsWith(plain(word)))
    } else if (fits) values.push(word)
    else if (weight > 0) {
      names.push(plain(word))
      score += weight
      named = false
    } else return undefined
  }
  const { given, left } = readArguments(specs, values, fitsHere)
  if (left.length > 0) return undefined
  const name = names.join(' ')
  const whole = titleWords.join(' ')
  if (name !== '' && name === whole) score += TITLE_TYPED
  else if (name !== '' && whole.startsWith(name)) score += TITLE_BEGUN
  // Values only: commands that need nothing but this number or barcode.
  if (names.length === 0 && values.length > 0) {
    if (specs.some(({ required, name }) => required && given[name] === undefined)) return undefined
    // Free text fits anything: it must follow the command's name.
    if (specs.some(({ type, name }) => isFree(type) && given[name] !== undefined)) return undefined
    // Digits alone are rather a document number than a quantity.
    score += specs.some(({ required, type }) => required && type === 'number') ? 2 : 1
  }
  return { command, given, score, named }
}

// Eight digits are a document number here, never a quantity.
const fitsHere: typeof fitsArgument = (type, word) =>
  fitsArgument(type, word) && !(type === 'quantity' && word.length >= LIMITS.documentNumberDigits)

const isFree = (type: string) => type === 'text' || type === 'reason'

const weighWord = (word: string, title: readonly string[], others: readonly string[]): number => {
  const within = (words: readonly string[]) => {
    if (words.includes(word)) return WHOLE
    return words.some((candidate) => candidate.startsWith(word)) ? BEGINNING : 0
  }
  const inTitle = within(title)
  const inOthers = within(others)
  if (inTitle > 0 && inTitle >= inOthers) return inTitle + IN_TITLE
  if (inOthers > 0) return inOthers
  if (title.some((candidate) => isSlip(word, candidate))) return SLIP
  return word.length > 1 && /^[a-z]+$/.test(word) && title.some((candidate) => hasLetters(candidate, word))
    ? LETTERS
    : 0
}

// Does the word have these letters in order, starting with its first letter: `shp` in `ship`?
const hasLetters = (word: string, letters: string): boolean => {
  if (word[0] !== letters[0]) return false
  let at = 0
  for (const letter of letters) {
    at = word.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}

// From this length on a word may have one typo: an extra, missing, wrong or two swapped letters.
const SLIP_FROM = 4

const isSlip = (word: string, candidate: string): boolean => {
  if (word.length < SLIP_FROM || !/^\p{L}+$/u.test(word) || Math.abs(word.length - candidate.length) > 1)
    return false
  let same = 0
  while (same < word.length && word[same] === candidate[same]) same += 1
  const [typed, meant] = [word.slice(same), candidate.slice(same)]
  return (
    typed.slice(1) === meant ||
    typed === meant.slice(1) ||
    typed.slice(1) === meant.slice(1) ||
    (typed[0] === meant[1] && typed[1] === meant[0] && typed.slice(2) === meant.slice(2))
  )
}

// A word is found without its accents, which few people type: `codigo` is `código`.
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const split = (text: string): readonly string[] =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
