import type { Rotation } from '#features/printing/common/printer-setup.ts'
import type { LabelsOfBarcode } from '../job.ts'
import { type LabelPart, layOutLabel } from './label.ts'
import type { LabelTemplate } from './label-template.ts'
import { type Bitmap, rasterDrawing, rasterLine } from './raster.ts'

const millimetresPerInch = 25.4

/**
 * Writes labels as ZPL II at the template's density: one format with a print quantity per barcode. The
 * barcode is the printer's Code 128, everything else a bitmap. ZPL supports a rotation of 180 degrees only.
 */
export function writeZpl(
  template: LabelTemplate,
  labels: readonly LabelsOfBarcode[],
  rotation: Rotation = 0,
): string {
  return labels.map((each) => format(template, each, rotation === 180)).join('')
}

function format(template: LabelTemplate, { facts, count }: LabelsOfBarcode, upsideDown: boolean): string {
  const dots = (millimetres: number) => Math.round((millimetres * template.dpi) / millimetresPerInch)
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
      // Limit the line, because a thicker one would exceed the box.
      const line = Math.max(1, Math.min(dots(part.line), width, height))
      return `${origin}^GB${width},${height},${line}^FS`
    }
    case 'drawing':
      if (part.only === 'PDF') return ''
      return `${origin}${picture(rasterDrawing(part.drawing.outline, part.drawing.side, dots(part.side)))}^FS`
  }
}

// Escapes field data (`^FH_`): everything except letters, digits and spaces is written as hex codes, so
// that nothing acts as a command.
const escape = (text: string): string =>
  [...new TextEncoder().encode(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte)
      return /[A-Za-z0-9 ]/.test(character)
        ? character
        : `_${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')

// Encodes a bitmap as hexadecimal digits; `,` ends a row of white, `:` repeats the previous row.
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
  const trimmed = digits.replace(/0+$/, '')
  return trimmed.length < digits.length ? `${trimmed},` : digits
}
