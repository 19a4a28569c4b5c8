// Defines drawings as outlines: `M`, `L`, `C` and `Z` with absolute coordinates. The even-odd rule makes
// seeds and segments holes, so one colour is enough.
import type { Commodity } from '#core/wire/constants.ts'

export interface Drawing {
  readonly outline: string
  /** The side of its square. */
  readonly side: number
  /** The colour on paper; label printers print black only. */
  readonly colour: string
}

// The Bezier handle length of a circle, as a share of the radius.
const circleHandleRatio = 0.5523

const circle = (x: number, y: number, r: number): string => {
  const k = r * circleHandleRatio
  return (
    `M${x - r} ${y} C${x - r} ${y - k} ${x - k} ${y - r} ${x} ${y - r} ` +
    `C${x + k} ${y - r} ${x + r} ${y - k} ${x + r} ${y} C${x + r} ${y + k} ${x + k} ${y + r} ${x} ${y + r} ` +
    `C${x - k} ${y + r} ${x - r} ${y + k} ${x - r} ${y} Z`
  )
}
const circles = (r: number, centres: readonly (readonly [number, number])[]) =>
  centres.map(([x, y]) => circle(x, y, r)).join(' ')
const box = (x: number, y: number, width: number, height: number) =>
  `M${x} ${y} L${x + width} ${y} L${x + width} ${y + height} L${x} ${y + height} Z`

const leaf =
  'M12 6.2 C10.6 4 8.4 3.3 6.6 4 C7.3 5.7 9.1 6.9 12 6.2 Z M12 6.2 C13.4 4 15.6 3.3 17.4 4 C16.7 5.7 14.9 6.9 12 6.2 Z'

const black = circles(1.5, [
  [8.2, 9.4],
  [12, 8.8],
  [15.8, 9.4],
  [7.4, 12.9],
  [10.6, 12.6],
  [13.8, 12.6],
  [16.9, 12.9],
  [9, 16.1],
  [12.1, 16.1],
  [15.2, 16.1],
  [10.5, 19.4],
  [13.7, 19.4],
])
const blue = `${circle(12, 14, 7.2)} M12 8.8 L13 10.8 L15.2 10.4 L14.3 12.4 L16.1 13.8 L13.9 14.3 L14.1 16.5 L12 15.5 L9.9 16.5 L10.1 14.3 L7.9 13.8 L9.7 12.4 L8.8 10.4 L11 10.8 Z`
const rasp = `M6 10 C6 8 8.6 7 12 7 C15.4 7 18 8 18 10 C18 14 15.2 21.2 12 21.2 C8.8 21.2 6 14 6 10 Z ${circles(
  0.95,
  [
    [8.8, 9.8],
    [12, 9.3],
    [15.2, 9.8],
    [8.9, 13],
    [12, 12.6],
    [15.1, 13],
    [10.3, 16],
    [13.7, 16],
    [12, 18.8],
  ],
)}`
const straw = `M5 9.4 C6.6 6.9 9.4 7.4 12 7.4 C14.6 7.4 17.4 6.9 19 9.4 C20.4 12.8 15.6 21.4 12 21.4 C8.4 21.4 3.6 12.8 5 9.4 Z ${[
  [9, 10.6],
  [12, 9.8],
  [15, 10.6],
  [7.6, 13.6],
  [10.5, 14],
  [13.5, 14],
  [16.4, 13.6],
  [12, 17.4],
]
  .map(([x = 0, y = 0]) => box(x - 0.4, y, 0.8, 1.5))
  .join(' ')}`

/** The icons of the commodities, as in the app. */
export const berries: Readonly<Record<Commodity, Drawing>> = {
  BLACK: { outline: `${leaf} ${black}`, side: 24, colour: '#4b2067' },
  BLUE: { outline: `${leaf} ${blue}`, side: 24, colour: '#1d4396' },
  RASP: { outline: `${leaf} ${rasp}`, side: 24, colour: '#9c1547' },
  STRAW: { outline: `${leaf} ${straw}`, side: 24, colour: '#a81c10' },
}

/** The product logo: a trimmed plant between the bars of a barcode. */
export const logo: Drawing = {
  outline: `${box(3, 5, 2, 22)} ${box(7, 5, 1, 22)} ${box(24, 5, 1, 22)} ${box(27, 5, 2, 22)} M15 27 L15 17.6 C10.7 17.4 8.6 15.1 8.6 10.9 C12.6 10.9 14.8 12.8 15.5 15.9 C16 11.3 18.4 8.6 22.8 7.9 C23.1 13.3 20.6 16.9 17 17.5 L17 27 Z`,
  side: 32,
  colour: '#0e4d31',
}
