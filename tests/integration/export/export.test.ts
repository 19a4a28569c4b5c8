import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendFile } from '#tests/support/stock-file.ts'
import { barcodeOf, moreLots, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
beforeAll(async () => {
  // Enough lots for more than one part.
  warehouse = await openWarehouse(moreLots(1000, 4200, 3))
})
afterAll(() => warehouse.close())

const get = (path: string, username = 'pia.picker') => warehouse.call(username, 'GET', path)
type Row = Readonly<Record<string, string>>
const rowsOf = async (path: string, username = 'pia.picker') => {
  const answer = await get(path, username)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  return parse<Row>(await textOf(answer), { columns: true, bom: true })
}
// Returns the text as sent, with its byte order mark.
const textOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer()).toString('utf8')

test('stock: everything at the person’s locations, each lot once, in order', async () => {
  const rows = await rowsOf('export/stock')
  const places = rows.map(
    ({ Barcode, Location, StorageLocation }) => `${Barcode} ${Location} ${StorageLocation}`,
  )
  expect(new Set(places).size).toBe(rows.length)
  expect(places).toEqual(places.toSorted())
  expect(rows).toHaveLength(4200 + 10 + 2 + 2)
  expect(new Set(rows.map(({ Location }) => Location))).toEqual(new Set(['WAT']))
  expect(rows.find(({ Barcode }) => Barcode === barcodeOf(15))).toEqual({
    Barcode: barcodeOf(15),
    Location: 'WAT',
    LocationName: 'Watsonville',
    StorageLocation: 'A-02',
    Quantity: '100',
    Reserved: '0',
    Available: '100',
    Variety: 'MON',
    VarietyName: 'Monterey',
    TrimType: 'Bare root',
    Season: 'Straw 2026',
    StockType: 'FOUNDATION',
    Commodity: 'STRAW',
    Grade: 'A',
    UOM: 'EA',
    PlantCode: 'P-ALB',
    CodeID: '',
    Rate: '0.125',
    Attributes: '',
    AttributesID: '',
    Origin: '',
  })
})

test('grower storage needs the keys of grower storage', async () => {
  const kept = async (username: string) =>
    (await rowsOf('export/stock', username)).filter((row) => row['StorageLocation']?.startsWith('#GR'))
  expect(await kept('pia.picker')).toEqual([])
  expect((await kept('lena.lead')).map((row) => row['StorageLocation'])).toEqual(['#GRG1', '#GRG2'])
})

test('movements of grower storage need the keys of grower storage', async () => {
  const kept = async (username: string) =>
    (await rowsOf('export/movements', username))
      .filter((row) => [row['From'], row['To']].includes('grower-storage'))
      .map((row) => row['Barcode'])
  expect(await kept('lena.lead')).toEqual([barcodeOf(17), barcodeOf(18)])
  expect(await kept('pia.picker')).toEqual([])
})

test('movements: all from or to the person’s locations, oldest first', async () => {
  const pia = warehouse.clerk('pia.picker')
  const tag = await pia.create()
  const { body } = await pia.order(tag, barcodeOf(1), 25)
  await pia.line(tag, body.InventoryLines?.[0]?.ID ?? null, barcodeOf(1), 'PICKED', 25)
  await pia.ship(tag)
  const rows = await rowsOf('export/movements')
  const numbers = rows.map((row) => Number(row['Number']))
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
  expect(rows.at(-1)).toMatchObject({
    User: 'pia.picker',
    Barcode: barcodeOf(1),
    Quantity: '25',
    From: 'stock',
    FromOwner: 'WAT',
    FromPlace: 'A-01',
    To: 'issued',
    ToOwner: 'Grower',
    ToPlace: 'G1',
    Document: 'issuance',
    DocumentNumber: tag,
  })
  const time = rows.at(-1)?.['Time'] ?? ''
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  // The same time in a form that spreadsheets accept as date and time.
  expect(rows.at(-1)?.['TimeUTC']).toBe(time.replace('T', ' ').replace('Z', ''))
  expect(rows.some((row) => row['Barcode'] === barcodeOf(13))).toBe(false)
  expect(
    (await rowsOf('export/movements', 'lena.lead')).some((row) => row['Barcode'] === barcodeOf(13)),
  ).toBe(true)
})

test('the movements of one barcode', async () => {
  const all = await rowsOf('export/movements')
  const rows = await rowsOf(`export/movements?barcode=${barcodeOf(11)}`)
  expect(rows.map(({ Quantity }) => Quantity)).toEqual(['5', '50'])
  expect(rows).toEqual(all.filter(({ Barcode }) => Barcode === barcodeOf(11)))
  expect((await get('export/movements?barcode=short')).status).toBe(400)
})

test('the movements of a range of days: from its first moment until just before its end', async () => {
  const all = await rowsOf('export/movements')
  const { rows: times } = await warehouse.database.pool.query<{ at: string }>(
    `select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from movement order by id desc limit 1`,
  )
  const last = times[0]?.at ?? ''
  const before = await rowsOf(`export/movements?before=${last}`)
  const since = await rowsOf(`export/movements?since=${last}`)
  expect(since.length).toBeGreaterThan(0)
  expect([...before, ...since]).toEqual(all)
  expect(since.at(-1)).toEqual(all.at(-1))
  expect(await rowsOf(`export/movements?since=${last}&before=${last}`)).toEqual([])
  expect(await rowsOf(`export/movements?barcode=${barcodeOf(11)}&since=${last}`)).toEqual([])
  // The same time in another time zone.
  const ahead = '2026-01-01T02:00:00%2B02:00'
  expect(await rowsOf(`export/movements?since=${ahead}&before=2026-01-01T00:00:00Z`)).toEqual([])
  for (const wrong of ['2026-01-01', '2026-02-30T00:00:00Z', 'yesterday'])
    expect((await get(`export/movements?since=${wrong}`)).status).toBe(400)
})

test('a spreadsheet reads no cell as a formula, and an exported file can be imported again', async () => {
  const header =
    'Barcode,Location,StorageLocation,Quantity,Variety,TrimType,Season,Grade,PlantCode,Attributes'
  const nasty = `${header}\nEVL0000001,WAT,=1+1,7,ALB,Trimmed,S1,-A,"@SUM(1;2)","say ""hi"", you"\nEVL0000002,WAT,+A,7,ALB,Trimmed,S1,,,\n`
  expect((await sendFile(warehouse, 'ada.admin', nasty)).report.Applied).toBe(true)
  const text = await textOf(await get('export/stock', 'ada.admin'))
  expect(text.startsWith('\uFEFFBarcode,Location')).toBe(true)
  const evil = text.split('\r\n').filter((line) => line.startsWith('EVL'))
  expect(evil).toEqual([
    `EVL0000001,WAT,Watsonville,'=1+1,7,0,7,ALB,Albion,Trimmed,Straw 2026,COMMERCIAL,STRAW,'-A,EA,'@SUM(1;2),,,"say ""hi"", you",,`,
    `EVL0000002,WAT,Watsonville,'+A,7,0,7,ALB,Albion,Trimmed,Straw 2026,COMMERCIAL,STRAW,,EA,,,,,,`,
  ])
  const again = await sendFile(warehouse, 'ada.admin', text)
  expect(again.report).toMatchObject({ Applied: true, Opened: 0, Adjusted: 0, Errors: [] })
  expect(again.report.Unchanged).toBe(again.report.Rows)
})

test('shelves that look like dates or numbers are text in a spreadsheet, and can be imported again', async () => {
  const places = ['1-2', '007', '1.10', 'MAR1', '12E3', 'A-1']
  const rows = places.map((place, at) => `DAT000000${at},WAT,${place},7,ALB,Trimmed,S1`)
  const header = 'Barcode,Location,StorageLocation,Quantity,Variety,TrimType,Season'
  expect((await sendFile(warehouse, 'ada.admin', [header, ...rows].join('\n'))).report.Applied).toBe(true)
  const text = await textOf(await get('export/stock', 'ada.admin'))
  const cells = text.split('\r\n').flatMap((line) => (line.startsWith('DAT') ? [line.split(',')] : []))
  expect(cells.map(([, , , place]) => place)).toEqual(["'1-2", "'007", "'1.10", "'MAR1", "'12E3", 'A-1'])
  // Numbers stay numbers.
  expect(cells.map(([, , , , quantity]) => quantity)).toEqual(places.map(() => '7'))
  // A spreadsheet saves the apostrophe as part of the text.
  const again = await sendFile(warehouse, 'ada.admin', text)
  expect(again.report).toMatchObject({ Applied: true, Opened: 0, Adjusted: 0, Errors: [] })
})

test('semicolons for spreadsheets that need them, and those files can be imported, too', async () => {
  const text = await textOf(await get('export/stock?separator=semicolon', 'ada.admin'))
  expect(text.slice(0, 18)).toBe('\uFEFFBarcode;Location;')
  const again = await sendFile(warehouse, 'ada.admin', text, 'dryrun=yes')
  expect(again.report).toMatchObject({ Errors: [], Refused: 0 })
  expect((await get('export/stock?separator=pipe')).status).toBe(400)
})

test('needs a key; read-only people may export', async () => {
  for (const path of ['export/stock', 'export/movements']) {
    expect((await get(path, 'nora.noaccess')).status).toBe(403)
    expect((await get(path, 'rhea.reader')).status).toBe(200)
    expect((await warehouse.call(undefined, 'GET', path)).status).toBe(401)
  }
})

test('the template has the columns of an import', async () => {
  const answer = await get('maintenance/import/template', 'ada.admin')
  const text = await textOf(answer)
  expect(text).toMatch(/^\uFEFFBarcode,Location,StorageLocation,Quantity,Variety,TrimType,Season,/)
  expect((await get('maintenance/import/template')).status).toBe(403)
})

test('an aborted download blocks no other request', async () => {
  const { accessToken } = await warehouse.tokensOf('ada.admin')
  const stop = new AbortController()
  const answer = await fetch(`${warehouse.url}/api/export/movements`, {
    headers: { authorization: `Bearer ${accessToken}` },
    signal: stop.signal,
  })
  await answer.body?.getReader().read()
  stop.abort()
  expect((await get('export/stock')).status).toBe(200)
})
