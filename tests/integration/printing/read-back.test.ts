// Reads every barcode of printed labels and copies off the pictures: ZPL of label printers at both
// resolutions, and PDF pages, for every template. A plant passport has its code as a barcode and as a QR
// code.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawLabels } from '#features/printing/server/labels/draw-labels.ts'
import { isPassport, type LabelTemplate } from '#features/printing/server/labels/label-template.ts'
import { readLabelTemplates } from '#features/printing/server/labels/read-templates.ts'
import { writeZpl } from '#features/printing/server/labels/zpl.ts'
import { printFile, printPages } from '#tests/support/paper-desk.ts'
import { readPaper, type Symbology, scanPicture, scanSheet } from '#tests/support/read-paper.ts'
import { readZpl } from '#tests/support/read-zpl.ts'
import { startZplPrinter, type ZplPrinter } from '#tests/support/render-zpl.ts'
import { barcodeOf, type Clerk, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let pia: Clerk
let printer: ZplPrinter
beforeAll(async () => {
  warehouse = await openWarehouse()
  pia = warehouse.clerk('pia.picker')
  await warehouse.database.pool.query(
    "update location set operator_number = 'DE-NI-0123456789' where code = 'WAT'",
  )
  await warehouse.database.pool.query("update barcode set origin = 'NL'")
  printer = startZplPrinter()
})
afterAll(async () => {
  await printer.close()
  await warehouse.close()
})

const [first, second] = [barcodeOf(15), barcodeOf(1)]
const labelQuery = { barcodeid: `${first}*3,${second}*2`, inventorylocation: 'WAT', trimseasonid: 'S1' }
const wanted = [first, first, first, second, second]
const read = readLabelTemplates()
const templates = read.ok ? read.value : []
const rolls = templates.filter(({ sheet }) => !sheet)

const cases = (some: readonly LabelTemplate[]) =>
  some.flatMap((template) => ([203, 300] as const).map((dpi) => ({ id: template.id, dpi, template })))
const symbologies = (template: LabelTemplate): readonly Symbology[] =>
  isPassport(template) ? ['Code128', 'QRCode'] : ['Code128']

test('covers labels and plant passports, on rolls and on sheets', () => {
  for (const some of [rolls, templates.filter(({ sheet }) => sheet)]) {
    expect(new Set(some.map(isPassport))).toEqual(new Set([true, false]))
  }
})

describe.each(cases(templates))('$id at $dpi dots an inch', ({ id, dpi, template }) => {
  test('the pages of a PDF have the requested barcodes with their numbers of copies', async () => {
    const query = { ...labelQuery, template: id, dpi: String(dpi) }
    const pages = await printPages(pia, 'printlabels', query, dpi)
    for (const symbology of symbologies(template)) {
      const found = await Promise.all(
        pages.map((page) =>
          template.sheet ? scanSheet(page, template, dpi, symbology) : scanPicture(page.picture, [symbology]),
        ),
      )
      expect([symbology, ...found.flat().filter((text) => text !== '')]).toEqual([symbology, ...wanted])
    }
  })
})

describe.each(cases(rolls))('$id at $dpi dots an inch', ({ id, dpi, template }) => {
  test('a label printer prints the requested barcodes with their numbers of copies', async () => {
    const query = { ...labelQuery, template: id, dpi: String(dpi), format: 'ZPL' }
    const zpl = (await printFile(pia, 'printlabels', query)).toString('utf8')
    expect(readZpl(zpl)[0]?.width).toBe(Math.round((template.label.width / 25.4) * dpi))
    const labels = await printer.print(zpl, dpi)
    const found = labels.flatMap(({ symbols, count }) => Array.from({ length: count }, () => symbols))
    expect(found).toEqual(
      wanted.map((barcode) => symbologies(template).map((symbology) => `${symbology} ${barcode}`)),
    )
  })
})

describe('every element', () => {
  const place = { x: 2, y: 2, width: 60, height: 12 }
  const template = (dpi: 203 | 300): LabelTemplate => ({
    id: 'all',
    name: 'All',
    order: 1,
    label: { width: 100, height: 50 },
    dpi,
    elements: [
      { type: 'barcode', ...place },
      { type: 'qr', shows: 'location', ...place, x: 70, width: 26, height: 26 },
      { type: 'box', x: 1, y: 1, width: 98, height: 48, line: 0.4 },
      { type: 'box', x: 2, y: 40, width: 60, height: 0.3, line: 0.3 },
      {
        type: 'text',
        words: 'Plot {location}: {variety}',
        ...place,
        y: 20,
        size: 10,
        weight: 'bold',
        align: 'left',
        lines: 1,
      },
      { type: 'berry', x: 2, y: 30, width: 8, height: 8 },
      { type: 'logo', x: 12, y: 30, width: 8, height: 8 },
    ],
  })
  const facts = {
    barcode: first,
    variety: 'Erdbeere ^XZ ~JR {licence}',
    trimType: '',
    stockType: '',
    quantity: '',
    location: 'Beet 7, Süd ^FS',
    season: '',
    commodity: 'STRAW' as const,
    licence: 'not asked for',
  }
  test.each([203, 300] as const)('is drawn at %i dots an inch, with a QR code of any text', async (dpi) => {
    const labels = [{ facts, count: 2 }]
    const [label] = await printer.print(writeZpl(template(dpi), labels), dpi)
    expect(label?.read).toEqual([first, facts.location].toSorted())
    expect(label?.count).toBe(2)
    const [page] = await readPaper(await drawLabels(template(dpi), labels), dpi)
    expect(page?.text).toContain('Plot Beet 7, Süd ^FS: Erdbeere ^XZ ~JR {licence}')
    if (!page) throw new Error('There is no page')
    expect(await scanPicture(page.picture, ['Code128', 'QRCode'])).toEqual([first, facts.location].toSorted())
  })
})
