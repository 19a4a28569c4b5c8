import { expect, test } from './support/test.ts'
import { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

test('plants shipped to a grower are returned, stored, issued again and dumped, and the stock is consistent', async ({
  page,
}) => {
  const warehouse = await Warehouse.open()
  try {
    const station = await Workstation.at(page, warehouse.url)
    const { hands, scanner } = station
    const [barcode = ''] = await warehouse.plants(1)
    const grower = await warehouse.grower()

    await station.begin('lena.lead', warehouse.place)
    await scanner.scan('%T.NEW')
    await station.chooseDestination('Grower', grower.name)
    await scanner.scan('%T.HEADER.SAVE')
    await expect(station.heading(/^Issuance \d+$/)).toBeVisible()
    const first = station.tag
    await scanner.scan('%T.Q.40', barcode, '%T.DETAIL')
    await expect(station.text('0 of 1 line')).toBeVisible()
    await scanner.scan(barcode, '%T.SHIP')
    await expect(station.strip).toContainText('Issuance SHIPPED')

    await hands.press('f')
    await expect(station.heading('Return')).toBeVisible()
    await station.newReturn(grower.name)
    const returnNumber = station.tag
    await scanner.scan('%T.R.COUNT', '%T.Q.20', barcode)
    await expect(station.strip).toContainText(`${barcode}: 20 to return.`)
    await scanner.scan('%T.DETAIL')
    await expect(station.text('1 of 1 line')).toBeVisible()
    await scanner.scan('%T.RETURN')
    await expect(station.strip).toContainText('Order Returned Successfully')

    await hands.press('g')
    await expect(station.heading('Adjust Trim')).toBeVisible()
    await scanner.scan(`%T.GROWER.${grower.id}`, barcode)
    await expect(station.strip).toContainText(`${barcode} at ${grower.id} - ${grower.name}: 20 on hand.`)
    await scanner.scan('%T.TAB')
    await expect(station.heading('Issuance')).toBeVisible()
    await scanner.scan('%T.NEW')
    await expect(station.heading('New issuance')).toBeVisible()
    await station.tabTo(station.page.getByRole('combobox', { name: /^Select Grower/ }))
    await station.chooseGrower(grower.name)
    await scanner.scan('%T.HEADER.SAVE')
    await expect(station.heading(/^Issuance \d+$/)).toBeVisible()
    const second = station.tag
    await scanner.scan('%T.Q.12', barcode)
    await expect(station.strip).toContainText(`${barcode}: ordered 12.`)
    await scanner.scan('%T.DETAIL')
    await expect(station.text('0 of 1 line')).toBeVisible()
    await scanner.scan(barcode, '%T.SHIP')
    await expect(station.text('1 of 1 line')).toBeVisible()
    await expect(station.text(`${second} is SHIPPED.`)).toBeVisible()

    await hands.press('g')
    await expect(station.heading('Adjust Trim')).toBeVisible()
    await hands.press('b')
    await expect(station.heading('Issuance')).toBeVisible()
    await hands.press('b')
    await expect(station.heading('Dump')).toBeVisible()
    await station.newDump('Lena Moreau')
    const dump = station.tag
    await scanner.scan('%T.Q.8', barcode)
    await expect(station.strip).toContainText('Choose a grower first.')
    await scanner.scan('%T.OK', `%T.GROWER.${grower.id}`, '%T.R.SURPLUS', '%T.Q.8', barcode)
    await expect(station.strip).toContainText(`${barcode}: dumped 8.`)
    await scanner.scan('%T.DETAIL')
    await expect(station.text('1 of 1 line')).toBeVisible()
    await scanner.scan('%T.DUMP')
    await expect(station.strip).toContainText('DUMPED successfully')
    await hands.press('b')
    await expect(station.heading('Adjust Trim')).toBeVisible()
    await scanner.scan(`%T.GROWER.${grower.id}`, barcode)
    await expect(station.strip).toContainText(`${barcode} at ${grower.id} - ${grower.name}: 0 on hand.`)

    const { location } = warehouse.place
    expect(await warehouse.readMovements(barcode, [first, returnNumber, second, dump])).toEqual({
      moved: [
        `1: 40 stock ${location} > issued Grower ${grower.id}`,
        `2: 20 issued Grower ${grower.id} > grower-storage ${location} ${grower.id} COUNT`,
        `3: 12 grower-storage ${location} ${grower.id} > issued Grower ${grower.id}`,
        `4: 8 grower-storage ${location} ${grower.id} > dumped ${location} SURPLUS`,
      ],
      broken: [],
    })
  } finally {
    await warehouse.close()
  }
})
