// Names in other scripts on every label and on a report: no text exceeds an edge, the barcode stays readable,
// and the letters are correct.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawReport } from '#features/printing/server/documents/draw-report.ts'
import { layOutLabel } from '#features/printing/server/labels/label.ts'
import { isPassport } from '#features/printing/server/labels/label-template.ts'
import { readLabelTemplates } from '#features/printing/server/labels/read-templates.ts'
import { measure } from '#features/printing/server/paper/paragraph.ts'
import { namesInScripts, printFile, printPages, scanPage } from '#tests/support/paper-desk.ts'
import { cutOut, readPaper } from '#tests/support/read-paper.ts'
import { readZpl } from '#tests/support/read-zpl.ts'
import { barcodeOf, type Clerk, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let pia: Clerk
beforeAll(async () => {
  warehouse = await openWarehouse()
  pia = warehouse.clerk('pia.picker')
})
afterAll(() => warehouse.close())

const barcode = barcodeOf(15)
const labelQuery = { barcodeid: barcode, inventorylocation: 'WAT', trimseasonid: 'S1' }
const read = readLabelTemplates()
// Plant passports have their own tests (tests/integration/passport).
const templates = (read.ok ? read.value : []).filter((template) => !isPassport(template))

// Each script is drawn on one template; the areas of all templates are compared below.
const cases = Object.entries(namesInScripts).map(([script, name], index) => ({
  script,
  name,
  template: templates[index % templates.length],
}))

describe.each(cases)('a name in $script', ({ script, name, template }) => {
  const rename = (to: string) =>
    warehouse.database.pool.query("update variety set description = $1 where code = 'MON'", [to])
  beforeAll(() => rename(name))
  afterAll(() => rename('Monterey'))

  test('is on a label, on paper and for the label printer', async () => {
    const [page] = await printPages(
      pia,
      'printlabels',
      { ...labelQuery, template: template?.id ?? '' },
      template?.dpi,
    )
    expect(await scanPage(page)).toEqual([barcode])
    // PDF.js returns right-to-left text in the order of its glyphs.
    if (!/Arabic/.test(script)) {
      const letters = (page?.text ?? '').normalize('NFC').replace(/\s/g, '')
      for (const word of name.split(' ')) expect(letters).toContain(word.normalize('NFC').slice(0, 2))
    }
    const zpl = await printFile(pia, 'printlabels', { ...labelQuery, format: 'ZPL' })
    const [label] = readZpl(zpl.toString('utf8'))
    for (const { x, width } of label?.pictures ?? [])
      expect(x + width).toBeLessThanOrEqual((label?.width ?? 0) + 7)
  })

  test('is no wider than its area, measured as drawn', () => {
    const facts = {
      barcode,
      variety: `${name} ${name}`,
      trimType: name,
      stockType: name,
      quantity: '100',
      location: `${name} ${name}`,
      season: name,
      commodity: 'STRAW' as const,
      licence: name,
    }
    for (const each of templates) {
      for (const part of layOutLabel(each, facts)) {
        if (part.type !== 'line') continue
        const width = (measure(part.text, part.weight) * part.size * 25.4) / 72
        expect(part.x + width).toBeLessThanOrEqual(each.label.width)
      }
    }
  })

  test('is drawn under a signature’s line in fonts that have its letters', async () => {
    const report = {
      title: 'Grower Issuance',
      number: '10000123',
      status: 'SHIPPED',
      commodity: undefined,
      facts: [],
      notes: [],
      columns: [{ title: '#', share: 6 }],
      rows: [],
      signatures: [name],
    }
    const [page] = await readPaper(await drawReport(report, { paper: 'A4', printed: 'today' }), 100)
    // A letter without a glyph has no text. Right-to-left text is read in the order of its glyphs.
    const [first = ''] = name.normalize('NFKC')
    const letters = [...(page?.text ?? '').normalize('NFKC')]
    const drawn = (letter: string) =>
      /Arabic/.test(script) ? /\p{Script=Arabic}/u.test(letter) : letter === first
    expect(letters.some(drawn)).toBe(true)
  })

  test('stays in its column of a report, and between the margins', async () => {
    const rows = Array.from({ length: 3 }, (_, n) => [String(n + 1), barcode, name + name, name + name])
    const report = {
      title: 'Grower Issuance',
      number: '10000123',
      status: 'SHIPPED',
      commodity: undefined,
      facts: [{ label: 'Grower', value: `${name} ${name} ${name}` }],
      notes: [{ label: 'Comments', value: Array.from({ length: 9 }, () => name).join(' ') }],
      columns: [
        { title: '#', share: 6 },
        { title: 'Barcode', share: 15 },
        { title: 'Variety', share: 12 },
        { title: 'Storage', share: 12 },
      ],
      rows,
      signatures: [],
    }
    const [page] = await readPaper(await drawReport(report, { paper: 'A4', printed: name }), 100)
    if (!page) throw new Error('There is no page')
    // The right margin is 36 points, half an inch.
    const { picture } = page
    const margin = cutOut(picture, picture.width - 45, 0, 45, picture.height)
    expect(margin.data.every((dot) => dot > 200)).toBe(true)
  })
})

test('letters without a font are reported, those of the names are not', async () => {
  const missing = async (text: string) =>
    (await pia.get<{ Missing: string[] }>('paperletters', { text })).body.Missing
  expect(await missing('Farm ꧅ and 𒀀, ꧅ again 🍓')).toEqual(['꧅', '𒀀', '🍓'])
  expect(await missing(Object.values(namesInScripts).join(' '))).toEqual([])
  expect((await pia.get('paperletters', { text: 'x'.repeat(1001) })).status).toBe(400)
})
