// Words typed in the palette -> commands and their arguments: 'pick B123456789 40', 'open 10000123', 'go to setup', 'q 25'.
// Order and case do not matter, and a few letters of a title are enough.
import { fitsArgument, readArguments } from './arguments.ts'
import type { Arguments, Command } from './command.ts'

/** A command with the words that a person finds it by, from the text catalogue. */
export interface NamedCommand {
  readonly command: Command
  readonly title: string
  readonly words: string
}

export interface Suggestion {
  readonly command: Command
  readonly given: Arguments
  /** The higher, the better it fits; 0 with nothing typed. */
  readonly score: number
}

/** What a word weighs that fits a word of a command entirely, by its beginning, or by some letters of the title in order. */
const WHOLE = 4
const BEGINNING = 3
const LETTERS = 1
/** Words of the title count for more than the others that find a command. */
const IN_TITLE = 1
/** The whole title was typed, or everything typed stands at its beginning. */
const TITLE_TYPED = 8
const TITLE_BEGUN = 2

/**
 * The commands that a text may mean, best first; all of them, in the order given, for an empty text. A command fits when
 * every typed word is a part of its name or one of its arguments.
 */
export const suggestCommands = (text: string, commands: readonly NamedCommand[]): readonly Suggestion[] => {
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
  for (const word of typed) {
    const weight = weighWord(word.toLowerCase(), titleWords, otherWords)
    const fits = specs.some(({ type }) => fitsArgument(type, word))
    // A word of the name before a value of the same shape: ten letters look like a barcode. Once the title is there whole,
    // what follows are its values, by whatever other words it can be found.
    if (weight > LETTERS && !(fits && titleWords.every((each) => names.includes(each)))) {
      names.push(word.toLowerCase())
      score += weight
    } else if (fits) values.push(word)
    else if (weight > 0) {
      names.push(word.toLowerCase())
      score += weight
    } else return undefined
  }
  const { given, left } = readArguments(specs, values)
  if (left.length > 0) return undefined
  const name = names.join(' ')
  const whole = titleWords.join(' ')
  if (name !== '' && name === whole) score += TITLE_TYPED
  else if (name !== '' && whole.startsWith(name)) score += TITLE_BEGUN
  // Values alone: what can be done with a number or a barcode, if that is all it needs.
  if (names.length === 0 && values.length > 0) {
    if (specs.some(({ required, name }) => required && given[name] === undefined)) return undefined
    // Free words fit anything: they follow the name of their command.
    if (specs.some(({ type, name }) => isFree(type) && given[name] !== undefined)) return undefined
    // Digits alone are a document's number rather than a quantity.
    score += specs.some(({ required, type }) => required && type === 'number') ? 2 : 1
  }
  return { command, given, score }
}

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
  return word.length > 1 && /^[a-z]+$/.test(word) && title.some((candidate) => hasLetters(candidate, word))
    ? LETTERS
    : 0
}

/** Are the letters in the word, in order, the first of them first: `shp` in `ship`? */
const hasLetters = (word: string, letters: string): boolean => {
  if (word[0] !== letters[0]) return false
  let at = 0
  for (const letter of letters) {
    at = word.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}

const split = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
