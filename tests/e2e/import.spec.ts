import { readFile } from 'node:fs/promises'
import { expect, test } from './support/test.ts'
import type { Workstation } from './support/workstation.ts'

const header = 'Barcode;Location;StorageLocation;Quantity;Variety;TrimType;Season'
// As Excel writes CSV in Europe.
const fileOf = (...rows: readonly string[]) => Buffer.from(`\uFEFF${[header, ...rows, ''].join('\r\n')}`)

// Register the listener early: the browser needs time to start intercepting file choosers.
test.beforeEach(({ page }) => {
  page.on('filechooser', () => undefined)
})

const choose = async (station: Workstation, buffer: Buffer, name = 'count.csv') => {
  const [chooser] = await Promise.all([
    station.page.waitForEvent('filechooser'),
    station.scanner.scan('%T.FILE'),
  ])
  await chooser.setFiles({ name, mimeType: 'text/csv', buffer })
}

test('imports a valid file by keyboard once, and the history shows it', async ({ station, warehouse }) => {
  const { hands, scanner } = station
  const { location, season } = warehouse.place
  const [known = ''] = await warehouse.plants(1)
  const row = (barcode: string, quantity: number, place = 'Z-99') =>
    `${barcode};${location};${place};${quantity};ALBIO;Bare Root;${season.TrimSeason}`
  await station.open()
  await station.signIn('ada.admin')
  await station.beginAtTrim(warehouse.place)
  await scanner.scan('%T.IMPORT')
  await expect(station.heading('Stock import')).toBeVisible()
  await expect(station.button(/^Check/)).toHaveAttribute('aria-disabled', 'true')
  await choose(station, fileOf(row('E2EIMP0001', 120), row('E2EIMP0002', 80)))
  await scanner.scan('%T.FILE.CHECK')
  await expect(station.text('Checked 2 rows: 2 new, 0 to correct, 0 unchanged.')).toBeVisible()
  expect((await warehouse.stockOf('E2EIMP0001')).onHand).toBe(0)
  await hands.press('F7')
  await expect(station.text('Imported 2 rows: 2 new, 0 corrected, 0 unchanged, 0 skipped.')).toBeVisible()
  expect((await warehouse.stockOf('E2EIMP0001')).onHand).toBe(120)
  await scanner.scan('%T.FILE.CHECK')
  await expect(station.text('Checked 2 rows: 0 new, 0 to correct, 2 unchanged.')).toBeVisible()

  await station.runByPalette('history E2EIMP0001')
  await expect(station.heading('History of E2EIMP0001')).toBeVisible()
  await expect(station.text('120 plants moved')).toBeVisible()
  await expect(station.text('Reason: Stock import')).toBeVisible()
  // A scan opens the history of its barcode; so does the command on the current line.
  await scanner.scan(known)
  await expect(station.heading(`History of ${known}`)).toBeVisible()
  await scanner.scan('%T.TRIM')
  await expect(station.heading('Adjust Trim')).toBeVisible()
  await scanner.scan('E2EIMP0002', '%T.HISTORY')
  await expect(station.heading('History of E2EIMP0002')).toBeVisible()
})

test('a wrong file changes nothing, and each error is listed with its line', async ({
  station,
  warehouse,
}) => {
  const { hands, scanner } = station
  const { location, season } = warehouse.place
  const good = `E2EBAD0001;${location};Z-98;10;ALBIO;Bare Root;${season.TrimSeason}`
  await station.open()
  await station.signIn('ada.admin')
  await station.beginAtTrim(warehouse.place)
  await scanner.scan('%T.IMPORT')
  await expect(station.heading('Stock import')).toBeVisible()
  await choose(
    station,
    fileOf(
      good,
      good.replace('E2EBAD0001', 'TOO-SHORT'),
      good.replace(';10;', ';B000000001;').replace('0001', '0002'),
    ),
  )
  await scanner.scan('%T.FILE.CHECK')
  await expect(station.text('Checked 3 rows: 2 are wrong')).toBeVisible()
  const errors = station.page.getByRole('region', { name: 'What is wrong' }).getByRole('row')
  await expect(errors).toHaveText([
    'LineColumnWhat is wrong',
    '3BarcodeTOO-SHORT is not a barcode: a barcode has exactly 10 letters or digits.',
    '4QuantityB000000001 looks like a barcode, not a quantity.',
  ])
  await expect(station.button(/^Import/)).toHaveAttribute('aria-disabled', 'true')
  await hands.press('F7')
  await expect(station.strip).toContainText('Check the file first')
  await scanner.scan('%T.OK')
  await station.open('/Maintenance/Import/')
  await expect(station.heading('Stock import')).toBeVisible()
  await expect(station.strip).toBeVisible()
  await choose(station, Buffer.from('PK\u0003\u0004 not a table'), 'count.xlsx.csv')
  await scanner.scan('%T.FILE.CHECK')
  await expect(station.text('This is a workbook, not a CSV file.')).toBeVisible()
  await scanner.scan('%T.OK')

  await station.open('/Maintenance/Import/')
  await expect(station.heading('Stock import')).toBeVisible()
  await expect(station.strip).toBeVisible()
  await choose(station, fileOf(good, good.replace('E2EBAD0001', 'TOO-SHORT')))
  await station.tabTo(station.field('Skip wrong rows and import the rest'))
  await hands.press('Space')
  await scanner.scan('%T.FILE.CHECK')
  await expect(station.text('Checked 2 rows: 1 is wrong')).toBeVisible()
  await hands.press('F7')
  await expect(station.text('Imported 2 rows: 1 new, 0 corrected, 0 unchanged, 1 skipped.')).toBeVisible()
  expect((await warehouse.stockOf('E2EBAD0001')).onHand).toBe(10)
})

test('stock and movements can be downloaded', async ({ station, warehouse }) => {
  const [barcode = ''] = await warehouse.plants(1)
  await station.open()
  await station.signIn('pia.picker')
  await station.beginAtTrim(warehouse.place)
  await station.scanner.scan('%T.DOWNLOADS')
  await expect(station.heading('Downloads')).toBeVisible()
  for (const name of ['Stock on hand', 'Movements']) {
    await station.tabTo(station.button(`Download ${name}`))
    const [download] = await Promise.all([
      station.page.waitForEvent('download'),
      station.hands.press('Enter'),
    ])
    expect(download.suggestedFilename()).toMatch(/^(stock|movements)-\d{4}-\d\d-\d\d\.csv$/)
    expect(await readFile(await download.path(), 'utf8')).toContain(barcode)
  }
})

test('a slow download shows its progress, continues when its screen closes, and can be stopped', async ({
  station,
  warehouse,
}) => {
  await station.open()
  await station.signIn('pia.picker')
  await station.beginAtTrim(warehouse.place)
  await station.scanner.scan('%T.DOWNLOADS')
  await expect(station.heading('Downloads')).toBeVisible()
  // A slow network: 4 kB per second.
  const session = await station.page.context().newCDPSession(station.page)
  const slow = (bytesPerSecond: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      uploadThroughput: -1,
      downloadThroughput: bytesPerSecond,
    })
  await slow(4000)
  await station.tabTo(station.button('Download Stock on hand'))
  await station.hands.press('Enter')
  const progress = station.text(/^[1-9][\d,]* rows so far, [\d,]+ kB/)
  await expect(progress).toBeVisible()
  await expect(station.button('Stop Stock on hand')).toBeFocused()
  await station.hands.press('Escape')
  await station.runByPalette('workstation')
  await expect(station.heading('Workstation')).toBeVisible()
  await station.scanner.scan('%T.DOWNLOADS')
  await expect(progress).toBeVisible()
  await station.tabTo(station.button('Stop Stock on hand'))
  await station.hands.press('Enter')
  await expect(station.text('Stopped. Nothing was saved.')).toBeVisible()
  await expect(station.button('Download Stock on hand')).toBeFocused()

  await slow(-1)
  const [download] = await Promise.all([station.page.waitForEvent('download'), station.hands.press('Enter')])
  expect(download.suggestedFilename()).toContain('stock')
})
