import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPassport } from '#features/printing/server/labels/label-template.ts'
import { readLabelTemplates } from '#features/printing/server/labels/read-templates.ts'
import { askForFile, printFile, printPages, scanPage } from '#tests/support/paper-desk.ts'
import { type PaperPage, scanSheet } from '#tests/support/read-paper.ts'
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
const rolls = templates.filter(({ sheet }) => !sheet)
const sheets = templates.filter(({ sheet }) => sheet)

describe('labels as a PDF', () => {
  test.each(templates.map(({ id, dpi }) => ({ id, dpi })))(
    '$id has all texts and a readable barcode',
    async ({ id, dpi }) => {
      for (const density of new Set([203, dpi])) {
        const pages = await printPages(pia, 'printlabels', { ...labelQuery, template: id }, density)
        expect(pages).toHaveLength(1)
        expect(await scanPage(pages[0])).toEqual([barcode])
        for (const words of [
          'Monterey',
          'Bare root',
          'FOUNDATION',
          '100 plants',
          'WAT - Watsonville',
          'Straw 2026',
          barcode,
          'Proprietary',
        ]) {
          expect(pages[0]?.text).toContain(words)
        }
      }
    },
  )

  test.each(rolls)('a roll of $id has one page per label, of the label’s size', async ({ id, label }) => {
    const pages = await printPages(pia, 'printlabels', { ...labelQuery, template: id, labels: '3' })
    expect(pages).toHaveLength(3)
    for (const page of pages) {
      expect(Math.abs(page.width - (label.width / 25.4) * 72)).toBeLessThan(1)
      expect(Math.abs(page.height - (label.height / 25.4) * 72)).toBeLessThan(1)
      expect(await scanPage(page)).toEqual([barcode])
    }
  })

  test.each(sheets)('a sheet of $id is filled before the next one begins', async ({ id, label, sheet }) => {
    if (!sheet) throw new Error('This is no sheet')
    const full = sheet.columns * sheet.rows
    const pages = await printPages(pia, 'printlabels', {
      ...labelQuery,
      template: id,
      labels: String(full + 2),
    })
    expect(pages).toHaveLength(2)
    const labelsOf = async (page: PaperPage | undefined) => (page ? scanSheet(page, { label, sheet }) : [])
    expect(await labelsOf(pages[0])).toEqual(Array.from({ length: full }, () => barcode))
    expect(await labelsOf(pages[1])).toEqual(
      Array.from({ length: full }, (_, index) => (index < 2 ? barcode : '')),
    )
  })

  test('right-to-left words stay separate and in order', async () => {
    const name = 'מטע התותים של אבי'
    await warehouse.database.pool.query("update variety set description = $1 where code = 'MON'", [name])
    try {
      const [page] = await printPages(pia, 'printlabels', labelQuery)
      expect(page?.text).toContain(name)
    } finally {
      await warehouse.database.pool.query("update variety set description = 'Monterey' where code = 'MON'")
    }
  })
})

test.each(sheets)(
  '$id keeps the 5 mm from the edges of the paper that printers leave white',
  ({ label, sheet, elements }) => {
    if (!sheet) throw new Error('This is a roll')
    const right = sheet.left + (sheet.columns - 1) * sheet.stepX
    const bottom = sheet.top + (sheet.rows - 1) * sheet.stepY
    for (const { x, y, width, height } of elements) {
      expect(sheet.left + x).toBeGreaterThanOrEqual(5)
      expect(sheet.top + y).toBeGreaterThanOrEqual(5)
      expect(right + x + width).toBeLessThanOrEqual(sheet.width - 5)
      expect(bottom + y + height).toBeLessThanOrEqual(sheet.height - 5)
      expect(x + width).toBeLessThanOrEqual(label.width)
    }
  },
)

describe('labels of several barcodes in one file', () => {
  const other = barcodeOf(1)
  const both = { ...labelQuery, barcodeid: `${barcode}*3,${other}*2` }

  test('follow each other on a roll, each with its number of copies, at 203 and at 300 dpi', async () => {
    for (const dpi of [203, 300]) {
      const pages = await printPages(pia, 'printlabels', both, dpi)
      const found = await Promise.all(pages.map(scanPage))
      expect(found).toEqual([[barcode], [barcode], [barcode], [other], [other]])
    }
  })

  test('fill a sheet together', async () => {
    const [sheet] = sheets
    const pages = await printPages(pia, 'printlabels', { ...both, template: sheet?.id ?? '' })
    expect(pages).toHaveLength(1)
    expect(await scanPage(pages[0])).toEqual([other, other, barcode, barcode, barcode])
  })

  test('are one ZPL format each, with its number of copies', async () => {
    const zpl = await printFile(pia, 'printlabels', { ...both, format: 'ZPL' })
    const formats = readZpl(zpl.toString('utf8'))
    expect(formats.map(({ count, barcodes }) => [barcodes[0]?.text, count])).toEqual([
      [barcode, 3],
      [other, 2],
    ])
  })

  test('are refused as a whole if one does not exist, or above the limit of a call', async () => {
    const answer = (barcodeid: string) => askForFile(pia, 'printlabels', { ...labelQuery, barcodeid })
    expect(await answer(`${barcode}*3,B999999999`)).toMatchObject({
      status: 404,
      body: { detail: 'There is no such barcode at this location: B999999999.' },
    })
    expect(await answer(`${barcode}*400,${other}*101`)).toMatchObject({ status: 400 })
    expect(await answer(`${barcode}*0`)).toMatchObject({ status: 400 })
    expect(await answer(`${barcode},,${other}`)).toMatchObject({ status: 400 })
  })
})

describe('labels as ZPL', () => {
  const printZpl = async (more: Readonly<Record<string, string>> = {}) =>
    readZpl((await printFile(pia, 'printlabels', { ...labelQuery, format: 'ZPL', ...more })).toString('utf8'))

  test.each(rolls)(
    '$id is one format with a copy count, and the printer draws its barcode',
    async ({ id, label, dpi }) => {
      const [format, ...others] = await printZpl({ template: id, labels: '40' })
      expect(others).toEqual([])
      if (!format) throw new Error('There is no label')
      expect(format.count).toBe(40)
      expect(format.width).toBe(Math.round((label.width / 25.4) * dpi))
      expect(format.length).toBe(Math.round((label.height / 25.4) * dpi))
      expect(format.barcodes.map(({ text }) => text)).toEqual([barcode])
      // Ten letters and digits need at most 13 characters of 11 modules, a stop of 13, and quiet zones of ten
      // on both sides.
      for (const { x, module, y, height } of format.barcodes) {
        expect(module).toBeGreaterThanOrEqual(2)
        expect(x).toBeGreaterThanOrEqual(10 * module)
        expect(y + height).toBeLessThanOrEqual(format.length)
      }
      for (const { x, y, width, height, blackDots } of format.pictures) {
        expect(blackDots).toBeGreaterThan(0)
        // A row of a picture is padded to a whole byte.
        expect(x + width).toBeLessThanOrEqual(format.width + 7)
        expect(y + height).toBeLessThanOrEqual(format.length)
      }
    },
  )

  test('the pictures show the texts: another variety gives another picture, the same variety the same one', async () => {
    const dots = async () => (await printZpl())[0]?.pictures.map(({ blackDots }) => blackDots)
    const before = await dots()
    expect(await dots()).toEqual(before)
    await warehouse.database.pool.query("update variety set description = 'Albion' where code = 'MON'")
    expect(await dots()).not.toEqual(before)
    await warehouse.database.pool.query("update variety set description = 'Monterey' where code = 'MON'")
  })

  test('is refused for a sheet', async () => {
    const answer = await askForFile(pia, 'printlabels', {
      ...labelQuery,
      format: 'ZPL',
      template: sheets[0]?.id ?? '',
    })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'query.template' }] } })
  })
})

describe('labels that are refused', () => {
  const refused = async (query: Readonly<Record<string, string>>, clerk = pia) => {
    const { status, body } = await askForFile(clerk, 'printlabels', { ...labelQuery, ...query })
    return [status, body.code]
  }
  test('for missing, foreign or unprintable barcodes', async () => {
    expect(await refused({ barcodeid: 'B999999999' })).toEqual([404, 'not_found'])
    expect(await refused({ barcodeid: barcodeOf(14) })).toEqual([404, 'not_found'])
    expect(await refused({ barcodeid: '^XA' })).toEqual([400, 'malformed_request'])
    expect(await refused({ inventorylocation: 'SAL' })).toEqual([403, 'location_not_allowed'])
    expect(await refused({ trimseasonid: 'S9' })).toEqual([400, 'malformed_request'])
    expect(await refused({ labels: '0' })).toEqual([400, 'malformed_request'])
    expect(await refused({ labels: '501' })).toEqual([400, 'malformed_request'])
    expect(await refused({}, warehouse.clerk('nora.noaccess'))).toEqual([403, 'key_missing'])
  })

  test('plants in grower storage have labels for people who may see them', async () => {
    const lena = warehouse.clerk('lena.lead')
    const [page] = await printPages(lena, 'printlabels', { ...labelQuery, barcodeid: barcodeOf(17) })
    expect(await scanPage(page)).toEqual([barcodeOf(17)])
    expect(page?.text).toContain('40 plants')
    expect(await refused({ barcodeid: barcodeOf(17) })).toEqual([404, 'not_found'])
  })

  test('the templates are listed, the default first', async () => {
    const { body } = await pia.get<{ Result: { Id: string; PerPage: number }[] }>('labeltemplates')
    expect(body.Result.map(({ Id, PerPage }) => [Id, PerPage])).toEqual([
      ['roll-100x50', 1],
      ['roll-4x2-inch', 1],
      ['roll-57x32', 1],
      ['sheet-a4-24', 24],
      ['sheet-letter-10', 10],
      ['passport-100x50', 1],
      ['passport-57x32', 1],
      ['passport-a4-24', 24],
    ])
  })
})

describe('custom templates', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trimline-labels-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const own = {
    id: 'roll-57x32',
    name: 'Ours',
    order: 1,
    label: { width: 60, height: 30 },
    elements: [{ type: 'barcode', x: 2, y: 2, width: 56, height: 20 }],
  }
  const write = (template: unknown) => writeFileSync(join(folder, 'ours.json'), JSON.stringify(template))

  test('replace those of the product', () => {
    write(own)
    const found = readLabelTemplates(folder)
    expect(found.ok && found.value[0]?.name).toBe('Ours')
    expect(found.ok && found.value).toHaveLength(read.ok ? read.value.length : 0)
  })

  test.each([
    [
      'a label without a barcode',
      { ...own, elements: [{ type: 'logo', x: 1, y: 1, width: 5, height: 5 }] },
      'a barcode among the elements',
    ],
    [
      'an element beside the label',
      { ...own, label: { width: 40, height: 30 } },
      'elements within the label',
    ],
    [
      'an unknown fact',
      {
        ...own,
        elements: [
          ...own.elements,
          { type: 'text', shows: 'price', x: 1, y: 1, width: 5, height: 5, size: 8 },
        ],
      },
      'elements.1.shows',
    ],
    ['a word for a length', { ...own, label: { width: 'wide', height: 30 } }, 'label.width'],
  ])('are refused with one sentence: %s', (_, template, says) => {
    write(template)
    const found = readLabelTemplates(folder)
    expect(found.ok ? '' : found.error.join()).toContain(says)
    expect(found.ok ? '' : found.error.join()).toContain('ours.json')
  })
})
