// Reads the fields of a ZPL label from `^FO` to `^FS`, with their defaults. Lengths are dots.
import { type Refusal, refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { ZplCommand } from './commands.ts'

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

// The settings and fields of the commands so far.
interface LabelState {
  width: number
  height: number
  home: { readonly x: number; readonly y: number }
  defaultHeight: number
  bars: { readonly module: number; readonly height: number }
  field: OpenField
  readonly fields: ZplField[]
}

/** Reads the label that the commands draw. Fails with the command and line of unsupported content. */
export function readFields(commands: readonly ZplCommand[]): Result<ZplLabel, Refusal> {
  const state: LabelState = {
    width: 0,
    height: 0,
    home: { x: 0, y: 0 },
    defaultHeight: 0,
    bars: { module: 2, height: 10 },
    field: emptyField(),
    fields: [],
  }
  for (const command of commands) {
    const { name, line } = command
    if (state.field.line === 0 && name.startsWith('^F') && name !== '^FX') state.field.line = line
    const is = new Parameters(command)
    // Copies (`^PQ`) belong to the job, and comments (`^FX`) are ignored.
    const refusal = readers[name]?.(state, is, command) ?? is.refusal
    if (refusal) return fail(refusal)
  }
  const { width, height, field, fields } = state
  if (field.line > 0) return fail(refuse('zplUnfinished', { line: field.line }))
  return width > 0 && height > 0 ? succeed({ width, height, fields }) : fail(refuse('zplSize'))
}

// Reads one command into the state.
type Reader = (state: LabelState, is: Parameters, command: ZplCommand) => Refusal | undefined | void

const placeField: Reader = (state, is, { name }) => {
  is.choice(2, ['0'])
  const [x, y] = [state.home.x + is.number(0), state.home.y + is.number(1)]
  state.field.at = { x, y, fromBelow: name === '^FT' }
}

const draw = (state: LabelState, line: number, drawn: NonNullable<OpenField['drawn']>) => {
  if (state.field.drawn) return refuse('zplUnfinished', { line })
  state.field.drawn = drawn
  return undefined
}

const readers: Readonly<Record<string, Reader>> = {
  '^PW': (state, is) => {
    state.width = is.number(0, { least: 1 })
  },
  '^LL': (state, is) => {
    state.height = is.number(0, { least: 1 })
  },
  '^LH': (state, is) => {
    state.home = { x: is.number(0), y: is.number(1) }
  },
  // The file is read as UTF-8, which includes ASCII.
  '^CI': (_, is) => void is.choice(0, ['28', '0']),
  '^CF': (state, is) => {
    is.choice(0, ['0'])
    state.defaultHeight = smallerSize(is, 1)
  },
  '^A0': (state, is) => {
    is.choice(0, ['N'])
    state.field.height = smallerSize(is, 1) || state.defaultHeight
  },
  '^FO': placeField,
  '^FT': placeField,
  '^FB': ({ field }, is) => {
    is.number(2, { most: 0 })
    is.number(4, { most: 0 })
    field.block = {
      width: is.number(0, { least: 1, otherwise: 1 }),
      lines: is.number(1, { least: 1, most: 9, otherwise: 1 }),
      align: is.choice(3, ['L', 'C', 'R']),
    }
  },
  '^FH': ({ field }, _, { parameters }) => {
    field.hex = parameters[0] ?? '_'
  },
  '^FD': ({ field }, _, { parameters, line }) => {
    if (field.data !== undefined) return refuse('zplUnfinished', { line })
    field.data = field.hex === undefined ? parameters : decode(parameters, field.hex)
    return undefined
  },
  '^BY': (state, is) => {
    state.bars = {
      module: is.number(0, { least: 1, most: 10, otherwise: state.bars.module }),
      height: is.number(2, { least: 1, otherwise: state.bars.height }),
    }
  },
  '^BC': (state, is, { line }) => {
    is.choice(0, ['N'])
    const height = is.number(1, { least: 1, otherwise: state.bars.height })
    const [shown, above] = [is.choice(2, ['Y', 'N']), is.choice(3, ['N', 'Y'])]
    // No check digit; Trimline chooses the code sets.
    is.choice(4, ['N'])
    is.choice(5, ['N', 'A'])
    const text = shown === 'N' ? null : above === 'Y' ? 'above' : 'below'
    return is.refusal ?? draw(state, line, { type: 'bars', module: state.bars.module, height, text })
  },
  '^BQ': (state, is, { line }) => {
    is.choice(0, ['N'])
    is.choice(1, ['2'])
    const module = is.number(2, { least: 1, most: 10, otherwise: 3 })
    return is.refusal ?? draw(state, line, { type: 'qr', module, lower: state.bars.height })
  },
  '^GB': (state, is, { line }) => {
    const thick = is.number(2, { least: 1, otherwise: 1 })
    is.choice(3, ['B'])
    is.number(4, { most: 0 })
    const atLeastLine = (at: number) => Math.max(thick, is.number(at, { otherwise: thick }))
    const [width, height] = [atLeastLine(0), atLeastLine(1)]
    return is.refusal ?? draw(state, line, { type: 'box', width, height, line: thick })
  },
  '^FS': (state) => {
    const ended = endField(state)
    if (ended && !ended.ok) return ended.error
    if (ended) state.fields.push(ended.value)
    state.field = emptyField()
    return undefined
  },
}

// Completes the open field; undefined for a field that draws nothing.
function endField({ field, home, defaultHeight }: LabelState): Result<ZplField, Refusal> | undefined {
  const { line, at, drawn, data, block } = field
  if (!drawn && data === undefined) return undefined
  if (drawn?.type !== 'box' && data === undefined) return fail(refuse('zplUnfinished', { line }))
  const height = field.height || defaultHeight
  if (!drawn && height === 0) return fail(refuse('zplFont', { line }))
  return succeed({
    line,
    ...(at ?? { ...home, fromBelow: false }),
    drawn: drawn ?? { type: 'text', height, block },
    data: data ?? '',
  })
}

// Reads the parameters of one command: whole numbers and letters between commas. `refusal` is the first
// invalid one.
class Parameters {
  readonly #command: ZplCommand
  readonly #parts: readonly string[]
  refusal: Refusal | undefined

  constructor(command: ZplCommand) {
    this.#command = command
    this.#parts = command.parameters.split(',').map((part) => part.trim())
  }

  /** Returns the whole number at a position, in dots or as a count; `otherwise` if it is missing. */
  number(at: number, { least = 0, most = 32_000, otherwise = 0 } = {}): number {
    const text = this.#parts[at] ?? ''
    if (text === '') return otherwise
    const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    const { name: command, line } = this.#command
    this.refusal ??= refuse('zplNumber', { command, line, place: at + 1, least, most })
    return otherwise
  }

  /** Returns the choice at a position; the first one if it is missing. */
  choice<const Choice extends string>(at: number, choices: readonly [Choice, ...Choice[]]): Choice {
    const text = (this.#parts[at] ?? '').toUpperCase()
    const found = text === '' ? choices[0] : choices.find((choice) => choice === text)
    if (found !== undefined) return found
    const { name: command, line } = this.#command
    this.refusal ??= refuse('zplOption', { command, line, allowed: choices.join(', ') })
    return choices[0]
  }
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
