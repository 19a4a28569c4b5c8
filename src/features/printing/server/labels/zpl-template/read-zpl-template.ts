// A template from a ZPL file: its fields become the elements of a template, in millimetres.
import type { DotsAnInch } from '#core/wire/printing.ts'
import { type Refusal, refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { encode128, quietModules } from '#features/printing/server/paper/code128.ts'
import { openFace } from '#features/printing/server/paper/faces.ts'
import { encodeQr, quietModulesOfQr } from '#features/printing/server/paper/qr-code.ts'
import { lineHeight } from '../fit-text.ts'
import { LABEL_FACTS, type LabelFact, type LabelTemplate } from '../label-template.ts'
import { readTemplate } from '../read-templates.ts'
import { sampleFacts, WIDEST_BARCODE } from '../sample-facts.ts'
import { readCommands } from './commands.ts'
import { readFields, type ZplField, type ZplLabel } from './fields.ts'

/**
 * The template in a ZPL file, whose lengths are dots of a printer of `dpi` dots an inch. `name` is the
 * file's; the template's name and id come from it. Fails with the line of what a template cannot have.
 */
export function readZplTemplate(
  text: string,
  { name, dpi }: { readonly name: string; readonly dpi: DotsAnInch },
): Result<LabelTemplate, Refusal> {
  const commands = readCommands(text)
  if (!commands.ok) return commands
  const label = readFields(commands.value)
  if (!label.ok) return label
  const length = lengths(dpi)
  const elements: object[] = []
  const lines: number[] = []
  for (const field of label.value.fields) {
    const made = elementsOf(field, label.value, length)
    if (!made.ok) return made
    elements.push(...made.value)
    lines.push(...made.value.map(() => field.line))
  }
  const bare = name.replace(/\.[^.]*$/, '').trim()
  const read = readTemplate({
    id: idOf(bare),
    name: bare.slice(0, 60) || 'ZPL',
    label: { width: length.of(label.value.width), height: length.of(label.value.height) },
    dpi,
    elements,
  })
  if (read.ok) return read
  const { place, expected } = read.error
  const line = lines[Number(/^elements\.(\d+)/.exec(place)?.[1])]
  return fail(
    line === undefined
      ? refuse('templateWrong', { place: place || expected, expected })
      : refuse('zplElement', { line, expected }),
  )
}

const idOf = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+/g, '')
    .slice(0, 40)
    .replace(/-+$/, '') || 'zpl'

interface Lengths {
  readonly dpi: number
  /** Dots in millimetres. */
  readonly of: (dots: number) => number
}

const lengths = (dpi: number): Lengths => ({
  dpi,
  of: (dots) => Math.round((dots * 25_400) / dpi) / 1000,
})

// Where ZPL's own scalable font has its baseline, as a share of its height.
const BASELINE = 0.75
// The text under a barcode: the height of its letters, in modules.
const TEXT_MODULES = 9

function elementsOf(field: ZplField, label: ZplLabel, length: Lengths): Result<readonly object[], Refusal> {
  const { drawn, x, y, fromBelow, data, line } = field
  const noRoom = fail(refuse('zplRoom', { line }))
  switch (drawn.type) {
    case 'box': {
      const { width, height } = drawn
      const top = fromBelow ? y - height : y
      if (top < 0 || x + width > label.width || top + height > label.height) return noRoom
      // A template's lines are 0.1 mm or thicker, which is one dot at 300 dots an inch.
      const thick = (millimetres: number) => Math.max(0.1, millimetres)
      const place = within(x, top, width, height, length)
      const size = { width: thick(place.width), height: thick(place.height) }
      return succeed([{ type: 'box', ...place, ...size, line: thick(length.of(drawn.line)) }])
    }
    case 'bars': {
      const { module, height } = drawn
      if (!['{barcode}', '>:{barcode}', '>;{barcode}'].includes(data)) {
        return fail(refuse('zplOption', { command: '^FD', line, allowed: '{barcode}' }))
      }
      // Room for the widest barcode and its white ends: it is centred there.
      const left = x - quietModules * module
      const width = (encode128(WIDEST_BARCODE).modules + 2 * quietModules) * module
      const top = fromBelow ? y - height : y
      if (left < 0 || left + width > label.width || top < 0 || top + height > label.height) return noRoom
      const bars = { type: 'barcode', ...within(left, top, width, height, length) }
      if (drawn.text === null) return succeed([bars])
      const size = TEXT_MODULES * module
      const room = Math.ceil(size * lineHeight)
      const above = drawn.text === 'above'
      const from = above ? top - room : top + height
      if (from < 0 || from + room > label.height) return noRoom
      const text = { type: 'text', shows: 'barcode', size: points(size, length), align: 'center' }
      return succeed([bars, { ...text, ...within(left, from, width, room, length) }])
    }
    case 'qr': {
      const [, name = ''] = /^[HQML]A,\{(\w+)\}$/.exec(data) ?? []
      const shows = factOf(name)
      if (shows === undefined)
        return fail(refuse('zplOption', { command: '^FD', line, allowed: 'QA,{barcode}' }))
      const quiet = quietModulesOfQr * drawn.module
      const modules = encodeQr(shows === 'barcode' ? WIDEST_BARCODE : (sampleFacts[shows] ?? '')).modules
      const side = modules * drawn.module + 2 * quiet
      const [left, top] = [x - quiet, (fromBelow ? y - side + 2 * quiet : y + drawn.lower) - quiet]
      if (left < 0 || top < 0 || left + side > label.width || top + side > label.height) return noRoom
      return succeed([{ type: 'qr', shows, ...within(left, top, side, side, length) }])
    }
    case 'text':
      return textOf(field, drawn, label, length)
  }
}

function textOf(
  { x, y, fromBelow, data, line }: ZplField,
  { height, block }: Extract<ZplField['drawn'], { type: 'text' }>,
  label: ZplLabel,
  length: Lengths,
): Result<readonly object[], Refusal> {
  if (data === '') return succeed([])
  const unknown = [...data.matchAll(/\{([^{}]*)\}/g)].find(([, name = '']) => factOf(name) === undefined)
  if (unknown) {
    return fail(refuse('zplField', { field: unknown[0], line, known: LABEL_FACTS.join(', ') }))
  }
  const [, only = ''] = /^\{(\w+)\}$/.exec(data) ?? []
  const shows = factOf(only)
  const lines = block?.lines ?? 1
  const { ascent, unitsPerEm } = openFace('bold')
  // The first line's baseline is the same as on a printer.
  const baseline = fromBelow ? y - (lines - 1) * height * lineHeight : y + BASELINE * height
  const top = Math.max(0, baseline - (ascent / unitsPerEm) * height)
  const width = block?.width ?? label.width - x
  if (width <= 0 || x + width > label.width || top >= label.height) return fail(refuse('zplRoom', { line }))
  const room = Math.min(lines * lineHeight * height, label.height - top)
  const aligned = { L: 'left', C: 'center', R: 'right' } as const
  return succeed([
    {
      type: 'text',
      ...(shows === undefined ? { words: data } : { shows }),
      ...within(x, top, width, room, length),
      size: points(height, length),
      // ZPL's scalable font is a bold one.
      weight: 'bold',
      align: aligned[block?.align ?? 'L'],
      lines,
    },
  ])
}

const factOf = (name: string): LabelFact | undefined => LABEL_FACTS.find((fact) => fact === name)
const points = (dots: number, { dpi }: Lengths) => Math.round((dots * 7200) / dpi) / 100
// A place: its right and lower edge is rounded as its left and upper one, and down, so that it stays on the
// label.
const within = (x: number, y: number, width: number, height: number, { of }: Lengths) => {
  const span = (from: number, to: number) => {
    const rounded = Math.round((of(to) - of(from)) * 1000) / 1000
    return of(from) + rounded > of(to) ? Math.round((rounded - 0.001) * 1000) / 1000 : rounded
  }
  return { x: of(x), y: of(y), width: span(x, x + width), height: span(y, y + height) }
}
