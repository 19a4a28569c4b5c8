import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { adjustedAccount, growerStorageAccount, openingAccount, stockAccount } from '#core/kinds/accounts.ts'
import type { PastImport } from '#features/stock-files/common/stock-import.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { errorsOf, HEADER, sendFile, stockFile, stockRow } from '#tests/support/stock-file.ts'
import { barcodeOf, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
const shelf = stockAccount('WAT', 'A-01')
const send = (file: string | Uint8Array<ArrayBuffer>, query = '', username = 'ada.admin') =>
  sendFile(warehouse, username, file, query)
const qty = async (barcode: string, account = shelf) => (await warehouse.balance(barcode, account)).qty
// Returns the row counts of the ledger tables.
const sizes = async () => {
  const { rows } = await warehouse.database.pool.query(
    'select (select count(*) from movement) as m, (select count(*) from balance) as b, (select count(*) from barcode) as c',
  )
  return rows
}

beforeAll(async () => {
  warehouse = await openWarehouse()
})
afterEach(async () => {
  expect(await findBrokenInvariants(warehouse.database.pool)).toEqual([])
})
afterAll(() => warehouse.close())

describe('rows per storage location', () => {
  test('posts new stock from opening and a changed quantity against adjusted; an equal quantity changes nothing', async () => {
    const file = stockFile(
      stockRow('NEW0000001', 250),
      stockRow('NEW0000001', 40, 'B-02'),
      stockRow('NEW0000002', 0),
      stockRow(barcodeOf(1), 130),
      stockRow(barcodeOf(2), 60),
      stockRow(barcodeOf(3), 100),
    )
    const first = await send(file)
    expect(first.report).toMatchObject({
      Applied: true,
      Rows: 6,
      Opened: 3,
      Adjusted: 2,
      Unchanged: 1,
      Refused: 0,
    })
    expect(await qty('NEW0000001')).toBe(250)
    expect(await qty('NEW0000001', stockAccount('WAT', 'B-02'))).toBe(40)
    expect(await qty('NEW0000001', openingAccount('WAT'))).toBe(-290)
    expect([await qty(barcodeOf(1)), await qty(barcodeOf(1), adjustedAccount('WAT'))]).toEqual([130, -30])
    expect([await qty(barcodeOf(2)), await qty(barcodeOf(2), adjustedAccount('WAT'))]).toEqual([60, 40])
    const { rows } = await warehouse.database.pool.query(
      "select by, count(*)::int as n from movement where reason = 'IMPORT' group by by",
    )
    expect(rows).toEqual([{ by: 'ada.admin', n: 4 }])

    const before = await sizes()
    const again = await send(file)
    expect(again.report).toMatchObject({ Applied: true, Opened: 0, Adjusted: 0, Unchanged: 6 })
    expect(await sizes()).toEqual(before)
  })

  test('new stock is found like all other stock', async () => {
    await send(
      `${HEADER},StockType,Grade,Rate\nNEW0000003,wat,C-03,12,monterey,1,straw 2026,Foundation,B,"0,125"\n`,
    )
    const found = await warehouse.clerk('pia.picker').get<object[]>('plantinventory', {
      inventorylocation: 'WAT',
      commodity: 'STRAW',
      barcodeid: 'NEW0000003',
    })
    expect(found.body).toMatchObject([
      {
        VarietyCode: 'MON',
        TrimType: 'Trimmed',
        StockType: 'FOUNDATION',
        Grade: 'B',
        Rate: '0.125',
        StorageLocation: 'C-03',
        Qty: 12,
      },
    ])
  })

  test('grower storage has the grower’s storage location', async () => {
    const { report } = await send(stockFile(`${barcodeOf(17)},WAT,#GRG1,44,ALB,Trimmed,S1`))
    expect(report).toMatchObject({ Applied: true, Adjusted: 1 })
    expect(await qty(barcodeOf(17), growerStorageAccount('WAT', 'G1'))).toBe(44)
    expect(errorsOf(await send(stockFile(`${barcodeOf(17)},WAT,#GRG9,44,ALB,Trimmed,S1`)))).toEqual([
      '2 StorageLocation rowGrower',
    ])
  })

  test('a dry run reports the same and changes nothing', async () => {
    const before = await sizes()
    const file = stockFile(stockRow('DRY0000001', 5), stockRow(barcodeOf(4), 99))
    const tried = await send(file, 'dryrun=yes')
    expect(tried.report).toMatchObject({ DryRun: true, Applied: false, Opened: 1, Adjusted: 1, Errors: [] })
    expect(await sizes()).toEqual(before)
    expect(tried.news.some((news) => news.Type === 'progress' && news.Phase === 'write')).toBe(false)
    expect((await send(file)).report).toMatchObject({ Applied: true, Opened: 1, Adjusted: 1 })
  })

  test('reports its progress while it runs', async () => {
    const rows = Array.from({ length: 2500 }, (_, at) => stockRow(`P${String(at).padStart(9, '0')}`, 1))
    const { news } = await send(stockFile(...rows))
    const reported = news.flatMap((each) => (each.Type === 'progress' ? [`${each.Phase} ${each.Rows}`] : []))
    expect(reported).toEqual([
      'check 1000',
      'check 2000',
      'check 2500',
      'write 1000',
      'write 2000',
      'write 2500',
    ])
  })
})

describe('bad rows', () => {
  const file = () => stockFile(stockRow('MIX0000001', 10), stockRow('short', 10), stockRow('MIX0000002', 'x'))

  test('block the whole file', async () => {
    const answer = await send(file())
    expect(answer.report).toMatchObject({ Applied: false, Rows: 3, Refused: 2 })
    expect(errorsOf(answer)).toEqual(['3 Barcode rowBarcode', '4 Quantity rowQuantity'])
    expect(await qty('MIX0000001')).toBe(0)
  })

  test('are skipped on request', async () => {
    const answer = await send(file(), 'badrows=skip')
    expect(answer.report).toMatchObject({ Applied: true, Rows: 3, Opened: 1, Refused: 2 })
    expect(await qty('MIX0000001')).toBe(10)
  })

  test.each([
    ['an unknown variety', 'BAD0000001,WAT,A-01,5,NOPE,Trimmed,S1', '2 Variety rowVariety'],
    ['an unknown trim type', 'BAD0000001,WAT,A-01,5,ALB,Chopped,S1', '2 TrimType rowTrimType'],
    ['an unknown location', 'BAD0000001,XXX,A-01,5,ALB,Trimmed,S1', '2 Location rowLocation'],
    ['a location that is switched off', 'BAD0000001,OLD,A-01,5,ALB,Trimmed,S1', '2 Location rowLocation'],
    ['somebody else’s location', 'BAD0000001,OXN,A-01,5,ALB,Trimmed,S1', '2 Location rowLocationNotYours'],
    ['an unknown season', 'BAD0000001,WAT,A-01,5,ALB,Trimmed,S9', '2 Season rowSeason'],
    ['a season of another berry', 'BAD0000001,WAT,A-01,5,ALB,Trimmed,B1', '2 Season rowSeasonCommodity'],
    ['9 characters', 'BAD000001,WAT,A-01,5,ALB,Trimmed,S1', '2 Barcode rowBarcode'],
    ['11 characters', 'BAD00000001,WAT,A-01,5,ALB,Trimmed,S1', '2 Barcode rowBarcode'],
    ['signs in a barcode', 'BAD-000001,WAT,A-01,5,ALB,Trimmed,S1', '2 Barcode rowBarcode'],
    [
      'a barcode as a quantity',
      'BAD0000001,WAT,A-01,B000000001,ALB,Trimmed,S1',
      '2 Quantity rowQuantityBarcode',
    ],
    [
      'ten digits as a quantity',
      'BAD0000001,WAT,A-01,1234567890,ALB,Trimmed,S1',
      '2 Quantity rowQuantityBarcode',
    ],
    ['parts of plants', 'BAD0000001,WAT,A-01,"12,5",ALB,Trimmed,S1', '2 Quantity rowQuantityDecimal'],
    ['a thousands separator', 'BAD0000001,WAT,A-01,1.250,ALB,Trimmed,S1', '2 Quantity rowQuantityDecimal'],
    ['less than nothing', 'BAD0000001,WAT,A-01,-5,ALB,Trimmed,S1', '2 Quantity rowQuantity'],
    ['an empty cell', 'BAD0000001,WAT,,5,ALB,Trimmed,S1', '2 StorageLocation rowMissing'],
    ['cells too many', 'BAD0000001,WAT,A-01,5,ALB,Trimmed,S1,more', '2 rowCells'],
    ['cells too few', 'BAD0000001,WAT,A-01,5', '2 rowCells'],
    ['a cell too long', `BAD0000001,WAT,${'x'.repeat(51)},5,ALB,Trimmed,S1`, '2 StorageLocation rowTooLong'],
    [
      'a control character',
      'BAD0000001,WAT,A\u0007,5,ALB,Trimmed,S1',
      '2 StorageLocation rowControlCharacter',
    ],
    [
      'a mark that turns the text behind it',
      'BAD0000001,WAT,A\u202E1,5,ALB,Trimmed,S1',
      '2 StorageLocation rowControlCharacter',
    ],
    [
      'a character without width',
      'BAD0000001,WAT,A\u200B1,5,ALB,Trimmed,S1',
      '2 StorageLocation rowControlCharacter',
    ],
    [
      'plants that the barcode is not',
      `${barcodeOf(5)},WAT,A-01,5,MON,Trimmed,S1`,
      '2 Barcode rowOtherPlants',
    ],
  ])('%s', async (_, row, expected) => {
    const answer = await send(stockFile(row))
    expect(answer.report).toMatchObject({ Applied: false, Rows: 1, Refused: 1 })
    expect(errorsOf(answer)).toEqual([expected])
  })

  test.each([
    ['2-Jan', { value: '2-Jan', shelf: '1-2', other: '2-1' }],
    ['1/2/2026', { value: '1/2/2026', shelf: '1-2', other: '1-2-26' }],
  ])('a shelf that a spreadsheet has turned into the date %s', async (place, facts) => {
    const answer = await send(stockFile(stockRow('XLD0000001', 5), stockRow('XLD0000002', 5, place)))
    expect(answer.report).toMatchObject({ Applied: false, Refused: 1 })
    expect(answer.report.Errors).toEqual([
      { Line: 3, Column: 'StorageLocation', Code: 'rowShelfDate', Facts: facts },
    ])
  })

  test('the largest quantity is accepted, and one that no column can hold is reported with its row', async () => {
    const largest = '999999999'
    expect((await send(stockFile(stockRow('BIG0000001', largest)))).report).toMatchObject({ Applied: true })
    expect(await qty('BIG0000001')).toBe(Number(largest))
    expect((await send(stockFile(stockRow('BIG0000001', 0)))).report).toMatchObject({ Adjusted: 1 })
    for (const wide of ['2147483648', '9999999999', '99999999999999999999', '1e9', '2,147,483,648'])
      expect(
        errorsOf(await send(stockFile(stockRow('BIG0000002'), stockRow('BIG0000003', `"${wide}"`))))[0],
      ).toMatch(/^3 Quantity rowQuantity/)
  })

  test('an integer may have the decimals of a spreadsheet', async () => {
    const { report } = await send(stockFile(stockRow('DEC0000001', '"12,00"'), stockRow('DEC0000002', '7.0')))
    expect(report).toMatchObject({ Applied: true, Opened: 2 })
    expect([await qty('DEC0000001'), await qty('DEC0000002')]).toEqual([12, 7])
  })

  test('a place that appears twice is reported with the first line', async () => {
    const { report } = await send(
      stockFile(stockRow('TWI0000001'), stockRow('TWI0000002'), stockRow('twi0000001')),
    )
    expect(report.Errors).toEqual([
      { Line: 4, Column: 'Barcode', Code: 'rowTwice', Facts: { value: 'TWI0000001', line: 2 } },
    ])
  })

  test('one barcode cannot have two kinds of plants in one file', async () => {
    const answer = await send(stockFile(stockRow('KIN0000001'), 'KIN0000001,WAT,B-02,5,MON,Trimmed,S1'))
    expect(answer.report.Errors).toEqual([
      {
        Line: 3,
        Column: 'Barcode',
        Code: 'rowOtherPlantsInFile',
        Facts: { value: 'KIN0000001', line: 2, here: 'MON', known: 'ALB' },
      },
    ])
  })

  test('plants that documents hold stay', async () => {
    const pia = warehouse.clerk('pia.picker')
    await pia.order(await pia.create(), barcodeOf(6), 30)
    const answer = await send(stockFile(stockRow(barcodeOf(6), 29)))
    expect(answer.report.Errors).toMatchObject([{ Code: 'rowReserved', Facts: { n: 30 } }])
    expect(await qty(barcodeOf(6))).toBe(100)
    expect((await send(stockFile(stockRow(barcodeOf(6), 30)))).report.Adjusted).toBe(1)
  })

  test('all errors of a row are reported together, and a very large number of errors is only counted', async () => {
    expect(errorsOf(await send(stockFile('nope,XXX,A-01,x,NOPE,Chopped,S9')))).toHaveLength(6)
    const many = Array.from({ length: 1500 }, (_, at) => stockRow(`no-${at}`))
    const { report } = await send(stockFile(...many))
    expect(report.Refused).toBe(1500)
    expect(report.Errors).toHaveLength(200)
  })
})

describe('files of spreadsheets', () => {
  const header = HEADER.replaceAll(',', ';')
  test.each([
    ['byte order mark, semicolons, CRLF', `\uFEFF${header}\r\nXLS0000001;WAT;A-01;100;ALB;Trimmed;S1\r\n`],
    ['a line that names the separator', `sep=;\r\n${header}\r\nXLS0000002;WAT;A-01;100;ALB;Trimmed;S1\r\n`],
    ['tabs', `${HEADER.replaceAll(',', '\t')}\nXLS0000003\tWAT\tA-01\t100\tALB\tTrimmed\tS1\n`],
    [
      'quoted cells with separators, quotes and line breaks in them',
      `${HEADER},Attributes,Note\n"XLS0000004","WAT","A ""1"", left","100","ALB","Trimmed","S1","x, y","two\nlines"\n`,
    ],
    [
      'columns in another order and case, spaces around',
      `quantity , BARCODE, location,storage location,variety,Trim Type,season\n 100 ,XLS0000005 , WAT,A-01,ALB,Trimmed,S1`,
    ],
    [
      'empty rows and columns that nobody asked for',
      `${HEADER},Note\nXLS0000006,WAT,A-01,100,ALB,Trimmed,S1,hello\n,,,,,,,\n\n`,
    ],
  ])('%s', async (_, file) => {
    const answer = await send(file)
    expect(errorsOf(answer)).toEqual([])
    expect(answer.report).toMatchObject({ Applied: true, Rows: 1, Opened: 1 })
  })

  const bytes = (...values: readonly number[]) =>
    new Uint8Array([...values, ...new TextEncoder().encode(HEADER)])
  test.each([
    ['nothing at all', '', '0 fileEmpty'],
    ['a header alone', `${HEADER}\n`, '0 fileEmpty'],
    ['a workbook', bytes(0x50, 0x4b, 0x03, 0x04), '0 fileIsWorkbook'],
    ['an old workbook', bytes(0xd0, 0xcf, 0x11, 0xe0), '0 fileIsWorkbook'],
    ['a picture', bytes(0x89, 0x50, 0x4e, 0x47, 0x00), '0 fileIsBinary'],
    [
      'UTF-8 that is damaged in its third line',
      new Uint8Array([...bytes(), 10, 0xc3, 0xa4, 10, 0x41, 0xe4, 10]),
      '3 fileNotUtf8',
    ],
    ['prose', 'Dear Sirs, we have counted\nall of it.', '1 fileNoHeader'],
    ['a column too few', 'Barcode,Location\nB000000001,WAT\n', '1 fileColumnMissing'],
    ['a column twice', `${HEADER},Quantity\n`, '1 fileColumnTwice'],
    ['a quote that never ends', `${HEADER}\n"B000000001,WAT\n${'x\n'.repeat(20_000)}`, '1 fileQuoteOpen'],
  ])('%s', async (_, file, expected) => {
    const before = await sizes()
    const answer = await send(file, 'badrows=skip')
    expect(answer.report).toMatchObject({ Applied: false })
    expect(errorsOf(answer)[0]).toBe(expected)
    expect(await sizes()).toEqual(before)
  })

  // The formats in which Excel saves: 'CSV', 'CSV UTF-8' and 'Unicode text'.
  const inUtf16 = (text: string, bigEndian = false) => {
    const buffer = Buffer.from(text, 'utf16le')
    return new Uint8Array(bigEndian ? buffer.swap16() : buffer)
  }
  const saved: readonly (readonly [string, (text: string) => Uint8Array<ArrayBuffer>])[] = [
    ['UTF-8', (text) => new TextEncoder().encode(text)],
    ['UTF-8 with its mark', (text) => new TextEncoder().encode(`\uFEFF${text}`)],
    ['Windows-1252', (text) => new Uint8Array(Buffer.from(text, 'latin1'))],
    ['UTF-16', (text) => inUtf16(`\uFEFF${text}`)],
    ['UTF-16, the other way round', (text) => inUtf16(`\uFEFF${text}`, true)],
    ['UTF-16 without its mark', (text) => inUtf16(text)],
  ]
  test.each(saved)('in %s, letters and lines are read as written', async (name, encode) => {
    const at = saved.findIndex(([known]) => known === name)
    const rows = [
      `ENC000000${at},WAT,Señal ö,5,ALB,Trimmed,S1,"two\r\nlines"`,
      `ENC000001${at},WAT,A-01,five,ALB,Trimmed,S1,"x\ny\nz"`,
      `ENC000002${at},WAT,A-01,six,ALB,Trimmed,S1,`,
    ]
    const answer = await send(encode([`${HEADER},Note`, ...rows, ''].join('\r\n')), 'badrows=skip')
    // Reports the first line of each row.
    expect(errorsOf(answer)).toEqual(['4 Quantity rowQuantity', '7 Quantity rowQuantity'])
    expect(await qty(`ENC000000${at}`, stockAccount('WAT', 'Señal ö'))).toBe(5)
  })

  test('Windows-1252 that begins after the first part of a long file', async () => {
    const rows = Array.from({ length: 3000 }, (_, at) => stockRow(`W${String(at).padStart(9, '0')}`, 1))
    const file = stockFile(...rows, stockRow('WIN0000001', 3, 'Ñu'), stockRow('WIN0000002', 'ñ'))
    const answer = await send(new Uint8Array(Buffer.from(file, 'latin1')), 'badrows=skip')
    expect(errorsOf(answer)).toEqual(['3003 Quantity rowQuantity'])
    expect(await qty('WIN0000001', stockAccount('WAT', 'Ñu'))).toBe(3)
  })

  test('a file that fails in its middle changes nothing, even if bad rows are skipped', async () => {
    const rows = Array.from({ length: 1200 }, (_, at) => stockRow(`M${String(at).padStart(9, '0')}`, 1))
    const answer = await send(`${stockFile(...rows)}"never closed`, 'badrows=skip')
    expect(errorsOf(answer)[0]).toBe('1202 fileQuoteOpen')
    expect(await qty('M000000000')).toBe(0)
  })
})

test('needs an admin, and is logged', async () => {
  for (const username of ['pia.picker', 'lena.lead', 'rhea.reader']) {
    const refused = await send(stockFile(stockRow('FOR0000001')), '', username)
    expect(refused).toMatchObject({ status: 403, problem: { code: 'group_missing' } })
  }
  expect((await send(stockFile(stockRow('FOR0000002')), 'badrows=sometimes')).status).toBe(400)
  await send(stockFile(stockRow('FOR0000003')))
  const { body } = await warehouse.clerk('ada.admin').get<{ Result: PastImport[] }>('maintenance/imports')
  expect(body.Result[0]).toMatchObject({ By: 'ada.admin', FileName: 'stock.csv', Rows: 1, Opened: 1 })
  await expect(warehouse.database.pool.query('delete from stock_import')).rejects.toThrow('append-only')
})

test('the name of a file is stored on one line, and cannot change the direction of other text', async () => {
  const name = encodeURIComponent('stock\r\n2026\u202Evsc.csv')
  const answer = await warehouse.call('ada.admin', 'POST', `maintenance/import?file=${name}`, {
    body: stockFile(stockRow('FOR0000004')),
    headers: { 'content-type': 'text/csv' },
  })
  expect(await answer.text()).toContain('"Applied":true')
  const { body } = await warehouse.clerk('ada.admin').get<{ Result: PastImport[] }>('maintenance/imports')
  expect(body.Result[0]?.FileName).toBe('stock__2026_vsc.csv')
})

test('two simultaneous imports of the same file apply it once', async () => {
  const rows = Array.from({ length: 50 }, (_, at) => stockRow(`R${String(at).padStart(9, '0')}`, 20))
  const answers = await Promise.all(
    ['ada.admin', 'sam.super'].map((who) => send(stockFile(...rows), '', who)),
  )
  expect(answers.map(({ report }) => report.Applied)).toEqual([true, true])
  expect(await qty('R000000049')).toBe(20)
})
