import { expect, test } from './support/test.ts'

test('dumps five lines with two reasons and refuses one for its quantity', async ({ station, warehouse }) => {
  const { hands, scanner } = station
  const barcodes = await warehouse.plants(5)
  const [one = '', two = '', three = '', four = '', five = ''] = barcodes
  const before = await Promise.all(barcodes.map((barcode) => warehouse.stockOf(barcode)))
  const availableFive = before[4]?.available ?? 0

  await station.beginOn('lena.lead', warehouse.place, 'z', 'Dump')
  await station.newDump('Lena Moreau')
  const number = station.tag

  // The first line requests a reason, which is kept for the next scans.
  await hands.type('5')
  await scanner.scan(one)
  await expect(station.question).toContainText('Select a reason code')
  await expect(station.button('Confirm')).toHaveAttribute('aria-disabled', 'true')
  await station.typeInto(station.page.getByRole('combobox', { name: 'Reason' }), 'mol')
  await expect(station.button('Confirm')).not.toHaveAttribute('aria-disabled', 'true')
  await station.tabTo(station.page.getByRole('checkbox', { name: 'For the next scans too' }))
  await hands.press('Space')
  await scanner.scan('%T.YES')
  await expect(station.strip).toContainText(`${one}: dumped 5.`)
  await scanner.scan('%T.Q.6', two)
  await expect(station.strip).toContainText(`${two}: dumped 6.`)
  await scanner.scan('%T.Q.7', three)
  await expect(station.strip).toContainText(`${three}: dumped 7.`)
  await expect(station.text(/^Reason for the next scans: Mold/)).toContainText('3 lines so far')

  await scanner.scan('%T.R.DRY')
  await expect(station.text(/^Reason for the next scans: Dried/)).toBeVisible()
  await scanner.scan('%T.Q.8', four)
  await expect(station.strip).toContainText(`${four}: dumped 8.`)
  await scanner.scan(`%T.Q.${availableFive + 1}`, five)
  await expect(station.strip).toContainText('Insufficient quantity. Please enter New Amount')
  await expect(station.quantityOf(five)).toHaveValue((availableFive + 1).toLocaleString('en-US'))
  await scanner.scan('%T.OK')
  await hands.type('9')
  await hands.press('Enter')
  await expect(station.strip).toContainText(`${five}: dumped 9.`)

  await hands.press('v')
  await expect(station.button(/^Go to the editor/)).toBeVisible()
  await expect(station.text('5 of 5 lines')).toBeVisible()
  await scanner.scan(one)
  await expect(station.strip).toContainText(`${one} is dumped already: 5.`)
  await scanner.scan('%T.CANCEL')
  await expect(station.strip).toContainText('5 lines are dumped already')
  await scanner.scan('%T.OK')
  await hands.press('s')
  await expect(station.strip).toContainText('DUMPED successfully')
  await expect(station.heading('Dump')).toBeVisible()
  await scanner.scan(number)
  await expect(station.text(`${number} is DUMPED. You can look at it but not change it.`)).toBeVisible()

  for (const [index, quantity] of [5, 6, 7, 8, 9].entries()) {
    const { onHand = 0, available = 0 } = before[index] ?? {}
    expect(await warehouse.stockOf(barcodes[index] ?? '')).toEqual({
      onHand: onHand - quantity,
      available: available - quantity,
    })
  }
})

test('a person without the right to dump saves a dump and cancels it', async ({ station, warehouse }) => {
  const { hands, scanner } = station
  const [one = '', two = ''] = await warehouse.plants(2)
  const before = await warehouse.stockOf(one)

  await station.beginOn('ravi.receiver', warehouse.place, 'z', 'Dump')
  await expect(station.text('You need DUMPKEY for this.')).toBeVisible()
  await station.newDump('Lena Moreau')
  const number = station.tag
  await scanner.scan('%T.R.FREEZE')
  await expect(station.text(/^Reason for the next scans: Freeze/)).toBeVisible()
  await scanner.scan('%T.Q.10', one)
  await expect(station.strip).toContainText(`${one}: 10 to dump, not dumped yet.`)
  await scanner.scan('%T.Q.4', two)
  await expect(station.strip).toContainText(`${two}: 4 to dump, not dumped yet.`)
  expect(await warehouse.stockOf(one)).toEqual({
    onHand: before.onHand,
    available: before.available - 10,
  })

  await hands.press('v')
  await expect(station.text('0 of 2 lines')).toBeVisible()
  await hands.press('s')
  await expect(station.strip).toContainText('You need DUMPKEY for this.')
  await scanner.scan('%T.OK')
  await hands.press('c')
  await expect(station.question).toContainText('Are you sure you want to permanently Cancel Dump?')
  await hands.press('y')
  await expect(station.strip).toContainText('CANCELLED successfully')
  await expect(station.heading('Dump')).toBeVisible()
  expect(await warehouse.stockOf(one)).toEqual(before)
  await scanner.scan(number)
  await expect(station.text(`${number} is CANCELLED. You can look at it but not change it.`)).toBeVisible()
})
