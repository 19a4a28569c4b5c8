import type { Page } from 'playwright/test'
import { expect, test } from './support/test.ts'
import { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

// Runs from a first start, by keyboard and scanner only.
const onFirstDay = async (
  page: Page,
  work: (station: Workstation, warehouse: Warehouse) => Promise<void>,
) => {
  const warehouse = await Warehouse.open({ firstDay: true })
  try {
    await work(await Workstation.at(page, warehouse.url), warehouse)
  } finally {
    await warehouse.close()
  }
}

test('creates, picks and ships an issuance by keyboard and scanner', async ({ page }) => {
  await onFirstDay(page, async (station, warehouse) => {
    const { hands, scanner } = station
    const [first = '', second = '', third = ''] = await warehouse.plants(3)
    const grower = await warehouse.grower()

    await station.begin('pia.picker', warehouse.place)
    await hands.press('n')
    await station.chooseDestination('Grower', grower.name)
    await hands.press('Enter')
    await expect(station.strip).toContainText('Issuance Header Created')
    await expect(station.heading(/^Issuance \d+$/)).toBeVisible()
    const { tag } = station

    await scanner.scan(first, second, third)
    await expect.poll(() => station.barcodes()).toEqual([first, second, third])
    await expect(station.quantityOf(third)).toBeFocused()
    await hands.type('30')
    await hands.press('Enter')
    await expect(station.quantityOf(first)).toBeFocused()
    await hands.type('10')
    await hands.press('Enter')
    await expect(station.quantityOf(second)).toBeFocused()
    await hands.type('20')
    await hands.press('Enter')
    await expect(station.strip).toContainText(`${second}: ordered 20.`)

    await hands.press('v')
    await expect(station.text('0 of 3 lines')).toBeVisible()
    await scanner.scan(second, first, third)
    await expect(station.text('3 of 3 lines')).toBeVisible()
    await hands.press('s')
    await expect(station.strip).toContainText('Issuance SHIPPED')

    expect(await warehouse.summaryOf(tag)).toEqual({
      status: 'SHIPPED',
      lines: [`${first} SHIPPED 10/10`, `${second} SHIPPED 20/20`, `${third} SHIPPED 30/30`],
    })
    expect(await warehouse.issuedTo(grower.id)).toMatchObject({ [first]: 10, [second]: 20, [third]: 30 })
    expect(await warehouse.readBooks(tag)).toEqual({
      issued: { [first]: 10, [second]: 20, [third]: 30 },
      broken: [],
    })
  })
})

test('does the same with command barcodes and the quantity before the barcode', async ({
  station,
  warehouse,
}) => {
  const { hands, scanner } = station
  const [first = '', second = '', third = ''] = await warehouse.plants(3)
  const grower = await warehouse.grower()
  const before = await warehouse.stockOf(first)

  await station.begin('pia.picker', warehouse.place)
  await scanner.scan('%T.NEW')
  await station.chooseDestination('Grower', grower.name)
  await scanner.scan('%T.HEADER.SAVE')
  await expect(station.heading(/^Issuance \d+$/)).toBeVisible()
  const { tag } = station

  await scanner.scan('%T.Q.15', first, '%T.Q.25', second)
  await expect(station.strip).toContainText(`${second}: ordered 25.`)
  await hands.type('35')
  await expect(station.strip).toContainText(`35 → …${second.slice(-4)} (now 25)?`)
  await scanner.scan(third)
  await expect(station.strip).toContainText(`${third}: ordered 35.`)

  await scanner.scan('%T.DETAIL')
  await expect(station.text('0 of 3 lines')).toBeVisible()
  await scanner.scan(first)
  await expect(station.strip).toContainText(`${first}: picked 15 of 15.`)
  await scanner.scan('%T.CANCEL')
  await expect(station.question).toContainText('Are you sure you want to permanently Cancel Issuance?')
  await scanner.scan('%T.NO')
  await expect(station.question).toBeHidden()
  await scanner.scan(second, '%T.Q.30', third)
  await expect(station.question).toContainText('Change Pick Qty from 35 to 30')
  await scanner.scan('%T.YES')
  await expect(station.question).toContainText('Why 30 of 35?')
  await scanner.scan('%T.NO')
  await expect(station.strip).toContainText(`${third}: picked 30 of 35.`)
  await scanner.scan('%T.SHIP')
  await expect(station.openPoints).toContainText('Picked 30 of 35. 30 will ship, 5 fewer than ordered.')
  await scanner.scan('%T.ANYWAY')
  await expect(station.strip).toContainText('Issuance SHIPPED')

  expect(await warehouse.summaryOf(tag)).toEqual({
    status: 'SHIPPED',
    lines: [`${first} SHIPPED 15/15`, `${second} SHIPPED 25/25`, `${third} SHIPPED 35/30`],
  })
  expect(await warehouse.stockOf(first)).toEqual({
    onHand: before.onHand - 15,
    available: before.available - 15,
  })
})
