// Before a template is taken: its label is drawn as dots, and its barcode read by a reader that has no part
// in drawing it.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { DOTS_AN_INCH } from '#core/wire/printing.ts'
import { type Refusal, refuse } from '#core/wire/refusals.ts'
import { quietModules } from '../paper/code128.ts'
import { drawBitmap, pixelsOf, pngOf } from './bitmap.ts'
import { findCutText, type LabelFacts, layOutLabel } from './label.ts'
import { type LabelTemplate, missingParts } from './label-template.ts'
import { sampleFacts, WIDEST_BARCODE } from './sample-facts.ts'

/** What is known of a template at one density; no refusal: it can be taken. */
export interface TemplateReading {
  readonly dpi: number
  /** The thinnest bar in millimetres. */
  readonly bar: number
  readonly read: readonly string[]
  readonly refusal: Refusal | null
}

export interface TemplateProof {
  /** PNG in base64, at the template's own dots an inch. */
  readonly picture: string
  readonly readings: readonly TemplateReading[]
}

// What common hand scanners resolve, in millimetres: 6.5 mil.
const LEAST_BAR = 0.165
// The lowest bars that a scanner's line crosses when held by hand, in millimetres.
const LEAST_HEIGHT = 5

/**
 * Draws a label of a template with these facts and reads it: a roll at its own dots an inch and at all finer
 * ones of 203 and 300, since its printer may have either; a sheet at its own.
 */
export async function proveTemplate(template: LabelTemplate, facts: LabelFacts): Promise<TemplateProof> {
  const densities = template.sheet
    ? [template.dpi]
    : DOTS_AN_INCH.filter((dpi) => dpi === template.dpi || (dpi > template.dpi && dpi <= 300))
  const refusal = refusalOfTexts(template, facts)
  const readings: TemplateReading[] = []
  for (const dpi of densities) {
    const reading = await readAt({ ...template, dpi }, facts)
    readings.push(refusal ? { ...reading, refusal: reading.refusal ?? refusal } : reading)
  }
  return { picture: pngOf(drawBitmap(template, facts)).toString('base64'), readings }
}

// As at printing: a passport has all parts, and no part of it loses its end.
function refusalOfTexts(template: LabelTemplate, facts: LabelFacts): Refusal | undefined {
  const missing = missingParts(template)
  if (missing.length > 0) return refuse('templatePartMissing', { parts: missing.join(', ') })
  const text = findCutText(template, { ...sampleFacts, ...facts })
  return text === undefined ? undefined : refuse('templateTextCut', { text })
}

async function readAt(template: LabelTemplate, facts: LabelFacts): Promise<TemplateReading> {
  const { dpi } = template
  const bars = barsOf(template, { ...facts, barcode: WIDEST_BARCODE })
  const bar = Math.min(...bars.map(({ module }) => module))
  for (const { module, needed, width, height } of bars) {
    if (module < LEAST_BAR || needed > width + 0.01) {
      // Bars are whole dots wide.
      const dot = 25.4 / dpi
      const wide = Math.max(module, Math.ceil(LEAST_BAR / dot) * dot)
      const least = millimetres((needed / module) * wide)
      return refusedAt(dpi, bar, refuse('templateBarsThin', { dpi, width: millimetres(width), least }))
    }
    if (height < LEAST_HEIGHT) {
      return refusedAt(
        dpi,
        bar,
        refuse('templateBarsLow', { height: millimetres(height), least: LEAST_HEIGHT }),
      )
    }
  }
  for (const barcode of [WIDEST_BARCODE, facts.barcode]) {
    const read = await scan(template, { ...facts, barcode })
    const wanted = bars.map(() => barcode)
    const found = read.filter(({ format }) => format === 'Code128').map(({ text }) => text)
    const codes = template.elements.filter(({ type }) => type === 'qr').length
    const texts = read.map(({ text }) => text)
    const refused = (refusal: Refusal): TemplateReading => ({ dpi, bar, read: texts, refusal })
    if (JSON.stringify(found) !== JSON.stringify(wanted)) {
      return refused(refuse('templateUnread', { dpi, barcode }))
    }
    if (read.length - found.length < codes) return refused(refuse('templateQrUnread', { dpi, barcode }))
    if (barcode === facts.barcode) return { dpi, bar, read: texts, refusal: null }
  }
  return { dpi, bar, read: [], refusal: null }
}

const refusedAt = (dpi: number, bar: number, refusal: Refusal): TemplateReading => ({
  dpi,
  bar,
  read: [],
  refusal,
})

const millimetres = (length: number) => Math.ceil(length * 10) / 10

// The barcodes of a label, each with its bars' width and the room that it has and needs, quiet zones
// included.
function barsOf(template: LabelTemplate, facts: LabelFacts) {
  const places = template.elements.filter(({ type }) => type === 'barcode')
  return layOutLabel(template, facts)
    .filter((part) => part.type === 'bars')
    .map(({ module, symbol }, index) => ({
      module,
      needed: (symbol.modules + 2 * quietModules) * module,
      width: places[index]?.width ?? 0,
      height: places[index]?.height ?? 0,
    }))
}

let prepared = false

// What is read on a label, from its left upper corner on.
async function scan(template: LabelTemplate, facts: LabelFacts) {
  if (!prepared) {
    // The binary is in the package: left alone, the reader would fetch it from the network.
    const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(file)).buffer } })
    prepared = true
  }
  // A label is white around its edges, and beyond them.
  const { width, height, data } = pixelsOf(drawBitmap(template, facts), 12)
  const found = await readBarcodes(
    { width, height, data, colorSpace: 'srgb' },
    {
      formats: ['Code128', 'QRCode'],
      tryHarder: true,
      tryRotate: true,
      tryInvert: false,
      maxNumberOfSymbols: 20,
    },
  )
  return found.filter(({ isValid }) => isValid).map(({ format, text }) => ({ format, text }))
}
