import { expect, test } from './support/test.ts'

test('a document number of another season shows its season; one key switches to it, and back', async ({
  station,
  warehouse,
}) => {
  const { page, hands, scanner } = station
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await warehouse.issuance([{ barcode, ordered: 5 }])
  const { season } = warehouse.place
  const other = await warehouse.otherSeason()
  await station.begin('pia.picker', { ...warehouse.place, season: other })
  await scanner.scan(tag)
  await expect(station.strip).toContainText(
    `belongs to ${season.TrimSeason}, and you work in ${other.TrimSeason}`,
  )
  await hands.type('_')
  await expect(station.heading(`Issuance ${tag}`)).toBeVisible()
  await expect(station.strip).toContainText(`Now in ${season.TrimSeason}`)
  // Scans continue without a confirmation.
  await scanner.scan(barcode)
  await expect(station.strip).toContainText(barcode)
  await hands.type('_')
  await expect(page.getByRole('banner')).toContainText(other.TrimSeason)
  await expect(station.heading(`Issuance ${tag}`)).toBeHidden()
})

test('a barcode of another commodity shows it; one key switches to its season, and back', async ({
  station,
  warehouse,
}) => {
  const { page, hands, scanner } = station
  const [barcode = ''] = await warehouse.plants(1)
  const other = await warehouse.otherSeason('another')
  await station.begin('lena.lead', { ...warehouse.place, season: other })
  await hands.press('q')
  await expect(station.heading('Adjust Trim')).toBeVisible()
  await scanner.scan(barcode)
  await expect(station.strip).toContainText(
    new RegExp(`${barcode} is Strawberry: .* Go to STRAW .* to work with it`),
  )
  await hands.type('_')
  await expect(station.strip).toContainText(/Now in STRAW/)
  await expect(page.getByRole('banner')).toContainText(/STRAW/)
  await scanner.scan(barcode)
  await expect(station.quantityOf(barcode)).toBeFocused()
  await hands.press('Escape')
  await hands.type('_')
  await expect(page.getByRole('banner')).toContainText(other.TrimSeason)
  await expect(station.heading('Adjust Trim')).toBeVisible()
})

test('a barcode of another location shows it; one key switches to it from a document, and back', async ({
  station,
  warehouse,
}) => {
  const { page, hands, scanner } = station
  const [barcode = ''] = await warehouse.plants(1, { notAt: 'FLC' })
  const { location } = warehouse.place
  await station.beginOn('sam.super', warehouse.placeAt('FLC'), 'z', 'Dump')
  await station.newDump('Ann')
  const { pathname } = new URL(page.url())
  await scanner.scan(barcode)
  await expect(station.strip).toContainText(`${barcode}: none at FLC;`)
  await hands.type('_')
  await expect(station.strip).toContainText(`at ${location}.`)
  await expect(page.getByRole('banner')).toContainText(location)
  await hands.type('_')
  await expect(page.getByRole('banner')).toContainText('FLC')
  expect(new URL(page.url()).pathname).toBe(pathname)
})
