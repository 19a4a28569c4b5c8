// Verifies a template before it is accepted: draws its label as dots and reads the barcode with an
// independent reader.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { type Refusal, refuse } from '#core/wire/refusals.ts'
import { DOTS_PER_INCH } from '#features/printing/common/printing.ts'
import { quietModules } from '../paper/code128.ts'
import { drawBitmap, pixelsOf, pngOf } from './bitmap.ts'
import { findTruncatedText, type LabelFacts, layOutLabel } from './label.ts'
import { type LabelTemplate, missingParts } from './label-template.ts'
import { sampleFacts, WIDEST_BARCODE } from './sample-facts.ts'

/** The result of reading a template at one density. Without a refusal the template is accepted. */
export interface TemplateReading {
  readonly dpi: number
  /** Width of the thinnest bar in millimetres. */
  readonly bar: number
  readonly read: readonly string[]
  readonly refusal: Refusal | null
}

export interface TemplateProof {
  /** PNG in base64, at the template's own density. */
  readonly picture: string
  readonly readings: readonly TemplateReading[]
}

// The thinnest bar that common hand scanners resolve, in millimetres: 6.5 mil.
const MIN_BAR_WIDTH_MM = 0.165
// The lowest bars that a hand-held scanner reads reliably, in millimetres.
const MIN_BAR_HEIGHT_MM = 5

/**
 * Draws a label of a template and reads its barcodes. A sheet is read at its own density, a roll also at
 * finer ones up to 300, because its printer may have those.
 */
export async function verifyTemplate(template: LabelTemplate, facts: LabelFacts): Promise<TemplateProof> {
  const densities = template.sheet
    ? [template.dpi]
    : DOTS_PER_INCH.filter((dpi) => dpi === template.dpi || (dpi > template.dpi && dpi <= 300))
  const refusal = refusalOfTexts(template, facts)
  const readings: TemplateReading[] = []
  for (const dpi of densities) {
    const reading = await readAt({ ...template, dpi }, facts)
    readings.push(refusal ? { ...reading, refusal: reading.refusal ?? refusal } : reading)
  }
  return { picture: pngOf(drawBitmap(template, facts)).toString('base64'), readings }
}

// Applies the checks of printing: a passport has all parts, and no mandatory text is truncated.
function refusalOfTexts(template: LabelTemplate, facts: LabelFacts): Refusal | undefined {
  const missing = missingParts(template)
  if (missing.length > 0) return refuse('templatePartMissing', { parts: missing.join(', ') })
  const text = findTruncatedText(template, { ...sampleFacts, ...facts })
  return text === undefined ? undefined : refuse('templateTextCut', { text })
}

async function readAt(template: LabelTemplate, facts: LabelFacts): Promise<TemplateReading> {
  const { dpi } = template
  const bars = barsOf(template, { ...facts, barcode: WIDEST_BARCODE })
  const bar = Math.min(...bars.map(({ module }) => module))
  for (const { module, needed, width, height } of bars) {
    if (module < MIN_BAR_WIDTH_MM || needed > width + 0.01) {
      // Bar widths are whole dots.
      const dot = 25.4 / dpi
      const minModuleMm = Math.max(module, Math.ceil(MIN_BAR_WIDTH_MM / dot) * dot)
      const minWidthMm = millimetres((needed / module) * minModuleMm)
      return refusedAt(
        dpi,
        bar,
        refuse('templateBarsThin', { dpi, width: millimetres(width), least: minWidthMm }),
      )
    }
    if (height < MIN_BAR_HEIGHT_MM) {
      return refusedAt(
        dpi,
        bar,
        refuse('templateBarsLow', { height: millimetres(height), least: MIN_BAR_HEIGHT_MM }),
      )
    }
  }
  for (const barcode of [WIDEST_BARCODE, facts.barcode]) {
    const read = await scan(template, { ...facts, barcode })
    const expected = bars.map(() => barcode)
    const found = read.filter(({ format }) => format === 'Code128').map(({ text }) => text)
    const qrCount = template.elements.filter(({ type }) => type === 'qr').length
    const texts = read.map(({ text }) => text)
    const refused = (refusal: Refusal): TemplateReading => ({ dpi, bar, read: texts, refusal })
    if (JSON.stringify(found) !== JSON.stringify(expected)) {
      return refused(refuse('templateUnread', { dpi, barcode }))
    }
    if (read.length - found.length < qrCount) return refused(refuse('templateQrUnread', { dpi, barcode }))
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

// Returns the barcodes of a label with their module width, and available and needed width with quiet zones.
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

let isReaderReady = false

// Reads the symbols on a label, from its upper left corner.
async function scan(template: LabelTemplate, facts: LabelFacts) {
  if (!isReaderReady) {
    // Load the reader's binary from the package; otherwise the reader downloads it.
    const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(file)).buffer } })
    isReaderReady = true
  }
  // A label has a white margin, and white beyond its edges.
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
