// Draws a code as Code 128, on sheets and on screen. Only for screens that are loaded later.
import { code128, drawingSVG } from 'bwip-js/browser'
import { useMemo } from 'react'
import { classNames } from './class-names.ts'
import './barcode.css'

interface BarcodeProps {
  /** The text of the barcode: printable ASCII. */
  readonly text: string
  /** The text for screen readers; default: the code. */
  readonly label?: string
  readonly className?: string | undefined
}

// Code 128 needs a quiet zone of ten modules on both sides.
const quietZoneModules = 10
// The height of the bars in millimetres, with a module of a third of a millimetre.
const heightMm = 14

/**
 * Black on white in both themes, because scanners cannot read inverted codes. Two pixels per module; shrinks
 * to the available width.
 */
export function Barcode({ text, label = text, className }: BarcodeProps) {
  const picture = useMemo(() => drawCode128(text), [text])
  return <img className={classNames('barcode-picture', className)} src={picture} alt={label} />
}

// The drawing as a data URL. Throws for characters outside Code 128; the app's codes contain none
// (`src/core/scan/formats.ts`).
const drawCode128 = (text: string): string => {
  const svg = code128(
    {
      bcid: 'code128',
      text,
      height: heightMm,
      scale: 2,
      paddingwidth: quietZoneModules,
      paddingheight: 2,
      backgroundcolor: 'ffffff',
      barcolor: '000000',
    },
    drawingSVG(),
  )
  // Without its own size, an image takes that of its container.
  const sized = svg.replace(/viewBox="0 0 (\d+) (\d+)"/, 'width="$1" height="$2" $&')
  return `data:image/svg+xml,${encodeURIComponent(sized)}`
}
