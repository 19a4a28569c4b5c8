// Reads the fields of a ZPL label from `^FO` to `^FS`, with their defaults. Lengths are dots.
import { type Refusal, refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { ZplCommand } from './commands.ts'
import { Parameters } from './parameters.ts'

/** A block of text (`^FB`). */
export interface Block {
  readonly width: number
  readonly lines: number
  readonly align: 'L' | 'C' | 'R'
}

/** The drawn content of a field. */
export type FieldContent =
  | {
      readonly type: 'bars'
      readonly module: number
      readonly height: number
      /** Position of the human-readable text; null for none. */
      readonly text: 'above' | 'below' | null
    }
  | {
      readonly type: 'qr'
      readonly module: number
      /** Offset below `^FO` at which printers draw it: the height of `^BY`. */
      readonly lower: number
    }
  | { readonly type: 'box'; readonly width: number; readonly height: number; readonly line: number }
  | { readonly type: 'text'; readonly height: number; readonly block: Block | null }

export interface ZplField {
  readonly line: number
  readonly x: number
  readonly y: number
  /** True if `y` is the baseline of a text, or the lower edge of anything else (`^FT`). */
  readonly fromBelow: boolean
  readonly drawn: FieldContent
  readonly data: string
}

export interface ZplLabel {
  readonly width: number
  readonly height: number
  readonly fields: readonly ZplField[]
}

interface OpenField {
  at: { readonly x: number; readonly y: number; readonly fromBelow: boolean } | undefined
  line: number
  drawn: Exclude<FieldContent, { type: 'text' }> | undefined
  height: number
  block: Block | null
  hex: string | undefined
  data: string | undefined
}

const emptyField = (): OpenField => ({
  at: undefined,
  line: 0,
  drawn: undefined,
  height: 0,
  block: null,
  hex: undefined,
  data: undefined,
})

/** Reads the label that the commands draw. Fails with the command and line of unsupported content. */
export function readFields(commands: readonly ZplCommand[]): Result<ZplLabel, Refusal> {
  let [width, height] = [0, 0]
  let home = { x: 0, y: 0 }
  let defaultHeight = 0
  let bars = { module: 2, height: 10 }
  let field = emptyField()
  const fields: ZplField[] = []

  const read = (command: ZplCommand): Refusal | undefined => {
    const { name, line } = command
    const is = new Parameters(command)
    const draw = (drawn: NonNullable<OpenField['drawn']>) => {
      if (field.drawn) is.refusal ??= refuse('zplUnfinished', { line })
      field.drawn = drawn
    }
    if (field.line === 0 && name.startsWith('^F') && name !== '^FX') field.line = line
    switch (name) {
      case '^PW':
        width = is.number(0, { least: 1 })
        break
      case '^LL':
        height = is.number(0, { least: 1 })
        break
      case '^LH':
        home = { x: is.number(0), y: is.number(1) }
        break
      case '^CI':
        // The file is read as UTF-8, which includes ASCII.
        is.choice(0, ['28', '0'])
        break
      case '^CF':
        is.choice(0, ['0'])
        defaultHeight = smallerSize(is, 1)
        break
      case '^A0':
        is.choice(0, ['N'])
        field.height = smallerSize(is, 1) || defaultHeight
        break
      case '^FO':
      case '^FT':
        is.choice(2, ['0'])
        field.at = { x: home.x + is.number(0), y: home.y + is.number(1), fromBelow: name === '^FT' }
        break
      case '^FB':
        is.number(2, { most: 0 })
        is.number(4, { most: 0 })
        field.block = {
          width: is.number(0, { least: 1, otherwise: 1 }),
          lines: is.number(1, { least: 1, most: 9, otherwise: 1 }),
          align: is.choice(3, ['L', 'C', 'R']),
        }
        break
      case '^FH':
        field.hex = command.parameters[0] ?? '_'
        break
      case '^FD':
        if (field.data !== undefined) return refuse('zplUnfinished', { line })
        field.data = field.hex === undefined ? command.parameters : decode(command.parameters, field.hex)
        break
      case '^BY':
        bars = {
          module: is.number(0, { least: 1, most: 10, otherwise: bars.module }),
          height: is.number(2, { least: 1, otherwise: bars.height }),
        }
        break
      case '^BC': {
        is.choice(0, ['N'])
        const high = is.number(1, { least: 1, otherwise: bars.height })
        const [shown, above] = [is.choice(2, ['Y', 'N']), is.choice(3, ['N', 'Y'])]
        // No check digit; Trimline chooses the code sets.
        is.choice(4, ['N'])
        is.choice(5, ['N', 'A'])
        const text = shown === 'N' ? null : above === 'Y' ? 'above' : 'below'
        draw({ type: 'bars', module: bars.module, height: high, text })
        break
      }
      case '^BQ':
        is.choice(0, ['N'])
        is.choice(1, ['2'])
        draw({
          type: 'qr',
          module: is.number(2, { least: 1, most: 10, otherwise: 3 }),
          lower: bars.height,
        })
        break
      case '^GB': {
        const thick = is.number(2, { least: 1, otherwise: 1 })
        is.choice(3, ['B'])
        is.number(4, { most: 0 })
        const atLeastLine = (at: number) => Math.max(thick, is.number(at, { otherwise: thick }))
        draw({ type: 'box', width: atLeastLine(0), height: atLeastLine(1), line: thick })
        break
      }
      case '^FS': {
        const ended = end(field)
        if (ended && !ended.ok) return ended.error
        if (ended) fields.push(ended.value)
        field = emptyField()
        break
      }
      // Copies belong to the job, and comments are ignored.
      default:
    }
    return is.refusal
  }

  // Completes the field at `^FS`; undefined for a field that draws nothing.
  const end = ({ line, at, drawn, data, block, height: own }: OpenField) => {
    if (!drawn && data === undefined) return undefined
    if (drawn?.type !== 'box' && data === undefined) return fail(refuse('zplUnfinished', { line }))
    const high = own || defaultHeight
    if (!drawn && high === 0) return fail(refuse('zplFont', { line }))
    return succeed({
      line,
      ...(at ?? { ...home, fromBelow: false }),
      drawn: drawn ?? { type: 'text' as const, height: high, block },
      data: data ?? '',
    })
  }

  for (const command of commands) {
    const refusal = read(command)
    if (refusal) return fail(refusal)
  }
  if (field.line > 0) return fail(refuse('zplUnfinished', { line: field.line }))
  return width > 0 && height > 0 ? succeed({ width, height, fields }) : fail(refuse('zplSize'))
}

// Returns the smaller of a font's height and width, because letters are not stretched or condensed here.
const smallerSize = (is: Parameters, at: number) => {
  const [height, width] = [is.number(at), is.number(at + 1)]
  return Math.min(height || width, width || height)
}

// Decodes bytes written as hex codes (`^FH`): `_C3_BC` is ü.
const decode = (text: string, mark: string): string => {
  const bytes = new RegExp(`(?:${mark.replace(/\W/, String.raw`\$&`)}[0-9A-F]{2})+`, 'gi')
  return text.replaceAll(bytes, (run) =>
    new TextDecoder().decode(Buffer.from(run.replaceAll(/.(..)/gs, '$1'), 'hex')),
  )
}
