import { expect, test } from './support/test.ts'

test('a return for dumping: its reasons, its questions, and no more than was shipped', async ({
  station,
  warehouse,
}) => {
  const { hands, scanner } = station
  const [one = '', two = '', stray = ''] = await warehouse.plants(3)
  const { grower } = await warehouse.shippedIssuance([
    { barcode: one, quantity: 30 },
    { barcode: two, quantity: 20 },
  ])
  // Some barcodes were also shipped to this grower last season.
  const shipped = await warehouse.everIssuedTo(grower.id)
  const before = await warehouse.stockOf(one)

  await station.beginOn('ravi.receiver', warehouse.place, 'f', 'Return')
  await station.newReturn(grower.name, 'Dump')
  const number = station.tag

  await scanner.scan(stray)
  await expect(station.strip).toContainText(`No data available for ${stray} Inventory.`)
  await scanner.scan('%T.OK', one)
  await expect(station.quantityOf(one)).toBeFocused()
  await hands.type('12')
  await hands.press('Enter')
  await expect(station.question).toContainText('Please Select Reason Code')
  await expect(station.button('Confirm')).toHaveAttribute('aria-disabled', 'true')
  await scanner.scan('%T.R.DRY', '%T.YES')
  await expect(station.strip).toContainText(`${one}: 12 to return.`)

  await scanner.scan('%T.R.MOLD')
  await expect(station.text(/^Reason for the next scans: Mold/)).toBeVisible()
  await scanner.scan(`%T.Q.${(shipped[two] ?? 0) + 1}`, two)
  await expect(station.strip).toContainText(/issued/)
  await scanner.scan('%T.OK', '%T.Q.20', two)
  await expect(station.strip).toContainText(`${two}: 20 to return.`)

  await hands.press('v')
  await expect(station.button(/^Go to the editor/)).toBeVisible()
  await expect(station.text('2 of 2 lines')).toBeVisible()
  await scanner.scan('%T.Q.0', two)
  await station.answerYes('Change the saved quantity from 20 to 0')
  await expect(station.strip).toContainText(`${two}: 0 to return.`)
  await scanner.scan('%T.RETURN')
  await expect(station.openPoints).toContainText(`Quantity cannot be zero: ${two}`)
  await scanner.scan('%T.D.1')
  await expect(station.quantityOf(two)).toBeFocused()
  await station.typeInto(station.quantityOf(two), '7')
  await hands.press('Enter')
  await expect(station.strip).toContainText(`${two}: 7 to return.`)
  await hands.press('s')
  await expect(station.strip).toContainText('Order Returned Successfully')
  await expect(station.heading('Return')).toBeVisible()
  await scanner.scan(number)
  await expect(station.text(`${number} is POSTED. You can look at it but not change it.`)).toBeVisible()
  // Dumped plants do not return to stock.
  expect(await warehouse.stockOf(one)).toEqual(before)
})
