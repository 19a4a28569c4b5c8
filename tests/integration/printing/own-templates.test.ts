// Label templates of administrators: they are checked when added, can be the default of a location, and never
// block a job.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  DefaultLabelTemplate,
  ListedTemplate,
  TemplatePreview,
} from '#features/printing/common/label-templates.ts'
import { askForFile, printFile, printPages, scanPage } from '#tests/support/paper-desk.ts'
import { readBarcodes } from '#tests/support/read-barcodes.ts'
import { readZpl } from '#tests/support/read-zpl.ts'
import { startZplPrinter, type ZplPrinter } from '#tests/support/render-zpl.ts'
import { templateFile } from '#tests/support/template-file.ts'
import {
  barcodeOf,
  type Clerk,
  openWarehouse,
  type ProblemBody,
  type Warehouse,
} from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let ada: Clerk
let pia: Clerk
let printer: ZplPrinter
beforeAll(async () => {
  warehouse = await openWarehouse()
  ada = warehouse.clerk('ada.admin')
  pia = warehouse.clerk('pia.picker')
  printer = startZplPrinter()
})
afterAll(async () => {
  await printer.close()
  await warehouse.close()
})

const labelQuery = { barcodeid: barcodeOf(15), inventorylocation: 'WAT', trimseasonid: 'S1' }
const path = 'maintenance/labeltemplates'
type Saved = { readonly Template: ListedTemplate } & Partial<ProblemBody>
const save = (Source: string, Version = 0, clerk = ada) =>
  clerk.call<Saved>('POST', path, { body: { Source, Version } })
const attempt = (Source: string, at: object = {}, clerk = ada) =>
  clerk.call<TemplatePreview & Partial<ProblemBody>>('POST', `${path}/try`, {
    body: { Source, Location: 'WAT', Season: 'S1', ...at },
  })
const use = (Location: string, Template: string) =>
  ada.call<{ Usual: DefaultLabelTemplate[] }>('POST', `${path}/use`, { body: { Location, Template } })
const listed = async () =>
  (await ada.get<{ Templates: ListedTemplate[]; Usual: DefaultLabelTemplate[] }>(path)).body
const offered = async (location: string) =>
  (
    await pia.get<{ Result: { Id: string }[] }>('labeltemplates', { inventorylocation: location })
  ).body.Result.map(({ Id }) => Id)
const bars = (more: object) =>
  templateFile('wrong', { elements: [{ type: 'barcode', x: 1, y: 5, width: 58, height: 12, ...more }] })

describe('a template is checked before it is saved', () => {
  test('its preview uses a plant in stock there, and is readable at both resolutions of a roll', async () => {
    const { status, body } = await attempt(templateFile('tried'))
    expect(status).toBe(200)
    expect(body.Barcode).toMatch(/^B0000000\d\d$/)
    expect(body.Readings.map(({ Dpi, Refusal }) => [Dpi, Refusal])).toEqual([
      [203, null],
      [300, null],
    ])
    for (const { Read } of body.Readings) expect(Read).toEqual([body.Barcode, body.Barcode])
    const found = await readBarcodes(Buffer.from(body.Picture, 'base64'), { formats: ['Code128', 'QRCode'] })
    expect(found.map(({ text }) => text)).toEqual([body.Barcode, body.Barcode])
    expect((await listed()).Templates.some(({ Id }) => Id === 'tried')).toBe(false)
  })

  test('its preview uses an example if there is no stock', async () => {
    const { body } = await attempt(templateFile('tried'), { Season: 'B1', Location: 'SAL' })
    expect(body.Barcode).toBe('B123456789')
    expect(body.Readings.map(({ Refusal }) => Refusal)).toEqual([null, null])
  })

  test.each([
    [
      'bars too thin for a scanner',
      bars({ width: 30 }),
      'templateBarsThin',
      { dpi: 203, width: 30, least: 41.3 },
    ],
    ['bars too low', bars({ height: 3 }), 'templateBarsLow', { height: 3, least: 5 }],
    [
      'a barcode that something covers',
      templateFile('wrong', {
        elements: [
          { type: 'barcode', x: 1, y: 5, width: 58, height: 12 },
          { type: 'box', x: 20, y: 3, width: 12, height: 20, line: 12 },
        ],
      }),
      'templateUnread',
      { dpi: 203 },
    ],
  ])('%s: is refused for its resolution, with the reason', async (_, source, code, facts) => {
    const tried = await attempt(source)
    expect(tried.body.Readings[0]?.Refusal).toMatchObject({ code, facts })
    expect(await save(source)).toMatchObject({
      status: 409,
      body: { state: { refusal: { code, facts } } },
    })
    expect((await listed()).Templates.some(({ Id }) => Id === 'wrong')).toBe(false)
  })

  test('a label that 203 dots an inch cannot draw can be for 300 and more', async () => {
    const narrow = {
      label: { width: 40, height: 30 },
      elements: [{ type: 'barcode', x: 1, y: 5, width: 33, height: 12 }],
    }
    expect((await attempt(templateFile('narrow', narrow))).body.Readings[0]?.Refusal?.code).toBe(
      'templateBarsThin',
    )
    const { body } = await attempt(templateFile('narrow', { ...narrow, dpi: 300 }))
    expect(body.Readings.map(({ Dpi, Refusal }) => [Dpi, Refusal])).toEqual([[300, null]])
  })

  test.each([
    ['no JSON', 'A label', 'JSON'],
    [
      'an unknown field of a plant',
      templateFile('wrong', {
        elements: [{ type: 'text', words: '{price}', x: 1, y: 1, width: 9, height: 9, size: 8 }],
      }),
      'elements.0.words',
    ],
    ['an unknown part', templateFile('wrong', { script: 'fetch()' }), 'script'],
    ['a command for a printer', '^XA~DGR:LOGO.GRF,1,1,FF^XZ', 'JSON'],
    ['characters that cannot be seen', templateFile('wrong', { name: 'La\u0000bel' }), 'name'],
    [
      'too much to draw',
      templateFile('wrong', {
        elements: Array.from({ length: 61 }, () => ({ type: 'barcode', x: 0, y: 0, width: 60, height: 10 })),
      }),
      'elements',
    ],
  ])('%s is refused with its position', async (_, source, place) => {
    const { status, body } = await save(source)
    expect([status, body.state?.refusal.code]).toEqual([409, 'templateWrong'])
    expect(body.state?.refusal).toMatchObject({ facts: { place: expect.stringContaining(place) } })
  })
})

describe('a template that was added', () => {
  test('is printed like the others, from ZPL and as a PDF', async () => {
    expect(await save(templateFile('bench-60x30'))).toMatchObject({
      status: 200,
      body: { Template: { Version: 1 } },
    })
    const query = { ...labelQuery, template: 'bench-60x30' }
    const pages = await printPages(pia, 'printlabels', { ...query, labels: '2' })
    expect(await Promise.all(pages.map(scanPage))).toEqual([[labelQuery.barcodeid], [labelQuery.barcodeid]])
    const zpl = (
      await printFile(pia, 'printlabels', { ...query, format: 'ZPL', dpi: '300', labels: '4' })
    ).toString()
    expect(readZpl(zpl)[0]?.width).toBe(Math.round((60 / 25.4) * 300))
    expect(await printer.print(zpl, 300)).toMatchObject([
      { read: [labelQuery.barcodeid, labelQuery.barcodeid], count: 4 },
    ])
  })

  test('is the default only where an administrator has set it', async () => {
    expect((await use('WAT', 'bench-60x30')).body.Usual).toEqual([
      { Location: 'WAT', Template: 'bench-60x30' },
    ])
    expect((await offered('WAT'))[0]).toBe('bench-60x30')
    expect((await offered('SAL'))[0]).toBe('roll-100x50')
    const zpl = (await printFile(pia, 'printlabels', { ...labelQuery, format: 'ZPL' })).toString()
    expect(readZpl(zpl)[0]?.width).toBe(Math.round((60 / 25.4) * 203))
    expect((await use('WAT', 'none-such')).status).toBe(400)
    expect((await use('NOW', 'bench-60x30')).status).toBe(404)
    await use('WAT', '')
    expect((await offered('WAT'))[0]).toBe('roll-100x50')
  })

  test('has versions: people overwrite neither each other’s nor the product’s template', async () => {
    const refused = async (source: string, version: number) =>
      (await save(source, version)).body.state?.refusal.code
    expect((await save(templateFile('bench-60x30', { name: 'Bench 2' }), 1)).body.Template.Version).toBe(2)
    expect(await refused(templateFile('bench-60x30'), 1)).toBe('recordChanged')
    expect(await refused(templateFile('bench-60x30'), 0)).toBe('recordExists')
    expect(await refused(templateFile('roll-57x32'), 0)).toBe('recordTwice')
    const { Template } = (await ada.get<Saved>(`${path}/bench-60x30`)).body
    expect([Template.Name, Template.ChangedBy]).toEqual(['Bench 2', 'ada.admin'])
  })

  test('can be downloaded as a file, like those of the product, and saved from it', async () => {
    const file = async (id: string) => (await ada.get<{ Source: string }>(`${path}/${id}`)).body.Source
    expect(JSON.parse(await file('bench-60x30'))).toMatchObject({ name: 'Bench 2' })
    const own = JSON.parse(await file('roll-57x32'))
    expect((await save(JSON.stringify({ ...own, id: 'copy-57x32' }))).status).toBe(200)
  })

  test('needs an administrator', async () => {
    for (const answer of [
      await save(templateFile('theirs'), 0, pia),
      await attempt(templateFile('theirs'), {}, pia),
      await pia.get(path),
      await pia.call('DELETE', `${path}/bench-60x30`),
    ]) {
      expect(answer.status).toBe(403)
    }
  })
})

describe('a template that cannot be printed does not stop a job', () => {
  const print = async (more: Readonly<Record<string, string>>) =>
    (await askForFile(pia, 'printlabels', { ...labelQuery, ...more })).body as unknown as {
      FileData: string
      Instead: object | null
    }
  const store = (id: string, template: object) =>
    warehouse.database.pool.query(
      "insert into label_template (id, template, version, changed_by) values ($1, $2, 1, 'ada.admin')",
      [id, JSON.stringify(template)],
    )

  test('gives no warning for one that can be printed', async () => {
    expect((await print({ template: 'roll-57x32' })).Instead).toBeNull()
  })

  test('one that was removed: the product’s is printed, with a warning', async () => {
    await save(templateFile('gone'))
    await use('WAT', 'gone')
    expect((await ada.call('DELETE', `${path}/gone`)).status).toBe(200)
    expect((await listed()).Usual).toEqual([])
    const { FileData, Instead } = await print({ template: 'gone', format: 'ZPL', labels: '3' })
    expect(Instead).toEqual({ Template: 'Roll, 100 × 50 mm', Why: 'gone' })
    expect(await printer.print(Buffer.from(FileData, 'base64').toString(), 203)).toMatchObject([
      { read: [labelQuery.barcodeid], count: 3 },
    ])
    expect((await ada.call('DELETE', `${path}/gone`)).status).toBe(404)
  })

  test('one in the format of another version', async () => {
    await store('older', { id: 'older', name: 'Older', fields: [] })
    expect((await listed()).Templates.find(({ Id }) => Id === 'older')).toMatchObject({ Sound: false })
    expect(await offered('WAT')).not.toContain('older')
    expect((await print({ template: 'older' })).Instead).toMatchObject({ Why: 'broken' })
  })

  test('one for finer printers: the product’s of its size is printed', async () => {
    const fine = JSON.parse(templateFile('fine', { dpi: 300, label: { width: 60, height: 35 } }))
    expect((await save(JSON.stringify(fine))).status).toBe(200)
    expect((await print({ template: 'fine', format: 'ZPL', dpi: '300' })).Instead).toBeNull()
    expect((await print({ template: 'fine', format: 'ZPL', dpi: '203' })).Instead).toEqual({
      Template: 'Roll, 57 × 32 mm',
      Why: 'coarse',
    })
  })
})
