// Finds the commands for a text in the palette: 'pick B123456789 40', 'open 10000123', 'go to setup', 'q 25'.
// Order and case do not matter, and a few letters of a title are enough.
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
  /** Is every typed word that is not an argument the beginning of a word of the title? */
  readonly matchesTitle: boolean
}

// Scores of a typed word: it equals a word of the command, is its beginning, has a typo, or has letters of a
// title word in order.
const wholeWordScore = 4
const prefixScore = 3
const typoScore = 1.5
const lettersScore = 1
// Bonus for a word of the title.
const titleWordBonus = 1
// Bonus if the input is the whole title, or its beginning.
const wholeTitleBonus = 8
const titlePrefixBonus = 2

/**
 * Finds the commands that match a text, best first. An empty text matches all, in the given order. A command
 * matches if every typed word is part of its name or one of its arguments.
 */
export function suggestCommands(text: string, commands: readonly NamedCommand[]): readonly Suggestion[] {
  const typed = text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
  return commands
    .map((named) => scoreCommand(typed, named))
    .filter((suggestion) => suggestion !== undefined)
    .sort((one, other) => other.score - one.score)
}

const scoreCommand = (
  typed: readonly string[],
  { command, title, words }: NamedCommand,
): Suggestion | undefined => {
  const titleWords = split(title)
  const otherWords = split(words)
  const specs = command.arguments ?? []
  const names: string[] = []
  const values: string[] = []
  let score = 0
  let named = true
  for (const word of typed) {
    const wordScore = scoreWord(normalize(word), titleWords, otherWords)
    const fits = specs.some(({ type }) => fitsInPalette(type, word))
    // A word of the name has priority over a value of the same form: ten letters look like a barcode. After
    // the whole title, further words are values, even if they match search words.
    if (wordScore > typoScore && !(fits && titleWords.every((each) => names.includes(each)))) {
      names.push(normalize(word))
      score += wordScore
      named &&= titleWords.some((each) => each.startsWith(normalize(word)))
    } else if (fits) values.push(word)
    else if (wordScore > 0) {
      names.push(normalize(word))
      score += wordScore
      named = false
    } else return undefined
  }
  const { given, left } = readArguments(specs, values, fitsInPalette)
  if (left.length > 0) return undefined
  const name = names.join(' ')
  const whole = titleWords.join(' ')
  if (name !== '' && name === whole) score += wholeTitleBonus
  else if (name !== '' && whole.startsWith(name)) score += titlePrefixBonus
  // Only values were typed: suggest commands that need nothing else.
  if (names.length === 0 && values.length > 0) {
    if (specs.some(({ required, name }) => required && given[name] === undefined)) return undefined
    // Any word is valid free text, so free text must follow the command's name.
    if (specs.some(({ type, name }) => isFreeText(type) && given[name] !== undefined)) return undefined
    // Digits alone are more likely a document number than a quantity.
    score += specs.some(({ required, type }) => required && type === 'number') ? 2 : 1
  }
  return { command, given, score, matchesTitle: named }
}

// In the palette, eight digits or more are never a quantity.
const fitsInPalette: typeof fitsArgument = (type, word) =>
  fitsArgument(type, word) && !(type === 'quantity' && word.length >= LIMITS.documentNumberDigits)

const isFreeText = (type: string) => type === 'text' || type === 'reason'

const scoreWord = (word: string, title: readonly string[], others: readonly string[]): number => {
  const within = (words: readonly string[]) => {
    if (words.includes(word)) return wholeWordScore
    return words.some((candidate) => candidate.startsWith(word)) ? prefixScore : 0
  }
  const inTitle = within(title)
  const inOthers = within(others)
  if (inTitle > 0 && inTitle >= inOthers) return inTitle + titleWordBonus
  if (inOthers > 0) return inOthers
  if (title.some((candidate) => isTypo(word, candidate))) return typoScore
  return word.length > 1 && /^[a-z]+$/.test(word) && title.some((candidate) => hasLetters(candidate, word))
    ? lettersScore
    : 0
}

// Does the word contain these letters in order, starting with its first letter: `shp` in `ship`?
const hasLetters = (word: string, letters: string): boolean => {
  if (word[0] !== letters[0]) return false
  let position = 0
  for (const letter of letters) {
    position = word.indexOf(letter, position) + 1
    if (position === 0) return false
  }
  return true
}

// A word of at least this length may have one typo: an extra, missing or wrong letter, or two swapped ones.
const minTypoLength = 4

const isTypo = (word: string, candidate: string): boolean => {
  if (word.length < minTypoLength || !/^\p{L}+$/u.test(word) || Math.abs(word.length - candidate.length) > 1)
    return false
  let same = 0
  while (same < word.length && word[same] === candidate[same]) same += 1
  const [typed, expected] = [word.slice(same), candidate.slice(same)]
  return (
    typed.slice(1) === expected ||
    typed === expected.slice(1) ||
    typed.slice(1) === expected.slice(1) ||
    (typed[0] === expected[1] && typed[1] === expected[0] && typed.slice(2) === expected.slice(2))
  )
}

// Removes accents, because few people type them: `codigo` finds `código`.
const normalize = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const split = (text: string): readonly string[] =>
  normalize(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
