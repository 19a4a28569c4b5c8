/** Texts on the labels, papers, sheets and shelves of a nursery. */
import type { Random } from '../random.ts'

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const digits = '0123456789'
const draw = (random: Random, from: string, count: number): string =>
  Array.from({ length: count }, () => from.charAt(random.whole(0, from.length - 1))).join('')

/** Ten characters: usually letters and digits, sometimes mixed, or only digits. */
export function drawBarcode(random: Random): string {
  const kind = random.next()
  if (kind < 0.6) return draw(random, capitals, 1) + draw(random, digits, 9)
  if (kind < 0.8) return draw(random, capitals, 2) + draw(random, digits, 7) + draw(random, capitals, 1)
  if (kind < 0.92) return draw(random, capitals + digits, 10)
  return draw(random, digits, 10)
}

export function drawNumber(random: Random): string {
  return draw(random, '123', 1) + draw(random, digits, 7)
}

function drawCommand(random: Random): string {
  const name = random.pick(['SHIP', 'OK', 'UNDO', 'MUTE', 'HELP', 'R.DEAD', 'R.FROST', 'Q'])
  return name === 'Q' ? `%T.Q.${random.whole(1, 500)}` : `%T.${name}`
}

/** A shelf: house, row and place. The detector cannot recognize its format. */
export function drawShelf(random: Random): string {
  const place = `${draw(random, 'ABCDEFGH', 1)}-${random.whole(1, 3)}${draw(random, digits, 1)}`
  return random.chance(0.5) ? place : `${place}-${draw(random, 'LMR', 1)}${random.whole(1, 9)}`
}

/** A code with a recognizable format. */
export function drawKnown(random: Random): string {
  return random.pick([drawBarcode, drawNumber, drawCommand])(random)
}

export function drawCode(random: Random): string {
  const kind = random.next()
  if (kind < 0.5) return drawBarcode(random)
  if (kind < 0.7) return drawNumber(random)
  return kind < 0.85 ? drawCommand(random) : drawShelf(random)
}
