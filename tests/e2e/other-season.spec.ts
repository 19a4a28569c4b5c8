import { expect, test } from './support/test.ts'

test('the number of another season’s document names its season; one key leads there, and back', async ({
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
  // Scans go on without an OK.
  await scanner.scan(barcode)
  await expect(station.strip).toContainText(barcode)
  await hands.type('_')
  await expect(page.getByRole('banner')).toContainText(other.TrimSeason)
  await expect(station.heading(`Issuance ${tag}`)).toBeHidden()
})
