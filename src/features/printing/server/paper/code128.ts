import { code128 } from 'bwip-js/generic'
import { isEncodable } from './code128-text.ts'

/** One dark bar: its left edge and width, in modules from the left end of the symbol. */
export interface Bar {
  readonly left: number
  readonly width: number
}

/** A Code 128 symbol: its bars and its width in modules, without the quiet zones. */
export interface Symbol128 {
  readonly bars: readonly Bar[]
  readonly modules: number
}

/** Width of the quiet zone at each end, in modules. */
export const quietModules = 10

/** Returns the bars of a text; throws if it is not printable ASCII. */
export function encode128(text: string): Symbol128 {
  if (!isEncodable(text)) throw new Error('Code 128 carries printable ASCII only')
  const bars: Bar[] = []
  let modules = 0
  const nothing = () => {}
  code128(
    // `^` would start an escape; with `parse` off every character is literal.
    { bcid: 'code128', text, scale: 1, height: 1, parse: false, parsefnc: false },
    {
      scale: () => [1, 1],
      measure: () => ({ width: 0, ascent: 0, descent: 0 }),
      init: (width) => {
        modules = width
      },
      line: (x0, _y0, _x1, _y1, width) => {
        // The middle of an odd number of modules is rounded up.
        bars.push({ left: x0 - Math.ceil(width / 2), width })
      },
      polygon: nothing,
      hexagon: nothing,
      ellipse: nothing,
      fill: nothing,
      text: nothing,
      end: nothing,
    },
  )
  return { bars, modules }
}
