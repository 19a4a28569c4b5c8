/** Which line a typed number belongs to, and what still works during a held error (docs/scanning.md). */
import { expect, test } from './support/test.ts'

test('two errors in a row are confirmed one by one: the strip shows no success before the last', async ({
  station,
  warehouse,
}) => {
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await warehouse.issuance([{ barcode, ordered: 40 }])
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  await station.scanner.scan('125000111', '125000222')
  await expect(station.strip).toContainText('125000111')
  await station.scanner.scan('%T.Q.2')
  await expect(station.strip).toContainText('2 for the next barcode.')
  await expect(station.strip).toContainText('125000111')
  await expect(station.wholeStrip).toHaveAttribute('data-tone', 'error')
  await station.hands.press('F9')
  await expect(station.strip).toContainText('2 of 2')
  await expect(station.strip).toContainText('125000222')
  await expect(station.wholeStrip).toHaveAttribute('data-tone', 'error')
  await station.hands.press('F9')
  await expect(station.strip).toContainText('OK. Scanning continues.')

  await station.scanner.scan('%T.CLEAR')
  await expect(station.strip).toContainText('The quantity was cleared.')
  // Without a held error F9 does nothing, Escape clears the message, and the next document starts without it.
  await station.hands.press('F9')
  await expect(station.strip).toContainText('The quantity was cleared.')
  await station.hands.press('Escape')
  await expect(station.strip).toContainText('Ready to scan')
  await station.scanner.scan(barcode)
  await expect(station.strip).toContainText(`${barcode}: picked 40 of 40.`)
  await station.hands.press('i')
  await expect(station.heading('Issuance')).toBeVisible()
  await expect(station.strip).toContainText('Ready to scan')
})

test('a scan uses up the number before it, and leaving the document drops the number', async ({
  station,
  warehouse,
}) => {
  const [first = '', second = ''] = await warehouse.plants(2)
  const [one, two] = [await warehouse.issuance(), await warehouse.issuance()]
  await station.begin('pia.picker', warehouse.place)
  await station.openEditor(one)
  await station.hands.type('40')
  await station.scanner.scan('B12500')
  await expect(station.strip).toContainText('Not done')
  await station.hands.press('F9')
  await station.hands.type('40')
  await expect(station.strip).toContainText('Next: × 40')
  await station.scanner.scan(first)
  await expect(station.strip).toContainText(`${first}: ordered 40.`)
  await station.hands.type('1')
  await expect(station.strip).toContainText(`1 → …${first.slice(-4)} (now 40)?`)
  await station.goTo(`/Issuance/Edit/${two}`)
  await expect(station.heading(`Issuance ${two}`)).toBeVisible()
  await expect(station.strip).not.toContainText('→')
  await station.hands.type('7')
  await station.scanner.scan(second)
  await expect(station.strip).toContainText(`${second}: ordered 7.`)
})

test('digits after a scan go to its line, even with the focus in another field', async ({
  station,
  warehouse,
}) => {
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await warehouse.issuance()
  await station.begin('pia.picker', warehouse.place)
  await station.openEditor(tag)
  await station.hands.press('F3')
  await station.tabTo(station.page.locator('.stock-search-form input').first())
  await station.scanner.scan(barcode)
  await station.hands.type('11')
  await expect(station.strip).toContainText(`${barcode}: 11`)
  await expect(station.quantityOf(barcode)).toHaveValue('11')
  await station.hands.press('Enter')
  await expect(station.strip).toContainText(`${barcode}: ordered 11.`)
  expect((await warehouse.summaryOf(tag)).lines).toEqual([`${barcode} RESERVED 11/-`])
})

test('numbers typed while the reason dialog is open go to the barcodes after them', async ({
  station,
  warehouse,
}) => {
  const [one = '', two = '', three = ''] = await warehouse.plants(3)
  await station.beginOn('lena.lead', warehouse.place, 'z', 'Dump')
  await station.newDump('Lena Moreau')
  await station.hands.type('5')
  await station.scanner.scan(one)
  await expect(station.question).toContainText('Select a reason code')
  await station.hands.type('6')
  await station.scanner.scan(two)
  await station.hands.type('7')
  await station.scanner.scan(three)
  for (const [barcode, quantity] of [
    [one, 5],
    [two, 6],
    [three, 7],
  ] as const) {
    await expect(station.question).toContainText('Select a reason code')
    await station.scanner.scan('%T.R.DRY')
    await station.scanner.scan('%T.YES')
    await expect(station.strip).toContainText(`${barcode}: dumped ${quantity}.`)
  }
})

test('a pick of zero is confirmed once', async ({ station, warehouse }) => {
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await warehouse.issuance([{ barcode, ordered: 40 }])
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  await station.hands.type('0')
  await station.scanner.scan(barcode)
  await expect(station.question).toBeVisible()
  await station.hands.press('Enter')
  await expect(station.question).toBeHidden()
  await expect(station.wholeStrip).toHaveAttribute('data-tone', 'warning')
  await station.scanner.scan(barcode)
  await expect(station.strip).toContainText(`${barcode}: picked 40 of 40.`)
})
