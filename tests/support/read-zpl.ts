// Reads ZPL II like a label printer. Only the commands of our labels are allowed; others are an error, since
// we must not send them.

export interface ZplBarcode {
  readonly x: number
  readonly y: number
  /** In dots. */
  readonly module: number
  readonly height: number
  readonly text: string
}

export interface ZplPicture {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly blackDots: number
}

interface ZplBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface ZplLabel {
  readonly width: number
  readonly length: number
  readonly count: number
  /** The label is rotated by 180 degrees. */
  readonly upsideDown: boolean
  readonly barcodes: readonly ZplBarcode[]
  readonly pictures: readonly ZplPicture[]
  readonly boxes: readonly ZplBox[]
}

/**
 * Reads the formats of a stream, each from `^XA` to `^XZ`. Throws at an unknown command, a tilde or stray
 * text.
 */
export function readZpl(stream: string): readonly ZplLabel[] {
  const labels: ZplLabel[] = []
  const commands = stream.split('^')
  if (commands[0] !== '') throw new Error(`Before the first command: ${commands[0]}`)
  if (stream.includes('~')) throw new Error('A tilde commands the printer itself')
  let label: { -readonly [Part in keyof ZplLabel]: ZplLabel[Part] } | undefined
  const barcodes: ZplBarcode[] = []
  const pictures: ZplPicture[] = []
  const boxes: ZplBox[] = []
  let field = { x: 0, y: 0, bars: 0, hex: '' }
  let module = 0
  for (const command of commands.slice(1)) {
    const name = command.slice(0, 2)
    const rest = command.slice(2).replace(/\n$/, '')
    const numbers = rest.split(',').map(Number)
    if (name === 'XA') {
      label = { width: 0, length: 0, count: 0, upsideDown: false, barcodes: [], pictures: [], boxes: [] }
      continue
    }
    if (!label) throw new Error(`^${name} outside of a label`)
    switch (name) {
      case 'PW':
        label.width = Number(rest)
        break
      case 'LL':
        label.length = Number(rest)
        break
      case 'LH':
        break
      case 'PO':
        label.upsideDown = rest === 'I'
        break
      case 'PQ':
        label.count = Number(rest)
        break
      case 'BY':
        module = Number(rest)
        break
      case 'FO':
        field = { x: numbers[0] ?? 0, y: numbers[1] ?? 0, bars: 0, hex: '' }
        break
      case 'BC':
        field.bars = Number(rest.split(',')[1])
        break
      case 'FH':
        field.hex = rest
        break
      case 'FD':
        if (field.bars === 0) throw new Error('Field data that is no barcode')
        barcodes.push({
          x: field.x,
          y: field.y,
          module,
          height: field.bars,
          text: fieldData(rest, field.hex),
        })
        break
      case 'GF':
        pictures.push({ x: field.x, y: field.y, ...picture(rest) })
        break
      case 'GB':
        boxes.push({ x: field.x, y: field.y, width: numbers[0] ?? 0, height: numbers[1] ?? 0 })
        break
      case 'FS':
        if (rest !== '') throw new Error(`Text after a field: ${rest}`)
        break
      case 'XZ':
        labels.push({
          ...label,
          barcodes: barcodes.splice(0),
          pictures: pictures.splice(0),
          boxes: boxes.splice(0),
        })
        label = undefined
        break
      default:
        throw new Error(`^${name} is no command of ours`)
    }
  }
  if (label) throw new Error('A label has no end')
  return labels
}

function fieldData(data: string, sign: string): string {
  if (sign === '') return data
  const bytes: number[] = []
  for (let index = 0; index < data.length; index += 1) {
    if (data[index] === sign) {
      bytes.push(Number.parseInt(data.slice(index + 1, index + 3), 16))
      index += 2
    } else {
      bytes.push(data.charCodeAt(index))
    }
  }
  return Buffer.from(bytes).toString('utf8')
}

// `A,bytes,bytes,bytes a row,digits`: `,` fills a row with white, `:` repeats a row.
function picture(rest: string): Pick<ZplPicture, 'width' | 'height' | 'blackDots'> {
  const [kind, sent = '', whole = '', row = '', ...data] = rest.split(',')
  if (kind !== 'A' || sent !== whole) throw new Error(`An unknown picture: ${rest.slice(0, 40)}`)
  const digitsOfRow = Number(row) * 2
  const rows: string[] = []
  let digits = ''
  for (const sign of data.join(',')) {
    if (sign === ':') rows.push(rows.at(-1) ?? '')
    else if (sign === ',') {
      rows.push(digits.padEnd(digitsOfRow, '0'))
      digits = ''
    } else {
      if (!/[0-9A-F]/.test(sign)) throw new Error(`${sign} is no digit of a picture`)
      digits += sign
      if (digits.length === digitsOfRow) {
        rows.push(digits)
        digits = ''
      }
    }
  }
  if (rows.length * Number(row) !== Number(whole)) throw new Error('A picture has too few or too many rows')
  const black = (digit: string) => Number.parseInt(digit, 16).toString(2).replaceAll('0', '').length
  return {
    width: Number(row) * 8,
    height: rows.length,
    blackDots: rows
      .join('')
      .split('')
      .reduce((sum, digit) => sum + black(digit), 0),
  }
}
