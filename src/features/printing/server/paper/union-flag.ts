// The flag of the Union for plant passports (Regulation (EU) 2016/2031, Annex VII, Part A, point 1 (b)): in
// colour or in black and white. Its proportions are those of the Interinstitutional Style Guide: 3 to 2,
// twelve stars on a circle of a third of the height, each of them within a circle of an eighteenth of the
// height, one point upwards.
import type { Drawing } from './drawings.ts'

// On a grid of 24, like the berries.
const width = 24
const height = 16
const [middleX, middleY] = [width / 2, height / 2]
const circle = height / 3
const star = height / 18
// From the middle of a star to the inner corners between its points.
const inner = (star * (3 - Math.sqrt(5))) / 2

const at = (x: number, y: number, radius: number, turn: number) =>
  `${(x + radius * Math.sin(turn)).toFixed(3)} ${(y - radius * Math.cos(turn)).toFixed(3)}`

const starAt = (x: number, y: number) =>
  `M${Array.from({ length: 10 }, (_, corner) =>
    at(x, y, corner % 2 === 0 ? star : inner, (corner * Math.PI) / 5),
  ).join(' L')} Z`

const stars = Array.from({ length: 12 }, (_, hour) => {
  const turn = (hour * Math.PI) / 6
  return starAt(middleX + circle * Math.sin(turn), middleY - circle * Math.cos(turn))
}).join(' ')

const box = (inset: number) =>
  `M${inset} ${inset} L${width - inset} ${inset} L${width - inset} ${height - inset} L${inset} ${height - inset} Z`

/** Width of the flag to its height. */
export const flagRatio = width / height

/** In black and white: black stars in a black frame. */
export const blackFlag: Drawing = {
  outline: `${box(0)} ${box(0.4)} ${stars}`,
  side: width,
  colour: '#000000',
}

/** In colour: the field, then its stars over it. */
export const colouredFlag: readonly Drawing[] = [
  { outline: box(0), side: width, colour: '#003399' },
  { outline: stars, side: width, colour: '#ffcc00' },
]
