// Draws the EU flag for plant passports (Regulation (EU) 2016/2031, Annex VII, Part A, point 1 (b)), in
// colour or in black and white. Proportions follow the Interinstitutional Style Guide: the flag is 3 to 2.
// Twelve upright stars stand on a circle with a radius of a third of the height, each in one of an
// eighteenth.
import type { Drawing } from './drawings.ts'

// On a grid of 24, like the commodity icons.
const width = 24
const height = 16
const [middleX, middleY] = [width / 2, height / 2]
const circleRadius = height / 3
const starRadius = height / 18
// Distance from the middle of a star to its inner corners.
const innerRadius = (starRadius * (3 - Math.sqrt(5))) / 2

const at = (x: number, y: number, radius: number, turn: number) =>
  `${(x + radius * Math.sin(turn)).toFixed(3)} ${(y - radius * Math.cos(turn)).toFixed(3)}`

const starAt = (x: number, y: number) =>
  `M${Array.from({ length: 10 }, (_, corner) =>
    at(x, y, corner % 2 === 0 ? starRadius : innerRadius, (corner * Math.PI) / 5),
  ).join(' L')} Z`

const stars = Array.from({ length: 12 }, (_, hour) => {
  const turn = (hour * Math.PI) / 6
  return starAt(middleX + circleRadius * Math.sin(turn), middleY - circleRadius * Math.cos(turn))
}).join(' ')

const box = (inset: number) =>
  `M${inset} ${inset} L${width - inset} ${inset} L${width - inset} ${height - inset} L${inset} ${height - inset} Z`

/** The width of the flag relative to its height. */
export const flagRatio = width / height

/** The flag in black and white: black stars in a black frame. */
export const blackFlag: Drawing = {
  outline: `${box(0)} ${box(0.4)} ${stars}`,
  side: width,
  colour: '#000000',
}

/** The flag in colour: the field, then the stars on top. */
export const colouredFlag: readonly Drawing[] = [
  { outline: box(0), side: width, colour: '#003399' },
  { outline: stars, side: width, colour: '#ffcc00' },
]
