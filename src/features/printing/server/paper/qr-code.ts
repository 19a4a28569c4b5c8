import { qrcode } from 'bwip-js/generic'

/**
 * A QR code: an outline to be filled by the even-odd rule, in modules, and its side without the quiet zone.
 */
export interface SymbolQr {
  readonly outline: string
  readonly modules: number
}

/** The quiet zone on each side, in modules (ISO/IEC 18004). */
export const quietModulesOfQr = 4

/**
 * The QR code of a text as UTF-8, with error correction M: a worn label loses up to 15 % of its code words.
 */
export function encodeQr(text: string): SymbolQr {
  const paths: string[] = []
  let modules = 0
  const nothing = () => {}
  qrcode(
    // With `parse` off every character stands for itself.
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
