// A code to be scanned, drawn as Code 128: for sheets and for the screen. Only screens that are loaded late may import it.
import { code128, drawingSVG } from 'bwip-js/browser'
import { useMemo } from 'react'
import { classNames } from './class-names.ts'
import './barcode.css'

export interface BarcodeProps {
  /** What a scanner reads: printable ASCII. */
  readonly text: string
  /** What readers of the screen are told; default: the text itself. */
  readonly label?: string
  readonly className?: string | undefined
}

// Code 128 wants ten bars' width of white on both sides.
const QUIET = 10
// The height of the bars in millimetres, at a bar's width of a third of one.
const HEIGHT = 14

/** Black on white in both themes: scanners read no inverted codes. Two pixels a bar; it shrinks to the place it has. */
export function Barcode({ text, label = text, className }: BarcodeProps) {
  const picture = useMemo(() => drawCode128(text), [text])
  return <img className={classNames('barcode-picture', className)} src={picture} alt={label} />
}

// The picture as a data address. Throws for characters that Code 128 does not have: ours are all in `src/scan/formats.ts`.
const drawCode128 = (text: string): string => {
  const svg = code128(
    {
      bcid: 'code128',
      text,
      height: HEIGHT,
      scale: 2,
      paddingwidth: QUIET,
      paddingheight: 2,
      backgroundcolor: 'ffffff',
      barcolor: '000000',
    },
    drawingSVG(),
  )
  // A picture needs a size of its own, or it takes that of its place.
  const sized = svg.replace(/viewBox="0 0 (\d+) (\d+)"/, 'width="$1" height="$2" $&')
  return `data:image/svg+xml,${encodeURIComponent(sized)}`
}
