import { qrcode } from 'bwip-js/generic'

/** A QR code: an outline filled by the even-odd rule, in modules, and its side without the quiet zone. */
export interface SymbolQr {
  readonly outline: string
  readonly modules: number
}

/** The quiet zone on each side, in modules (ISO/IEC 18004). */
export const quietModulesOfQr = 4

/**
 * Encodes a text as a QR code in UTF-8 with error correction M: up to 15 % of the code words may be
 * damaged.
 */
export function encodeQr(text: string): SymbolQr {
  const paths: string[] = []
  let modules = 0
  const nothing = () => {}
  qrcode(
    // With `parse` off every character is literal.
    Object.assign({ bcid: 'qrcode', text, scale: 1, parse: false, parsefnc: false }, { eclevel: 'M' }),
    {
      scale: () => [1, 1],
      measure: () => ({ width: 0, ascent: 0, descent: 0 }),
      init: (width) => {
        modules = width
      },
      line: nothing,
      polygon: (points) => {
        const [first, ...others] = points.map(([x, y]) => `${x} ${y}`)
        paths.push(`M${first} ${others.map((point) => `L${point}`).join(' ')} Z`)
      },
      hexagon: nothing,
      ellipse: nothing,
      fill: nothing,
      text: nothing,
      end: nothing,
    },
  )
  return { outline: paths.join(' '), modules }
}
