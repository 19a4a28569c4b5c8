import { formatQuantity } from './support/format-quantity.ts'
import { expect, test } from './support/test.ts'

test('adjusts one barcode up and one down, by scanner and keyboard', async ({ station, warehouse }) => {
  const [more = '', less = ''] = await warehouse.plants(2)
  const moreBefore = await warehouse.stockOf(more)
  const lessBefore = await warehouse.stockOf(less)
  const [moreShelf, lessShelf] = [await warehouse.shelfOf(more), await warehouse.shelfOf(less)]
  const { hands, scanner } = station
  await station.open()
  await station.signIn('pia.picker')
  await station.beginAtTrim(warehouse.place)

  await scanner.scan(more)
  await expect(station.strip).toContainText(
    `${more} at ${moreShelf}: ${formatQuantity(moreBefore.onHand)} on hand. Enter the counted quantity.`,
  )
  await expect(station.quantityOf(more)).toBeFocused()
  await hands.press('Enter')
  await expect(station.strip).toContainText('Please Edit Quantity')
  await scanner.scan('%T.OK')
  await expect(station.quantityOf(more)).toBeFocused()
  await hands.type(String(moreBefore.onHand + 4))
  await hands.press('Enter')
  await expect(station.question).toContainText(
    `Change Qty from ${formatQuantity(moreBefore.onHand)} to ${formatQuantity(moreBefore.onHand + 4)}`,
  )
  await expect(station.button('Confirm')).toHaveAttribute('aria-disabled', 'true')
  await station.typeInto(station.page.getByRole('combobox', { name: 'Reason' }), 'cou')
  await expect(station.button('Confirm')).not.toHaveAttribute('aria-disabled', 'true')
  await hands.press('Enter')
  await expect(station.question).toContainText('Print 4 more labels?')
  await hands.press('n')
  await expect(station.question).toBeHidden()
  await expect(station.strip).toContainText('Trim Adjusted')

  await hands.type(String(lessBefore.onHand - 6))
  await scanner.scan(less)
  await expect(station.question).toContainText(
    `Change Qty from ${formatQuantity(lessBefore.onHand)} to ${formatQuantity(lessBefore.onHand - 6)}`,
  )
  await scanner.scan('%T.R.REGRADE')
  await expect(station.strip).toContainText('Reason: Graded again')
  await scanner.scan('%T.YES')
  await expect(station.strip).toContainText(
    `${less} at ${lessShelf}: ${formatQuantity(lessBefore.onHand)} is now ${formatQuantity(lessBefore.onHand - 6)}.`,
  )

  expect((await warehouse.stockOf(more)).onHand).toBe(moreBefore.onHand + 4)
  expect((await warehouse.stockOf(less)).onHand).toBe(lessBefore.onHand - 6)
})

test('reports a barcode that is not in stock, and searches without a barcode', async ({
  station,
  warehouse,
}) => {
  await station.open()
  await station.signIn('pia.picker')
  await station.beginAtTrim(warehouse.place)
  await station.scanner.scan('ZZZZZZZZ99')
  await expect(station.strip).toContainText('No data available for ZZZZZZZZ99 Inventory.')
  await station.scanner.scan('%T.OK')
  await station.tabTo(station.button(/^Search/))
  await station.hands.press('Enter')
  await expect(station.text(/\d+\+? found/)).toBeVisible()
})
