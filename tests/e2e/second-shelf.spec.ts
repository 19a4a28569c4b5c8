/** A barcode on two shelves: plants missing on the first shelf are taken from the second, by key or scan. */
import { checkScreen } from './support/check-screen.ts'
import { fillShelf, orderFromShelf } from './support/shelves.ts'
import { expect, test } from './support/test.ts'

test('the app offers the second shelf and takes the rest by one key; plants that another user took meanwhile are reported as missing', async ({
  station,
  warehouse,
}) => {
  const { page, scanner, strip, hands } = station
  const [barcode = ''] = await fillShelf(warehouse, ['R-01', 'R-02'], 'K1', 1)
  const tag = await orderFromShelf(warehouse, barcode, 'R-01', 80)
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  await hands.type('35')
  await scanner.scan(barcode)
  await station.answerYes('Change Pick Qty from 80 to 35')
  await expect(strip).toContainText(`${barcode}: picked 35 of 80.`)
  await expect(station.text(`${barcode}: 45 short at R-01. R-02 has 100.`)).toBeVisible()
  await expect(station.button(/^Take 45 from R-02/)).toBeVisible()
  await checkScreen(page, 'second-shelf')

  await orderFromShelf(warehouse, barcode, 'R-02', 70)
  await hands.press(';')
  await expect(strip).toContainText(`${barcode}: 30 more from R-02. Still 15 short.`)
  await expect(station.line(barcode)).toHaveCount(2)
  await expect(station.button(/^Take /)).toHaveCount(0)
  await scanner.scan(barcode)
  await expect(strip).toContainText(`${barcode}: picked 30 of 30. Shelf R-02.`)
  await hands.press('s')
  await expect(strip).toContainText('Issuance SHIPPED')
  expect((await warehouse.summaryOf(tag)).lines).toEqual([
    `${barcode} SHIPPED 30/30`,
    `${barcode} SHIPPED 35/35`,
  ])
})

test.describe('on a handheld', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 640 } })

  test('the second shelf can be used by scans only, on an issuance and on a dump', async ({
    station,
    warehouse,
  }) => {
    const { page, scanner, strip } = station
    const [barcode = ''] = await fillShelf(warehouse, ['R-03', 'R-04'], 'K2', 1)
    const tag = await orderFromShelf(warehouse, barcode, 'R-03', 40)
    await station.begin('lena.lead', warehouse.place)
    await station.openIssuance(tag)
    await scanner.scan('%T.Q.15', barcode)
    await station.answerYes('Change Pick Qty from 40 to 15')
    await expect(strip).toContainText(`${barcode}: picked 15 of 40.`)
    await expect(page.getByText(`${barcode}: 25 short at R-03. R-04 has 100.`)).toBeInViewport()
    await expect(station.button(/^Take 25 from R-04/)).toBeInViewport()
    await scanner.scan('%T.REST')
    await expect(strip).toContainText(`${barcode}: the other 25 come from R-04.`)
    // The guide shows the other shelf.
    await expect(page.locator('.guide-shelf')).toHaveText('R-04')
    await scanner.scan(barcode)
    await expect(strip).toContainText(`${barcode}: picked 25 of 25. Shelf R-04.`)
    await scanner.scan('%T.SHIP')
    await expect(strip).toContainText('Issuance SHIPPED')
    expect(await warehouse.stockOf(barcode)).toEqual({ onHand: 160, available: 160 })

    await scanner.scan('%T.DUMPS')
    await station.newDump('Lena Moreau')
    await scanner.scan('%T.R.MOLD', '%T.Q.90', barcode)
    await expect(
      page.getByRole('alertdialog', { name: `${barcode} is on 2 shelves. Which one?` }),
    ).toBeVisible()
    await checkScreen(page, 'which-shelf')
    await scanner.scan('R-03')
    await expect(strip).toContainText('Insufficient quantity')
    await scanner.scan('%T.OK')
    await scanner.scan('%T.REST')
    await expect(strip).toContainText(`${barcode}: the other 5 come from R-04.`)
    await scanner.scan('%T.DUMP')
    await expect(strip).toContainText('DUMPED successfully')
    expect(await warehouse.stockOf(barcode)).toEqual({ onHand: 70, available: 70 })
  })
})
