import type { Rotation } from '#core/wire/printer-setup.ts'
import type { LabelsOfBarcode } from '../job.ts'
import { type LabelPart, layOutLabel } from './label.ts'
import type { LabelTemplate } from './label-template.ts'
import { type Bitmap, rasterDrawing, rasterLine } from './raster.ts'

const millimetresAnInch = 25.4

/**
 * Labels as ZPL II for a printer of the template's dots per inch: one format with a print quantity for each
 * barcode. The barcode is the printer's own Code 128, everything else a bitmap. A `rotation` of 180 degrees
 * turns each upside down; there is no other in ZPL.
 */
export function writeZpl(
  template: LabelTemplate,
  labels: readonly LabelsOfBarcode[],
  rotation: Rotation = 0,
): string {
  return labels.map((each) => format(template, each, rotation === 180)).join('')
}

function format(template: LabelTemplate, { facts, count }: LabelsOfBarcode, upsideDown: boolean): string {
  const dots = (millimetres: number) => Math.round((millimetres * template.dpi) / millimetresAnInch)
  const fields = layOutLabel(template, facts).map((part) => field(part, dots, template.dpi))
  return [
    '^XA',
    `^PW${dots(template.label.width)}^LL${dots(template.label.height)}^LH0,0^PO${upsideDown ? 'I' : 'N'}`,
    ...fields.filter((text) => text !== ''),
    `^PQ${count}`,
    '^XZ',
    '',
  ].join('\n')
}

function field(part: LabelPart, dots: (millimetres: number) => number, dpi: number): string {
  const origin = `^FO${dots(part.x)},${dots(part.y)}`
  switch (part.type) {
    case 'bars':
      return `^BY${dots(part.module)}${origin}^BCN,${dots(part.height)},N,N,N,A^FH_^FD${escape(part.text)}^FS`
    case 'line':
      return part.text === ''
        ? ''
        : `${origin}${picture(rasterLine(part.text, part.weight, (part.size / 72) * dpi))}^FS`
    case 'box': {
      const [width, height] = [Math.max(1, dots(part.width)), Math.max(1, dots(part.height))]
      // A line thicker than the box would be drawn beyond it.
      const line = Math.max(1, Math.min(dots(part.line), width, height))
      return `${origin}^GB${width},${height},${line}^FS`
    }
    case 'drawing':
      if (part.only === 'PDF') return ''
      return `${origin}${picture(rasterDrawing(part.drawing.outline, part.drawing.side, dots(part.side)))}^FS`
  }
}

// Escapes field data (`^FH_`): everything but letters and digits is written by its number, so that nothing is
// a command.
const escape = (text: string): string =>
  [...new TextEncoder().encode(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte)
      return /[A-Za-z0-9 ]/.test(character)
        ? character
        : `_${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')

// A bitmap as hexadecimal digits; a row's white end is `,`, a repeated row `:`.
function picture({ bits, rowBytes, height }: Bitmap): string {
  const rows: string[] = []
  let before: string | undefined
  for (let row = 0; row < height; row += 1) {
    const bytes = bits.subarray(row * rowBytes, (row + 1) * rowBytes)
    const digits = Buffer.from(bytes).toString('hex').toUpperCase()
    rows.push(digits === before ? ':' : short(digits))
    before = digits
  }
  return `^GFA,${bits.length},${bits.length},${rowBytes},${rows.join('')}`
}

const short = (digits: string): string => {
  const kept = digits.replace(/0+$/, '')
  return kept.length < digits.length ? `${kept},` : digits
}
