import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addFigure } from '#tests/support/figure.ts'
import { hostileNames, printFile, printPages, scanPage } from '#tests/support/paper-desk.ts'
import { readZpl } from '#tests/support/read-zpl.ts'
import { barcodeOf, type Clerk, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

// Hostile names in the data, on labels, for the label printer and in spreadsheet files. For screens see
// tests/e2e/abuse-pages.spec.ts.

let warehouse: Warehouse
let pia: Clerk
beforeAll(async () => {
  warehouse = await openWarehouse()
  pia = warehouse.clerk('pia.picker')
})
afterAll(() => warehouse.close())

const barcode = barcodeOf(15)
const labelQuery = { barcodeid: barcode, inventorylocation: 'WAT', trimseasonid: 'S1' }
const withVariety = async <Value>(name: string, work: () => Promise<Value>): Promise<Value> => {
  const rename = (to: string) =>
    warehouse.database.pool.query("update variety set description = $1 where code = 'MON'", [to])
  await rename(name)
  try {
    return await work()
  } finally {
    await rename('Monterey')
  }
}
const formulas = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  ' =1',
  '=cmd|"/c calc"!A1',
  '＝1+1',
  '%0A=1',
  '"=1',
]

describe('Abuse 17: hostile names', () => {
  test.each(hostileNames)('a label prints any variety name: %s', async (name) => {
    const pages = await withVariety(name, () => printPages(pia, 'printlabels', labelQuery))
    expect(pages).toHaveLength(1)
    expect(await scanPage(pages[0])).toEqual([barcode])
    expect(pages[0]?.text).toContain('Proprietary')
  })

  test.each([...hostileNames, '^XA^XZ', '~JA', '^FD^FS', '\u0010\u0002^XZ', '_5EXZ'])(
    'no name commands the label printer: %s',
    async (name) => {
      const print = async () =>
        readZpl((await printFile(pia, 'printlabels', { ...labelQuery, format: 'ZPL' })).toString('utf8'))
      const [plain] = await print()
      const [format, ...others] = await withVariety(name, print)
      expect(others).toEqual([])
      expect(format?.count).toBe(1)
      expect(format?.barcodes).toEqual(plain?.barcodes)
      for (const { x, y, width, height } of format?.pictures ?? []) {
        expect(x + width).toBeLessThanOrEqual((format?.width ?? 0) + 7)
        expect(y + height).toBeLessThanOrEqual(format?.length ?? 0)
      }
    },
  )

  test.each(formulas)('no cell of an export is a formula, in either kind of file: %j', async (name) => {
    await withVariety(name, async () => {
      for (const path of ['export/stock', 'export/stock?separator=semicolon']) {
        const text = Buffer.from(
          await (await warehouse.call('ada.admin', 'GET', path)).arrayBuffer(),
        ).toString('utf8')
        const rows = parse(text, { bom: true, delimiter: path.includes('semicolon') ? ';' : ',' })
        for (const row of rows) for (const cell of row) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/)
        // A different number of cells would mean that a name broke out of its cell.
        expect(new Set(rows.map((row) => row.length)).size).toBe(1)
      }
    })
  })

  test('answers declare their content type, so that no name becomes markup', async (context) => {
    const tag = await pia.create({ Comments: '<script>alert(1)</script>' })
    for (const path of [
      `issuance/${tag}`,
      `history/document/${tag}`,
      'variety?berrytype=STRAW',
      'issuance/99999999',
    ]) {
      const response = await warehouse.call('pia.picker', 'GET', path)
      await response.body?.cancel()
      expect(response.headers.get('content-type')).toMatch(/^application\/(problem\+)?json/)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    }
    addFigure(context, `names tried: ${hostileNames.length * 2 + formulas.length + 5}; that had an effect: 0`)
  })
})
