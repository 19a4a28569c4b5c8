// Converts a ZPL file to a template: its fields become elements in millimetres.
import { type Refusal, refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { DotsPerInch } from '#features/printing/common/printing.ts'
import { encode128, quietModules } from '#features/printing/server/paper/code128.ts'
import { openFace } from '#features/printing/server/paper/faces.ts'
import { lineHeight } from '#features/printing/server/paper/paragraph.ts'
import { encodeQr, quietModulesOfQr } from '#features/printing/server/paper/qr-code.ts'
import { LABEL_FACTS, type LabelFact, type LabelTemplate } from '../label-template.ts'
import { readTemplate } from '../read-templates.ts'
import { sampleFacts, WIDEST_BARCODE } from '../sample-facts.ts'
import { readCommands } from './commands.ts'
import { readFields, type ZplField, type ZplLabel } from './fields.ts'

/**
 * Reads the template in a ZPL file with lengths in dots at `dpi`. `name` is the file name, which gives the
 * template name and id. Fails with the line of unsupported content.
 */
export function readZplTemplate(
  text: string,
  { name, dpi }: { readonly name: string; readonly dpi: DotsPerInch },
): Result<LabelTemplate, Refusal> {
  const commands = readCommands(text)
  if (!commands.ok) return commands
  const label = readFields(commands.value)
  if (!label.ok) return label
  const length = lengths(dpi)
  const elements: object[] = []
  const lines: number[] = []
  for (const field of label.value.fields) {
    const converted = elementsOf(field, label.value, length)
    if (!converted.ok) return converted
    elements.push(...converted.value)
    lines.push(...converted.value.map(() => field.line))
  }
  const baseName = name.replace(/\.[^.]*$/, '').trim()
  const read = readTemplate({
    id: idOf(baseName),
    name: baseName.slice(0, 60) || 'ZPL',
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
  /** Converts dots to millimetres. */
  readonly of: (dots: number) => number
}

const lengths = (dpi: number): Lengths => ({
  dpi,
  of: (dots) => Math.round((dots * 25_400) / dpi) / 1000,
})

// Baseline of ZPL's scalable font, as a share of its height.
const BASELINE_RATIO = 0.75
// Height of the text under a barcode, in modules.
const TEXT_HEIGHT_MODULES = 9

function elementsOf(field: ZplField, label: ZplLabel, length: Lengths): Result<readonly object[], Refusal> {
  const { drawn, x, y, fromBelow, data, line } = field
  const noRoom = fail(refuse('zplRoom', { line }))
  switch (drawn.type) {
    case 'box': {
      const { width, height } = drawn
      const top = fromBelow ? y - height : y
      if (top < 0 || x + width > label.width || top + height > label.height) return noRoom
      // Template lines are at least 0.1 mm thick, which is one dot at 300 dots per inch.
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
      // Reserve room for the widest barcode and its quiet zones, with the barcode centred.
      const left = x - quietModules * module
      const width = (encode128(WIDEST_BARCODE).modules + 2 * quietModules) * module
      const top = fromBelow ? y - height : y
      if (left < 0 || left + width > label.width || top < 0 || top + height > label.height) return noRoom
      const bars = { type: 'barcode', ...within(left, top, width, height, length) }
      if (drawn.text === null) return succeed([bars])
      const size = TEXT_HEIGHT_MODULES * module
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
  // Keep the baseline of the first line at the printer's position.
  const baseline = fromBelow ? y - (lines - 1) * height * lineHeight : y + BASELINE_RATIO * height
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
      // ZPL's scalable font is bold.
      weight: 'bold',
      align: aligned[block?.align ?? 'L'],
      lines,
    },
  ])
}

const factOf = (name: string): LabelFact | undefined => LABEL_FACTS.find((fact) => fact === name)
const points = (dots: number, { dpi }: Lengths) => Math.round((dots * 7200) / dpi) / 100
// Converts a place to millimetres. Right and lower edges are rounded down if necessary, so that the element
// stays on the label.
const within = (x: number, y: number, width: number, height: number, { of }: Lengths) => {
  const span = (from: number, to: number) => {
    const rounded = Math.round((of(to) - of(from)) * 1000) / 1000
    return of(from) + rounded > of(to) ? Math.round((rounded - 0.001) * 1000) / 1000 : rounded
  }
  return { x: of(x), y: of(y), width: span(x, x + width), height: span(y, y + height) }
}
