/** Texts of labels and command sheets. */
import type { Random } from '../random.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const digits = '0123456789'
const draw = (random: Random, from: string, count: number): string =>
  Array.from({ length: count }, () => from.charAt(random.whole(0, from.length - 1))).join('')

/** A barcode of letters. */
export function makeLetters(random: Random): string {
  return draw(random, letters, 10)
}

/** A barcode: a letter and digits, letters and digits mixed, only letters, or only digits. */
export function makeBarcode(random: Random): string {
  const kind = random.next()
  if (kind < 0.55) return draw(random, letters, 1) + draw(random, digits, 9)
  if (kind < 0.75) return draw(random, letters, 1) + draw(random, letters + digits, 9)
  return kind < 0.87 ? makeLetters(random) : draw(random, digits, 10)
}

/** A document number. */
export function makeNumber(random: Random, minDigits = 1): string {
  return draw(random, digits.slice(1), 1) + draw(random, digits, random.whole(minDigits, 8) - 1)
}

/** A command of the printed sheets. */
export function makeCommand(random: Random): string {
  const name = random.pick(['SHIP', 'OK', 'UNDO', 'PICK', 'NEW', 'Q', 'Q', 'Q', 'R.DEAD'])
  return name === 'Q' ? `%T.Q.${random.whole(1, 999)}` : `%T.${name}`
}

/** Any code. Numbers have at least `minDigits` digits. */
export function makeText(random: Random, minDigits = 2): string {
  const kind = random.next()
  if (kind < 0.5) return makeBarcode(random)
  return kind < 0.8 ? makeNumber(random, minDigits) : makeCommand(random)
}
