/** Twenty equal lines with one kept quantity, from order to shipment. */
import { countEffort } from './support/effort.ts'
import { expect, test } from './support/test.ts'

const lineCount = 20
const keptText = '25 for every scan. Stop: -'

test('an issuance of 20 equal lines needs 40 scans and at most 33 keys', async ({ station, warehouse }) => {
  const { hands, scanner } = station
  const barcodes = await warehouse.plants(lineCount)
  const grower = await warehouse.grower()
  await station.begin('pia.picker', warehouse.place)
  const before = await warehouse.issuedTo(grower.id)
  const counted = countEffort(station)
  await hands.press('n')
  await station.chooseDestination('Grower', grower.name)
  await hands.press('Enter')
  await expect(station.heading(/^Issuance \d+$/)).toBeVisible()
  const { tag } = station

  await hands.type('25')
  await expect(station.strip).toContainText('Next: × 25')
  await hands.press('*')
  await expect(station.text(keptText)).toBeVisible()
  await scanner.scan(...barcodes)
  await expect(station.strip).toContainText(`${barcodes.at(-1)}: ordered 25.`)
  await hands.press('v')
  await expect(station.button(/^Cancel Issuance/)).toBeVisible()
  await expect(station.text(keptText)).toBeVisible()
  await scanner.scan(...barcodes)
  await expect(station.text(`${lineCount} of ${lineCount} lines`)).toBeVisible()
  await hands.press('s')
  await expect(station.strip).toContainText('Issuance SHIPPED')

  expect(counted.scans).toBe(2 * lineCount)
  expect(counted.keys).toBeLessThanOrEqual(33)
  const issued = Object.fromEntries(barcodes.map((barcode) => [barcode, (before[barcode] ?? 0) + 25]))
  expect(await warehouse.issuedTo(grower.id)).toMatchObject(issued)
  expect((await warehouse.summaryOf(tag)).lines.toSorted()).toEqual(
    barcodes.toSorted().map((barcode) => `${barcode} SHIPPED 25/25`),
  )
})

// On a slow device; `npm run quantities` also tests a fast one.
for (const cpu of process.env['QUANTITIES'] ? [1, 6] : [6])
  test(`no line has a wrong quantity after two refused scans in between, ${cpu}x slower, by scans only`, async ({
    station,
    warehouse,
  }) => {
    const { hands, scanner, strip } = station
    const barcodes = await warehouse.plants(lineCount)
    const tag = await warehouse.issuance()
    await station.begin('pia.picker', warehouse.place)
    await station.openEditor(tag)
    const session = await station.page.context().newCDPSession(station.page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })

    await scanner.scan('%T.Q.25.KEEP')
    await expect(station.text(keptText)).toBeVisible()
    // An unknown code and an unused number: the scans after each wait for confirmation.
    await scanner.scan(...barcodes.slice(0, 7), 'X000000001', ...barcodes.slice(7, 9))
    await expect(station.page.locator('.scan-strip')).toHaveAttribute('data-held')
    await scanner.scan('%T.OK')
    await scanner.scan('125000111', ...barcodes.slice(9, 15))
    await expect(strip).toContainText('125000111')
    await expect(station.page.locator('.scan-strip')).toHaveAttribute('data-held')
    await scanner.scan('%T.OK')
    // One line has its own quantity, which replaces the kept one once.
    await expect(strip).toContainText(`${barcodes[14]}: ordered 25.`)
    await hands.type('7')
    await scanner.scan(...barcodes.slice(15))
    await expect(strip).toContainText(`${barcodes.at(-1)}: ordered 25.`)
    await scanner.scan('%T.Q.END')
    await expect(strip).toContainText('Each scan has its own quantity again.')
    await scanner.scan('%T.DETAIL')
    await expect(station.button(/^Cancel Issuance/)).toBeVisible()
    await expect(station.text(keptText)).toBeHidden()
    await scanner.scan(...barcodes)
    await expect(station.text(`${lineCount} of ${lineCount} lines`)).toBeVisible()
    await scanner.scan('%T.SHIP')
    await expect(station.strip).toContainText('Issuance SHIPPED')
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })

    const quantityOf = (barcode: string) => (barcode === barcodes[15] ? 7 : 25)
    expect((await warehouse.summaryOf(tag)).lines.toSorted()).toEqual(
      barcodes
        .map((barcode) => `${barcode} SHIPPED ${quantityOf(barcode)}/${quantityOf(barcode)}`)
        .toSorted(),
    )
  })
