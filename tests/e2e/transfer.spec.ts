import type { Browser } from 'playwright/test'
import { expect, test } from './support/test.ts'
import type { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

// The destination: the demo receiver works there, the lead does not.
const destinationCode = 'FLC'

// Runs work on a workstation at the destination, by another person.
const atDestination = async (
  browser: Browser,
  warehouse: Warehouse,
  work: (station: Workstation) => Promise<void>,
) => {
  const context = await browser.newContext()
  try {
    await work(await Workstation.at(await context.newPage(), warehouse.url))
  } finally {
    await context.close()
  }
}

// Opens the request about a barcode in the table of requests by keys.
const openRequest = async (station: Workstation, barcode: string) => {
  const requestLink = station.page.getByRole('row').filter({ hasText: barcode }).getByRole('link')
  await expect(requestLink).toBeVisible()
  await station.tabTo(station.documentRows.getByRole('link').first())
  const isFocused = () => requestLink.evaluate((link) => link === document.activeElement)
  for (let left = await station.documentRows.count(); left > 0 && !(await isFocused()); left -= 1) {
    await station.hands.press('ArrowDown')
  }
  await expect(requestLink).toBeFocused()
  await station.hands.press('Enter')
}

test('two people at two locations create, ship and receive a transfer', async ({
  station,
  warehouse,
  browser,
}) => {
  const { hands, scanner } = station
  const [first = '', second = '', stray = ''] = await warehouse.plants(3)
  const before = await warehouse.stockOf(first)
  const stockThere = await warehouse.stockOf(first, destinationCode)

  await station.beginTransfers('lena.lead', warehouse.place)
  await hands.press('n')
  await expect(station.heading('New transfer')).toBeVisible()
  const destination = station.page.getByRole('combobox', { name: /^Destination/ })
  await station.tabTo(destination)
  await hands.type(destinationCode.toLowerCase())
  await expect(station.page.getByRole('option').first()).toContainText(destinationCode)
  await hands.press('Enter')
  await scanner.scan('%T.HEADER.SAVE')
  await expect(station.strip).toContainText('Transfer Header Created Successfully')
  await expect(station.heading(/^Transfer \d+$/)).toBeVisible()
  const number = station.tag

  await scanner.scan('%T.Q.30', first)
  await expect(station.strip).toContainText(`${first}: ordered 30.`)
  await scanner.scan('%T.Q.20', second)
  await expect(station.strip).toContainText(`${second}: ordered 20.`)
  await scanner.scan(first)
  await expect(station.strip).toContainText(`${first} is on the list already.`)
  await scanner.scan('%T.DETAIL')
  await expect(station.text('0 of 2 lines')).toBeVisible()
  await scanner.scan(first, second)
  await expect(station.text('2 of 2 lines')).toBeVisible()
  await hands.press('s')
  await expect(station.strip).toContainText('Transfer Shipped Successfully')
  expect(await warehouse.stockOf(first)).toEqual({
    onHand: before.onHand - 30,
    available: before.available - 30,
  })

  const other = await warehouse.shippedTransfer(destinationCode, [{ barcode: stray, quantity: 5 }])
  await atDestination(browser, warehouse, async (dock) => {
    await dock.beginTransfers('ravi.receiver', warehouse.placeAt(destinationCode), 'receiving')
    await dock.scanner.scan(number)
    await expect(dock.heading(`Transfer ${number}`)).toBeVisible()
    await expect(dock.text('0 of 2 lines')).toBeVisible()

    await dock.scanner.scan(first)
    await expect(dock.strip).toContainText(`${first}: received 30 of 30.`)
    await dock.scanner.scan('%T.UNDO')
    await expect(dock.text('0 of 2 lines')).toBeVisible()
    await dock.scanner.scan(first)
    await expect(dock.text('1 of 2 lines')).toBeVisible()
    await dock.hands.press('r')
    await expect(dock.openPoints).toContainText(`${second} Not received. 20 shipped.`)
    await dock.hands.press('Escape')
    await expect(dock.strip).toContainText('Not received: 1 to check.')

    await dock.scanner.scan(stray)
    await expect(dock.question).toContainText(`${stray} is on transfer ${other}, not on ${number}.`)
    await dock.scanner.scan('%T.IGNORE', 'ZZZZZZZZ99')
    await expect(dock.strip).toContainText('ZZZZZZZZ99 is on no transfer to this location.')
    await dock.scanner.scan('%T.OK', second)
    await expect(dock.text('2 of 2 lines')).toBeVisible()
    await dock.scanner.scan(first)
    await expect(dock.strip).toContainText(`${first} is received already: 30 of 30.`)

    await dock.scanner.scan('%T.TEMP')
    const temperature = dock.field('Receive Temp')
    await dock.typeInto(temperature, '-')
    await dock.hands.press('Enter')
    await expect(dock.strip).toContainText('Please input correct temperature')
    await expect(temperature).toHaveValue('')
    await dock.scanner.scan('%T.OK')
    await dock.typeInto(temperature, '-2.5')
    await dock.hands.press('Enter')
    await expect(dock.strip).toContainText('Receive Temperature Updated')

    await dock.scanner.scan('%T.RECEIVE')
    await expect(dock.strip).toContainText('Transfer Received Successfully')
  })
  expect(await warehouse.transferOf(number)).toEqual({
    status: 'RECEIVED',
    lines: [`${first} RECEIVED 30/30`, `${second} RECEIVED 20/20`].toSorted(),
  })
  expect((await warehouse.stockOf(first, destinationCode)).onHand).toBe(stockThere.onHand + 30)
})

test('a shortage of three opens a request; accepting it returns them to the stock of origin', async ({
  station,
  warehouse,
  browser,
}) => {
  const [barcode = ''] = await warehouse.plants(1)
  const before = await warehouse.stockOf(barcode)
  const number = await warehouse.shippedTransfer(destinationCode, [{ barcode, quantity: 40 }])
  await atDestination(browser, warehouse, async (dock) => {
    await dock.beginTransfers('ravi.receiver', warehouse.placeAt(destinationCode), 'receiving')
    await dock.scanner.scan(number)
    await expect(dock.text('0 of 1 line')).toBeVisible()
    await dock.hands.type('37')
    await dock.scanner.scan(barcode)
    await dock.answerYes('Pick/Receive Qty from 40 to 37?')
    await expect(dock.strip).toContainText(`${barcode}: received 37 of 40.`)
    await dock.hands.press('r')
    await expect(dock.openPoints).toContainText('Received 37 of 40. An adjustment request will be opened.')
    await dock.hands.press('w')
    await expect(dock.strip).toContainText('Transfer Received Successfully')
  })

  await station.open()
  await station.signIn('lena.lead')
  await station.beginAtTrim(warehouse.place)
  await openRequest(station, barcode)
  await expect(station.heading(/^Adjustment request \d+$/)).toBeVisible()
  await expect(station.line(barcode)).toBeFocused()
  await station.hands.press('a')
  await expect(station.question).toContainText(`Accept ${barcode}?`)
  await station.hands.press('y')
  await expect(station.strip).toContainText(`${barcode}: accepted.`)
  await expect(station.line(barcode)).toContainText('ACCEPT')
  await expect(station.strip).toContainText(/is CLOSED/)
  expect((await warehouse.stockOf(barcode)).onHand).toBe(before.onHand - 37)
})

test('a surplus opens a request; rejecting it does not change the stock of origin', async ({
  station,
  warehouse,
  browser,
}) => {
  const [barcode = ''] = await warehouse.plants(1)
  const before = await warehouse.stockOf(barcode)
  const stockThere = await warehouse.stockOf(barcode, destinationCode)
  const number = await warehouse.shippedTransfer(destinationCode, [{ barcode, quantity: 40 }])
  await atDestination(browser, warehouse, async (dock) => {
    await dock.beginTransfers('ravi.receiver', warehouse.placeAt(destinationCode), 'receiving')
    await dock.scanner.scan(number)
    await expect(dock.text('0 of 1 line')).toBeVisible()
    await dock.tabTo(dock.quantityOf(barcode))
    await dock.hands.type('45')
    await dock.hands.press('Enter')
    await expect(dock.question).toContainText('Pick/Receive Qty from 40 to 45?')
    await dock.hands.press('y')
    await expect(dock.strip).toContainText(`${barcode}: received 45 of 40.`)
    await dock.scanner.scan('%T.RECEIVE')
    await expect(dock.openPoints).toContainText('Received 45 of 40. An adjustment request will be opened.')
    await dock.scanner.scan('%T.ANYWAY')
    await expect(dock.strip).toContainText('Transfer Received Successfully')
  })

  await station.open()
  await station.signIn('lena.lead')
  await station.beginAtTrim(warehouse.place)
  await openRequest(station, barcode)
  await station.scanner.scan(barcode)
  await expect(station.strip).toContainText(`${barcode}: accept or reject it.`)
  await station.scanner.scan('%T.REJECT')
  await expect(station.question).toContainText(`Reject ${barcode}?`)
  await station.scanner.scan('%T.YES')
  await expect(station.line(barcode)).toContainText('REJECT')
  await expect(station.button(/^Accept/)).toBeHidden()
  expect((await warehouse.stockOf(barcode)).onHand).toBe(before.onHand - 40)
  expect((await warehouse.stockOf(barcode, destinationCode)).onHand).toBe(stockThere.onHand + 45)
})

test('checks dates, a quantity of zero, and cancelling', async ({ station, warehouse }) => {
  const [barcode = ''] = await warehouse.plants(1)
  const before = await warehouse.stockOf(barcode)
  await station.beginTransfers('lena.lead', warehouse.place)
  await station.scanner.scan('%T.NEW')
  const destination = station.page.getByRole('combobox', { name: /^Destination/ })
  await station.tabTo(destination)
  await station.hands.type(warehouse.place.location.toLowerCase())
  await expect(station.text('No name found.')).toBeVisible()
  await station.hands.press('Escape')
  await station.hands.type('orw')
  await station.hands.press('Enter')
  await station.tabTo(station.field(/^Ship Date/))
  await station.hands.type('12/31/2099')
  await expect(station.text('Ship Date cannot be more than Arrival Date')).toBeVisible()
  await station.scanner.scan('%T.HEADER.SAVE')
  await expect(station.strip).toContainText('Ship Date cannot be more than Arrival Date')
  await station.scanner.scan('%T.OK')
  await station.hands.press('Shift+Home')
  await station.hands.type('t')
  await station.scanner.scan('%T.HEADER.SAVE')
  await expect(station.heading(/^Transfer \d+$/)).toBeVisible()
  await station.scanner.scan('%T.Q.10', barcode, '%T.DETAIL')
  await expect(station.text('0 of 1 line')).toBeVisible()
  await station.tabTo(station.quantityOf(barcode))
  await station.hands.type('0')
  await station.hands.press('Enter')
  await expect(station.question).toContainText('Cannot pick when inventory quantity is 0')
  await station.hands.press('Enter')
  await expect(station.question).toBeHidden()
  await station.scanner.scan('%T.OK', '%T.CANCEL')
  await expect(station.question).toContainText('Are you sure you want to permanently Cancel Transfer?')
  await station.scanner.scan('%T.YES')
  await expect(station.strip).toContainText('Transfer Cancelled Successfully')
  expect(await warehouse.stockOf(barcode)).toEqual(before)
})
