import { fillShelf } from './support/shelves.ts'
import { expect, test } from './support/test.ts'

test("one scan shows a lot's origin, its recipients and its locations; its passport shows what is missing", async ({
  station,
  warehouse,
}) => {
  const { scanner } = station
  // New barcodes: the grower may have received demo barcodes before.
  const [barcode = '', other = ''] = await fillShelf(warehouse, 'TRACE-A', 'TR', 2)
  const { tag, grower } = await warehouse.shippedIssuance([{ barcode, quantity: 40 }])
  const transfer = await warehouse.shippedTransfer('ORW', [{ barcode, quantity: 7 }])
  const { onHand } = await warehouse.stockOf(barcode)
  await station.begin('pia.picker', warehouse.place)

  await scanner.scan('%T.TRACE')
  await expect(station.heading('Trace')).toBeVisible()
  await scanner.scan(barcode)
  await expect(station.heading(`Trace of ${barcode}`)).toBeVisible()
  await expect(station.text('Difference 0: every plant is accounted for.')).toBeVisible()
  const places = station.page.getByRole('region', { name: 'Where they are' })
  await expect(places).toContainText(`40${grower.name} ${grower.id}`)
  await expect(places).toContainText(`7on the way with transfer ${transfer}`)
  await expect(places).toContainText(onHand.toLocaleString('en-US'))
  const steps = station.page.getByRole('region', { name: 'Where they came from and went' })
  await expect(steps).toContainText(`Issuance ${tag}`)

  // Trace another barcode, and download its movements.
  await scanner.scan(other)
  await expect(station.heading(`Trace of ${other}`)).toBeVisible()
  const [download] = await Promise.all([station.page.waitForEvent('download'), scanner.scan('%T.TRACE.FILE')])
  expect(download.suggestedFilename()).toBe(`movements-${other}.csv`)

  // The passport of a line: demo locations lack the operator number.
  await scanner.scan(tag)
  await expect(station.heading(`Issuance ${tag}`)).toBeVisible()
  await scanner.scan('%T.PASSPORTS')
  await expect(station.text(/^Plant passport part B is missing/)).toBeVisible()
  await scanner.scan('%T.PASSPORT')
  await expect(station.strip).toContainText('Roll, 100 × 50 mm is chosen.')
})
