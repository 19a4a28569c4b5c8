// A ZPL file as a label template: it is translated, read back like every other template, and never sent to a
// printer.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListedTemplate, TemplatePreview } from '#features/printing/common/label-templates.ts'
import { printFile, printPages, scanPage } from '#tests/support/paper-desk.ts'
import { startZplPrinter, type ZplPrinter } from '#tests/support/render-zpl.ts'
import {
  barcodeOf,
  type Clerk,
  openWarehouse,
  type ProblemBody,
  type Warehouse,
} from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let ada: Clerk
let printer: ZplPrinter
beforeAll(async () => {
  warehouse = await openWarehouse()
  ada = warehouse.clerk('ada.admin')
  printer = startZplPrinter()
})
afterAll(async () => {
  await printer.close()
  await warehouse.close()
})

const path = 'maintenance/labeltemplates'
const attempt = (Source: string, more: object = {}) =>
  ada.call<TemplatePreview & Partial<ProblemBody>>('POST', `${path}/try`, {
    body: { Source, Location: 'WAT', Season: 'S1', Name: 'Bench 60x30.zpl', ...more },
  })
const file = (dpi: number, ...more: readonly string[]) => {
  const dots = (millimetres: number) => Math.round((millimetres / 25.4) * dpi)
  const module = dpi === 203 ? 2 : 3
  return [
    '^XA^CI28',
    `^PW${dots(60)}^LL${dots(30)}`,
    `^FO${dots(2)},${dots(2)}^A0N,${dots(4)}^FB${dots(42)}^FDPlot {location}: {variety}^FS`,
    `^BY${module}^FO${dots(4)},${dots(9)}^BCN,${dots(12)},N^FD{barcode}^FS`,
    `^BY2,3,1^FO${dots(47)},${dots(3)}^BQN,2,${module + 1}^FDQA,{barcode}^FS`,
    ...more,
    '^PQ3^XZ',
  ].join('\n')
}

test.each([203, 300])(
  'made for %i dots an inch: drawn, read, saved as JSON, and printed with its number of copies',
  async (Dpi) => {
    const tried = await attempt(file(Dpi), { Dpi, Name: `Bench ${Dpi}.zpl` })
    expect(tried.status).toBe(200)
    expect(tried.body.Template).toMatchObject({ Id: `bench-${Dpi}`, Name: `Bench ${Dpi}`, Dpi, Version: 0 })
    expect(tried.body.Readings.map(({ Dpi: at, Refusal }) => [at, Refusal])).toEqual(
      [203, 300].filter((at) => at >= Dpi).map((at) => [at, null]),
    )
    const saved = await ada.call<{ Template: ListedTemplate }>('POST', path, {
      body: { Source: tried.body.Source, Version: 0 },
    })
    expect(saved.body.Template).toMatchObject({ Id: `bench-${Dpi}`, Version: 1 })
    const barcode = barcodeOf(15)
    const labelQuery = { barcodeid: barcode, inventorylocation: 'WAT', trimseasonid: 'S1', labels: '2' }
    const query = { ...labelQuery, template: `bench-${Dpi}` }
    const zpl = (await printFile(ada, 'printlabels', { ...query, format: 'ZPL', dpi: '300' })).toString()
    expect(await printer.print(zpl, 300)).toMatchObject([{ read: [barcode, barcode], count: 2 }])
    const pages = await printPages(ada, 'printlabels', query)
    expect(pages[0]?.text).toContain('Plot WAT - Watsonville: Monterey')
    expect(await Promise.all(pages.map(scanPage))).toEqual([[barcode], [barcode]])
  },
)

test('a barcode that a line covers is refused, as in any other template', async () => {
  const { body } = await attempt(file(203, '^FO100,60^GB60,140,60^FS'))
  expect(body.Readings[0]?.Refusal).toMatchObject({ code: 'templateUnread', facts: { dpi: 203 } })
  const saved = await ada.call<ProblemBody>('POST', path, { body: { Source: body.Source, Version: 0 } })
  expect(saved).toMatchObject({ status: 409, body: { state: { refusal: { code: 'templateUnread' } } } })
})

test('a QR code that a line covers is refused, even if the barcode is readable', async () => {
  const { body } = await attempt(file(203, '^FO390,5^GB30,80,30^FS'))
  expect(body.Readings[0]?.Refusal).toMatchObject({ code: 'templateQrUnread', facts: { dpi: 203 } })
})

test.each([
  ['a download', '~DGR:X.GRF,1,1,FF', '~DG'],
  ['a field number', '^FO1,1^FN1^FS', '^FN'],
  ['a host command', '~HS', '~HS'],
])('%s is refused with its name and line, and nothing is stored', async (_, text, command) => {
  const { status, body } = await attempt(file(203, text))
  expect([status, body.state?.refusal]).toEqual([409, { code: 'zplCommand', facts: { command, line: 6 } }])
})

test('ZPL is not stored: it is saved as JSON', async () => {
  const saved = await ada.call<ProblemBody>('POST', path, { body: { Source: file(203), Version: 0 } })
  expect(saved).toMatchObject({ status: 409, body: { state: { refusal: { code: 'templateWrong' } } } })
})
